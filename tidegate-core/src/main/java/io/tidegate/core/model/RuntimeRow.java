package io.tidegate.core.model;

/**
 * One row of {@code sys.query_store_runtime_stats}, or several parts of one added up. Immutable.
 *
 * @param key natural key
 * @param firstExecutionTicks end of the first execution, 100 ns since 1970-01-01 UTC
 * @param lastExecutionTicks end of the last execution, 100 ns since 1970-01-01 UTC
 * @param executions count_executions
 * @param values the metric groups
 */
public record RuntimeRow(
        RuntimeKey key, long firstExecutionTicks, long lastExecutionTicks, long executions, MetricValues values)
        implements StatsRow {
    /** What a row counts for in byte budgets: its fixed widths on the wire. */
    public static final int FIXED_BYTES = 5 * 8 * Metric.COUNT + 8 * 8;

    private static final long RANGE = 1_000_003;

    @Override
    public Kind kind() {
        return Kind.RUNTIME;
    }

    @Override
    public long amount() {
        return executions;
    }

    @Override
    public int fixedBytes() {
        return FIXED_BYTES;
    }

    @Override
    public long checksum() {
        return checksumOf(key.planId(), executions, key.executionType());
    }

    /**
     * A row's part of the checksum of its interval, by its numbers.
     *
     * @param planId plan_id
     * @param executions count_executions
     * @param executionType execution_type
     * @return below 2^43 in magnitude
     */
    public static long checksumOf(long planId, long executions, int executionType) {
        return (planId % RANGE) * (executions % RANGE) * (executionType + 1);
    }

    /**
     * Total of a metric over the executions.
     *
     * @param metric the group
     * @return {@code rint(avg * executions)}; 0 where the source has no such group
     */
    public double total(Metric metric) {
        double avg = values.avg()[metric.index()];
        return Double.isNaN(avg) ? 0 : Math.rint(avg * executions);
    }
}
