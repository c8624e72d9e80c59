package io.tidegate.core.store;

/**
 * What is held of an interval, to be compared with a census. Immutable.
 *
 * @param rows rows, one per natural key
 * @param executions sum of count_executions
 * @param cpuMicros sum of rint(avg_cpu_time * count_executions)
 * @param durationMicros sum of rint(avg_duration * count_executions)
 * @param checksum sum over rows of {@code (plan_id % 1000003) * (executions % 1000003) * (execution_type + 1)}, which
 *     any engine can compute in 64 bits
 */
public record IntervalFigures(long rows, long executions, long cpuMicros, long durationMicros, long checksum) {
    /** No rows. */
    public static final IntervalFigures NONE = new IntervalFigures(0, 0, 0, 0, 0);

    /**
     * One row's part of the checksum.
     *
     * @param planId plan_id
     * @param executions count_executions
     * @param executionType execution_type
     * @return below 2^43 in magnitude
     */
    public static long checksumOf(long planId, long executions, int executionType) {
        return (planId % 1_000_003) * (executions % 1_000_003) * (executionType + 1);
    }
}
