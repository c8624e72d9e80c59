package io.tidegate.core.ledger;

import io.tidegate.core.model.Metric;
import io.tidegate.core.model.MetricValues;
import io.tidegate.core.model.RuntimeRow;

/**
 * The sum of the parts of one runtime key, which are disjoint executions. SQL Server keeps totals and sums of squares and shows
 * averages and population deviations, so a total is {@code rint(avg * count)}, and a NULL deviation is one that came out
 * negative after rounding: zero. What the parts deviate is added up about their common mean, since the difference of two large
 * sums of squares has no digits left for it. Confined to one thread.
 */
final class RuntimeSum implements PartSum<RuntimeRow> {
    private final RuntimeRow first;
    private final double[] totals = new double[Metric.COUNT];

    /** Sums of squared distances from the mean so far, {@code totals / counts}. */
    private final double[] spreads = new double[Metric.COUNT];

    private final long[] counts = new long[Metric.COUNT];
    private final long[] last = new long[Metric.COUNT];
    private final long[] min = new long[Metric.COUNT];
    private final long[] max = new long[Metric.COUNT];
    private long executions;
    private long firstTicks = Long.MAX_VALUE;
    private long lastTicks = Long.MIN_VALUE;
    private int parts;

    RuntimeSum(RuntimeRow first) {
        this.first = first;
        java.util.Arrays.fill(last, MetricValues.ABSENT);
        java.util.Arrays.fill(min, MetricValues.ABSENT);
        java.util.Arrays.fill(max, MetricValues.ABSENT);
        add(first);
    }

    @Override
    public void add(RuntimeRow part) {
        boolean isNewest = parts == 0 || part.lastExecutionTicks() > lastTicks;
        parts++;
        executions += part.executions();
        firstTicks = Math.min(firstTicks, part.firstExecutionTicks());
        lastTicks = Math.max(lastTicks, part.lastExecutionTicks());
        for (Metric metric : Metric.values()) {
            if (part.values().has(metric)) {
                addMetric(metric.index(), part, isNewest);
            }
        }
    }

    private void addMetric(int m, RuntimeRow part, boolean isNewest) {
        MetricValues v = part.values();
        double avg = v.avg()[m];
        double stdev = Double.isNaN(v.stdev()[m]) ? 0 : v.stdev()[m];
        long count = part.executions();
        spreads[m] += count * stdev * stdev + between(m, avg, count);
        totals[m] += Math.rint(avg * count);
        counts[m] += count;
        if (isNewest || last[m] == MetricValues.ABSENT) {
            last[m] = v.last()[m];
        }
        min[m] = min[m] == MetricValues.ABSENT ? v.min()[m] : lower(min[m], v.min()[m]);
        max[m] = Math.max(max[m], v.max()[m]);
    }

    /** What two groups of executions add to the spread because their means differ. */
    private double between(int m, double avg, long count) {
        if (counts[m] == 0 || count == 0) {
            return 0;
        }
        double distance = avg - totals[m] / counts[m];
        return distance * distance * counts[m] * count / (counts[m] + count);
    }

    private static long lower(long a, long b) {
        return b == MetricValues.ABSENT ? a : Math.min(a, b);
    }

    @Override
    public RuntimeRow row() {
        if (parts == 1) {
            return first;
        }
        MetricValues v = MetricValues.absent();
        for (Metric metric : Metric.values()) {
            int m = metric.index();
            if (max[m] != MetricValues.ABSENT && counts[m] > 0) {
                v.avg()[m] = totals[m] / counts[m];
                v.stdev()[m] = Math.sqrt(spreads[m] / counts[m]);
                v.last()[m] = last[m];
                v.min()[m] = min[m];
                v.max()[m] = max[m];
            }
        }
        return new RuntimeRow(first.key(), firstTicks, lastTicks, executions, v);
    }
}
