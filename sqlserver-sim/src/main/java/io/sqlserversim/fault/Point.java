package io.sqlserversim.fault;

/**
 * Where in its answer a fault meets a statement: before the first row that comes after both counts are reached.
 * Immutable.
 *
 * @param rows rows of the statement sent before, 0 for none
 * @param bytes bytes of the request's answer sent before, 0 for any number
 */
public record Point(long rows, long bytes) {
    /** Before the first row, with nothing sent. */
    public static final Point START = new Point(0, 0);

    /**
     * After so many rows.
     *
     * @param rows 1 or more
     * @return the point
     */
    public static Point afterRows(long rows) {
        return new Point(rows, 0);
    }

    /**
     * At the first row border after so many bytes of answer.
     *
     * @param bytes of tokens, without packet headers
     * @return the point
     */
    public static Point afterBytes(long bytes) {
        return new Point(0, bytes);
    }

    boolean isReached(long rowsSent, long bytesSent) {
        return rowsSent >= rows && bytesSent >= bytes;
    }
}
