package io.tidegate.core.store;

import io.tidegate.core.model.Metric;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.WaitRow;
import java.util.Collection;

/**
 * What is held of an interval, to be compared with a census. Immutable.
 *
 * @param rows rows, one per natural key
 * @param executions sum of count_executions; 0 for waits, which have none
 * @param cpuMicros sum of rint(avg_cpu_time * count_executions); 0 for waits
 * @param durationMicros sum of rint(avg_duration * count_executions); 0 for waits
 * @param checksum sum of {@link StatsRow#checksum}
 * @param waitMillis sum of total_query_wait_time_ms; 0 for runtime
 */
public record IntervalFigures(
        long rows, long executions, long cpuMicros, long durationMicros, long checksum, long waitMillis) {
    /** No rows. */
    public static final IntervalFigures NONE = new IntervalFigures(0, 0, 0, 0, 0, 0);

    /**
     * Figures of runtime rows.
     *
     * @param rows as the component
     * @param executions as the component
     * @param cpuMicros as the component
     * @param durationMicros as the component
     * @param checksum as the component
     */
    public IntervalFigures(long rows, long executions, long cpuMicros, long durationMicros, long checksum) {
        this(rows, executions, cpuMicros, durationMicros, checksum, 0);
    }

    /**
     * What there is more of when more was read.
     *
     * @return executions, or milliseconds waited: the sum of {@link StatsRow#amount}
     */
    public long amount() {
        return executions + waitMillis;
    }

    /**
     * Whether two counts are of the same rows. Totals may differ by a microsecond for each row, since each is rounded.
     *
     * @param other another count of the same interval
     * @return true when rows, amounts and checksums are the same and totals as good as the same
     */
    public boolean agreesWith(IntervalFigures other) {
        return rows == other.rows
                && executions == other.executions
                && checksum == other.checksum
                && waitMillis == other.waitMillis
                && Math.abs(cpuMicros - other.cpuMicros) <= rows
                && Math.abs(durationMicros - other.durationMicros) <= rows;
    }

    /**
     * Figures of some rows. What does not fit 64 bits counts 0.
     *
     * @param rows of one interval, one per natural key, with positive plan ids
     * @return their sums
     */
    public static IntervalFigures of(Collection<? extends StatsRow> rows) {
        Sum executions = new Sum();
        Sum cpu = new Sum();
        Sum duration = new Sum();
        Sum checksum = new Sum();
        Sum wait = new Sum();
        for (StatsRow row : rows) {
            checksum.add(row.checksum());
            switch (row) {
                case RuntimeRow runtime -> {
                    executions.add(runtime.executions());
                    cpu.add(runtime.total(Metric.CPU_TIME));
                    duration.add(runtime.total(Metric.DURATION));
                }
                case WaitRow waits -> wait.add(waits.totalMillis());
            }
        }
        return new IntervalFigures(
                rows.size(), executions.get(), cpu.get(), duration.get(), checksum.get(), wait.get());
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
}
