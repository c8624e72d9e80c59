package io.tidegate.core.model;

/**
 * One row of {@code sys.query_store_wait_stats}, or several parts of one added up. Immutable. Milliseconds; the
 * source keeps them whole.
 *
 * @param key natural key
 * @param totalMillis total_query_wait_time_ms
 * @param avgMillis avg_query_wait_time_ms, over the executions of the plan and type; NaN for NULL
 * @param lastMillis last_query_wait_time_ms
 * @param minMillis min_query_wait_time_ms
 * @param maxMillis max_query_wait_time_ms
 * @param stdevMillis population deviation; NaN for NULL, which is one that came out negative after rounding
 */
public record WaitRow(
        WaitKey key,
        long totalMillis,
        double avgMillis,
        long lastMillis,
        long minMillis,
        long maxMillis,
        double stdevMillis)
        implements StatsRow {
    /** What a row counts for in byte budgets: its fixed widths on the wire. */
    public static final int FIXED_BYTES = 11 * 8;

    private static final long PLAN_RANGE = 1_000_003;
    private static final long TOTAL_RANGE = 100_003;
    private static final int TYPE_STEP = 32;

    @Override
    public Kind kind() {
        return Kind.WAITS;
    }

    @Override
    public long amount() {
        return totalMillis;
    }

    @Override
    public int fixedBytes() {
        return FIXED_BYTES;
    }

    @Override
    public long checksum() {
        return checksumOf(key.planId(), totalMillis, key.executionType(), key.waitCategory());
    }

    /**
     * A row's part of the checksum of its interval, by its numbers.
     *
     * @param planId plan_id
     * @param totalMillis total_query_wait_time_ms
     * @param executionType execution_type
     * @param waitCategory wait_category
     * @return below 2^45 in magnitude
     */
    public static long checksumOf(long planId, long totalMillis, int executionType, int waitCategory) {
        return (planId % PLAN_RANGE) * (totalMillis % TOTAL_RANGE) * (executionType * TYPE_STEP + waitCategory + 1);
    }

    /**
     * How many executions the average is over, which the source does not say.
     *
     * @return {@code rint(total / avg)}; 0 where that cannot be told
     */
    public long executions() {
        return avgMillis > 0 ? (long) Math.rint(totalMillis / avgMillis) : 0;
    }
}
