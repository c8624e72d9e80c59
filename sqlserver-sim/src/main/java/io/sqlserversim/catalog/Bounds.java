package io.sqlserversim.catalog;

import java.util.Arrays;

/**
 * The integer values that can matter to a scan: a closed range, and inside of it optionally an explicit list. Immutable
 * by convention.
 *
 * @param low smallest value, inclusive
 * @param high largest value, inclusive
 * @param values ascending and distinct, or empty when every value of the range can matter
 */
public record Bounds(long low, long high, long[] values) {
    /** No bound. */
    public static final Bounds ALL = new Bounds(Long.MIN_VALUE, Long.MAX_VALUE, new long[0]);

    /**
     * A closed range.
     *
     * @param low smallest value, inclusive
     * @param high largest value, inclusive
     * @return the bounds
     */
    public static Bounds range(long low, long high) {
        return new Bounds(low, high, new long[0]);
    }

    /**
     * Explicit values.
     *
     * @param values in any order
     * @return the bounds; an empty range when there are no values
     */
    public static Bounds of(long... values) {
        if (values.length == 0) {
            return new Bounds(1, 0, values);
        }
        long[] sorted = Arrays.stream(values).sorted().distinct().toArray();
        return new Bounds(sorted[0], sorted[sorted.length - 1], sorted);
    }

    /**
     * Whether a value can matter.
     *
     * @param value the value
     * @return true when it lies inside
     */
    public boolean contains(long value) {
        return value >= low && value <= high && (values.length == 0 || Arrays.binarySearch(values, value) >= 0);
    }
}
