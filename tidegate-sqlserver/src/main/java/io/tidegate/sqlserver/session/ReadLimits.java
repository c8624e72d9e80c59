package io.tidegate.sqlserver.session;

import java.time.Duration;

/**
 * What one heavy statement may take before it is cut. Immutable.
 *
 * @param rows rows; a split key may add a few
 * @param bytes UTF-16 bytes of text plus fixed widths
 * @param time from sending it
 */
public record ReadLimits(long rows, long bytes, Duration time) {
    /** The defaults of the design: 100,000 rows, 64 MB, 30 s. */
    public static final ReadLimits STANDARD = new ReadLimits(100_000, 64L << 20, Duration.ofSeconds(30));

    /** Checks that all are above zero. */
    public ReadLimits {
        if (rows < 1 || bytes < 1 || !time.isPositive()) {
            throw new IllegalArgumentException(
                    "read limits must be above zero, were " + rows + " rows, " + bytes + " bytes, " + time);
        }
    }

    /**
     * What is left after a read.
     *
     * @param end how much it took
     * @return at least one row and one byte; the time is that of a statement and stays
     */
    public ReadLimits minus(ReadEnd end) {
        return new ReadLimits(Math.max(1, rows - end.rows()), Math.max(1, bytes - end.bytes()), time);
    }
}
