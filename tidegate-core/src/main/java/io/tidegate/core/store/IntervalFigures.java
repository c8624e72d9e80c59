package io.tidegate.core.store;

import io.tidegate.core.model.Metric;
import io.tidegate.core.model.RuntimeRow;
import java.util.Collection;

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
     * Figures of some rows. What does not fit 64 bits counts 0.
     *
     * @param rows of one interval, one per natural key, with positive plan ids
     * @return their sums
     */
    public static IntervalFigures of(Collection<RuntimeRow> rows) {
        Sum executions = new Sum();
        Sum cpu = new Sum();
        Sum duration = new Sum();
        Sum checksum = new Sum();
        for (RuntimeRow row : rows) {
            executions.add(row.executions());
            cpu.add(row.total(Metric.CPU_TIME));
            duration.add(row.total(Metric.DURATION));
            checksum.add(
                    checksumOf(row.key().planId(), row.executions(), row.key().executionType()));
        }
        return new IntervalFigures(rows.size(), executions.get(), cpu.get(), duration.get(), checksum.get());
    }

    /** Adds in 64 bits. */
    private static final class Sum {
        private long sum;
        private boolean overflows;

        void add(double value) {
            if (value >= -0x1p63 && value < 0x1p63) {
                add((long) value);
            }
        }

        void add(long value) {
            long next = sum + value;
            overflows |= ((sum ^ next) & (value ^ next)) < 0;
            sum = next;
        }

        long get() {
            return overflows ? 0 : sum;
        }
    }

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
