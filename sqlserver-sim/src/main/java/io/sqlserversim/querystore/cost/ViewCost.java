package io.sqlserversim.querystore.cost;

/**
 * What one view costs to read, in microseconds of CPU and pages. The constants follow measurements of a store of 82,000
 * plans and 64,000 queries: all plans in 319 ms, all queries in 208 ms, 10,292 whole runtime rows in 252 ms, and from the
 * sizes of rows on disk that a public toolbox measured (653, 315, 549, 409 bytes).
 */
public enum ViewCost {
    /** sys.query_store_runtime_stats. */
    RUNTIME_STATS(2_000, 3_000, 12),
    /** sys.query_store_wait_stats. */
    WAIT_STATS(2_000, 2_000, 25),
    /** sys.query_store_plan, without the showplan. */
    PLAN(2_000, 3_000, 14),
    /** sys.query_store_query. */
    QUERY(2_000, 2_500, 18),
    /** sys.query_store_query_text. */
    TEXT(2_000, 2_500, 12),
    /** The small ones. */
    SMALL(50, 500, 60);

    final long openMicros;
    final long rowNanos;
    final int rowsPerPage;

    ViewCost(long openMicros, long rowNanos, int rowsPerPage) {
        this.openMicros = openMicros;
        this.rowNanos = rowNanos;
        this.rowsPerPage = rowsPerPage;
    }

    /**
     * How much more a row costs when a statement names several of the five large views: their estimates are fixed
     * guesses, so a join over them goes through one again and again. Measured: more than 30 s for all together, about 1 s
     * one after the other.
     *
     * @param views how often the statement names one
     * @return 1 for one
     */
    static int joined(int views) {
        return switch (Math.min(views, 4)) {
            case 4 -> 30;
            case 3 -> 10;
            case 2 -> 2;
            default -> 1;
        };
    }
}
