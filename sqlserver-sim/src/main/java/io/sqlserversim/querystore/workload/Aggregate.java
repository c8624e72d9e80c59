package io.sqlserversim.querystore.workload;

import org.jspecify.annotations.Nullable;

/**
 * Count, total, sum of squares, least, greatest and last over a range of a row's executions, and what the views make
 * of them. Confined to one thread and used again.
 */
public final class Aggregate {
    private long count;
    private long total;
    private double sumOfSquares;
    private long least;
    private long greatest;
    private long last;

    /** Over nothing. */
    public Aggregate() {}

    /** Forgets everything. */
    public void begin() {
        count = 0;
        total = 0;
        sumOfSquares = 0;
        least = Long.MAX_VALUE;
        greatest = Long.MIN_VALUE;
        last = 0;
    }

    /**
     * Takes in executions {@code from} to {@code to - 1}, which come after those taken in before.
     *
     * @param from inclusive
     * @param to exclusive, more than {@code from}
     * @param costs of an execution by its place in the pattern, {@link RowCosts#PATTERN} of them
     */
    public void add(long from, long to, long[] costs) {
        count += to - from;
        long full = (to - from) / RowCosts.PATTERN;
        int rest = (int) ((to - from) % RowCosts.PATTERN);
        int places = full > 0 ? RowCosts.PATTERN : rest;
        for (int i = 0; i < places; i++) {
            long value = costs[(int) (from + i) & (RowCosts.PATTERN - 1)];
            long times = full + (i < rest ? 1 : 0);
            total += value * times;
            sumOfSquares += (double) value * value * times;
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }
        last = costs[(int) (to - 1) & (RowCosts.PATTERN - 1)];
    }

    /**
     * Takes in executions that all cost the same, which come after those taken in before.
     *
     * @param times how many, more than 0
     * @param cost of each
     */
    public void addSame(long times, long cost) {
        count += times;
        total += cost * times;
        sumOfSquares += (double) cost * cost * times;
        least = Math.min(least, cost);
        greatest = Math.max(greatest, cost);
        last = cost;
    }

    /**
     * Takes over what was summed up elsewhere.
     *
     * @param executions how many
     * @param sum of all
     * @param squares sum of the squares
     * @param smallest of all
     * @param largest of all
     * @param latest of the execution that ended last
     */
    public void set(long executions, long sum, double squares, long smallest, long largest, long latest) {
        count = executions;
        total = sum;
        sumOfSquares = squares;
        least = smallest;
        greatest = largest;
        last = latest;
    }

    /**
     * The number of executions.
     *
     * @return 0 when nothing was taken in
     */
    public long count() {
        return count;
    }

    /**
     * The sum.
     *
     * @return in the metric's unit
     */
    public long total() {
        return total;
    }

    /**
     * The least.
     *
     * @return in the metric's unit
     */
    public long least() {
        return least;
    }

    /**
     * The greatest.
     *
     * @return in the metric's unit
     */
    public long greatest() {
        return greatest;
    }

    /**
     * Of the execution that ended last.
     *
     * @return in the metric's unit
     */
    public long last() {
        return last;
    }

    /**
     * The mean, as the view divides it.
     *
     * @return total by count
     */
    public double average() {
        return (double) total / count;
    }

    /**
     * The population's standard deviation as the view computes it.
     *
     * @return null when the variance, rounded to two digits, is negative
     */
    public @Nullable Double deviation() {
        return deviation(sumOfSquares, (double) total, count);
    }

    /**
     * The rule of the view's text (2022, 2025): {@code round(sumsq / n - avg * avg, 2)}, NULL when negative, else its
     * square root.
     *
     * @param sumOfSquares over the executions
     * @param total over the executions
     * @param count 1 or more
     * @return null when negative
     */
    public static @Nullable Double deviation(double sumOfSquares, double total, long count) {
        double average = total / count;
        double exact = sumOfSquares / count - average * average;
        double hundredths = Math.abs(exact) * 100;
        double variance = hundredths >= 1L << 52 ? exact : Math.copySign(Math.floor(hundredths + 0.5) / 100, exact);
        return variance < 0 ? null : Math.sqrt(variance + 0.0);
    }
}
