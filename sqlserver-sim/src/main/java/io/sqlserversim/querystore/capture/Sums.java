package io.sqlserversim.querystore.capture;

import io.sqlserversim.querystore.workload.Aggregate;
import io.sqlserversim.querystore.workload.Metric;
import java.util.EnumMap;
import java.util.Map;

/** What some executions of one statement cost. Confined to who holds the lock of its {@link CapturedStatements}. */
final class Sums {
    private final Map<Metric, Sum> sums = new EnumMap<>(Metric.class);
    long count;
    long firstEnd;
    long lastEnd;

    private record Sum(long total, double squares, long least, long greatest, long last) {
        static Sum of(long value) {
            return new Sum(value, (double) value * value, value, value, value);
        }

        Sum plus(Sum later) {
            return new Sum(
                    total + later.total,
                    squares + later.squares,
                    Math.min(least, later.least),
                    Math.max(greatest, later.greatest),
                    later.last);
        }
    }

    void add(Execution execution, long end) {
        for (Metric metric : Metric.values()) {
            sums.merge(metric, Sum.of(value(execution, metric)), Sum::plus);
        }
        firstEnd = count == 0 ? end : firstEnd;
        lastEnd = end;
        count++;
    }

    private static long value(Execution execution, Metric metric) {
        return switch (metric) {
            case DURATION -> execution.durationMicros();
            case CPU_TIME -> execution.cpuMicros();
            case LOGICAL_IO_READS -> execution.logicalReads();
            case LOGICAL_IO_WRITES -> execution.writes();
            case DOP -> 1;
            case ROWCOUNT -> execution.rows();
            case PHYSICAL_IO_READS,
                    CLR_TIME,
                    QUERY_MAX_USED_MEMORY,
                    NUM_PHYSICAL_IO_READS,
                    LOG_BYTES_USED,
                    TEMPDB_SPACE_USED,
                    PAGE_SERVER_IO_READS -> 0;
        };
    }

    /** Takes in later executions. */
    void add(Sums later) {
        if (later.count == 0) {
            return;
        }
        later.sums.forEach((metric, sum) -> sums.merge(metric, sum, Sum::plus));
        firstEnd = count == 0 ? later.firstEnd : firstEnd;
        lastEnd = later.lastEnd;
        count += later.count;
    }

    Sums copy() {
        Sums copy = new Sums();
        copy.add(this);
        return copy;
    }

    void into(Aggregate aggregate, Metric metric) {
        Sum sum = sums.getOrDefault(metric, Sum.of(0));
        aggregate.set(count, sum.total, sum.squares, sum.least, sum.greatest, sum.last);
    }
}
