package io.sqlserversim.querystore.cost;

import io.sqlserversim.session.Session;

/** Charges one scan of a view to the session that runs it. Confined to one thread. */
public final class ReadCharge {
    private static final long COLUMN_NANOS = 280;
    private static final long COLD_NANOS_PER_KB = 130_000;
    private static final long WARM_NANOS_PER_KB = 11_000;
    private static final int COMPRESSION = 7;
    private static final int PAGE_BYTES = 8_192;
    private static final long DELAY_FROM_NANOS = 5_000_000;

    private final Session session;
    private final ViewCost cost;
    private final int joined;
    private final CostMode mode;
    private long nanos;
    private long rows;
    private long owed;

    /**
     * A scan that begins.
     *
     * @param session pays
     * @param cost of the view
     * @param views how often the statement names one of the large views
     * @param mode whether it is also slow
     */
    public ReadCharge(Session session, ViewCost cost, int views, CostMode mode) {
        this.session = session;
        this.cost = cost;
        this.joined = ViewCost.joined(views);
        this.mode = mode;
        charge(cost.openMicros * 1_000 * joined, 2);
    }

    /**
     * Rows were looked at.
     *
     * @param count how many
     */
    public void visited(long count) {
        rows += count;
        long pages = rows / cost.rowsPerPage;
        rows %= cost.rowsPerPage;
        charge(count * cost.rowNanos * joined, pages * joined);
    }

    /**
     * A row was returned.
     *
     * @param columns how many are looked at
     */
    public void returned(int columns) {
        charge(columns * COLUMN_NANOS, 0);
    }

    /**
     * A showplan was decompressed. Measured: about 20 ms for one that nobody had read before, 1.6 ms for one read lately.
     *
     * @param bytes of UTF-16
     * @param warm whether it was read before
     */
    public void showplan(long bytes, boolean warm) {
        long kilobytes = bytes / 1_024 + 1;
        charge(kilobytes * (warm ? WARM_NANOS_PER_KB : COLD_NANOS_PER_KB), bytes / COMPRESSION / PAGE_BYTES + 1);
    }

    private void charge(long cpuNanos, long pages) {
        nanos += cpuNanos;
        session.charge(nanos / 1_000, pages);
        nanos %= 1_000;
        owed += cpuNanos;
        if (owed >= DELAY_FROM_NANOS) {
            mode.spend(session, owed);
            owed = 0;
        }
    }
}
