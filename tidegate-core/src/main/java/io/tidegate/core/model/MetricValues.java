package io.tidegate.core.model;

/**
 * The values of all metric groups in one row, indexed by {@link Metric#index()}. Immutable by convention: whoever
 * made the arrays gives them away. A group that the source has not: {@code avg} and {@code stdev} NaN, the others
 * {@link #ABSENT}. A NULL deviation (negative after the source's rounding) is NaN with a present average.
 *
 * @param avg averages
 * @param last values of the last execution
 * @param min smallest values
 * @param max largest values
 * @param stdev population deviations
 */
public record MetricValues(double[] avg, long[] last, long[] min, long[] max, double[] stdev) {
    /** Stands for NULL in {@code last}, {@code min} and {@code max}. */
    public static final long ABSENT = Long.MIN_VALUE;

    /**
     * Arrays of the right length, all absent; to be filled by whoever builds a row.
     *
     * @return fresh arrays
     */
    public static MetricValues absent() {
        MetricValues v = new MetricValues(
                new double[Metric.COUNT],
                new long[Metric.COUNT],
                new long[Metric.COUNT],
                new long[Metric.COUNT],
                new double[Metric.COUNT]);
        java.util.Arrays.fill(v.avg, Double.NaN);
        java.util.Arrays.fill(v.last, ABSENT);
        java.util.Arrays.fill(v.min, ABSENT);
        java.util.Arrays.fill(v.max, ABSENT);
        java.util.Arrays.fill(v.stdev, Double.NaN);
        return v;
    }

    /**
     * Whether the source has this group.
     *
     * @param metric the group
     * @return true when it has an average
     */
    public boolean has(Metric metric) {
        return !Double.isNaN(avg[metric.index()]);
    }
}
