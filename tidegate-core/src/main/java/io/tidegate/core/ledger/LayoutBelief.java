package io.tidegate.core.ledger;

/**
 * How a source's runtime rows are believed to lie: as its columns say, until what reading single intervals costs has said
 * otherwise three times running. A database that was upgraded in place may have the columns of 2022 and rows that lie as
 * before; there each interval would be a scan. A wrong belief costs reads and loses nothing, so it is not stored: a
 * process that starts anew begins with the columns again. Immutable.
 *
 * @param assumed what the columns say
 * @param layout what is believed
 * @param against readings running that contradict it
 */
public record LayoutBelief(Layout assumed, Layout layout, int against) {
    /** Readings running that overturn a belief: one alone may have been beside a clean-up, or the first after a restart. */
    static final int SURE = 3;

    /** Pages of a store in which a scan would be seen: 100 MB. */
    static final long TELLING_PAGES = 12_800;

    /** What one reading takes anyway. */
    static final long SMALL_PAGES = 100;

    /** Pages below which no reading is called a scan, since another order would spare little. */
    static final long LARGE_PAGES = 1_000;

    /** A reading of so-manieth of all pages is a scan, where its rows do not explain it. */
    private static final long SCANNED_SHARE = 50;

    /** Far more than rows of 500 bytes take, with what else a reading looks up. */
    private static final long PAGES_PER_ROW = 4;

    private static final long PAGES_PER_MB = 128;

    /**
     * The belief at first.
     *
     * @param columns what the columns say
     * @return nothing against it
     */
    public static LayoutBelief of(Layout columns) {
        return new LayoutBelief(columns, columns, 0);
    }

    /**
     * After a probe.
     *
     * @param columns what the columns say now
     * @return this one, or a new one where the columns say something else than before
     */
    public LayoutBelief assuming(Layout columns) {
        return columns == assumed ? this : of(columns);
    }

    /**
     * After a single interval was read.
     *
     * @param rows how many came
     * @param pages logical reads that it took, by the session's counter
     * @param storeMb size of the whole Query Store in MB; 0 where it is not known, which teaches nothing
     * @return the other layout after the third reading running that contradicts this one
     */
    public LayoutBelief afterInterval(long rows, long pages, long storeMb) {
        long all = storeMb * PAGES_PER_MB;
        boolean contradicts = switch (layout) {
            case BY_INTERVAL -> pages - rows * PAGES_PER_ROW > Math.max(LARGE_PAGES, all / SCANNED_SHARE);
            case BY_PLAN -> all >= TELLING_PAGES && pages > 0 && pages <= SMALL_PAGES + rows;
        };
        if (storeMb <= 0 || !contradicts) {
            return against == 0 ? this : new LayoutBelief(assumed, layout, 0);
        }
        return against + 1 < SURE
                ? new LayoutBelief(assumed, layout, against + 1)
                : new LayoutBelief(assumed, layout.other(), 0);
    }
}
