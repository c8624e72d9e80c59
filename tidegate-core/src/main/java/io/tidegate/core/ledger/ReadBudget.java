package io.tidegate.core.ledger;

import java.time.Duration;

/**
 * How much one slice may read. A slice ends at the first place between two keys where any of the three is used up.
 * Immutable.
 *
 * @param bytes UTF-16 bytes of text plus fixed widths
 * @param rows rows as the source sends them
 * @param time from the first statement on, by a monotonic clock
 */
public record ReadBudget(long bytes, long rows, Duration time) {
    private static final long MB = 1024L * 1024;

    /** 64 MB, 100,000 rows, 30 s. */
    public static final ReadBudget STANDARD = new ReadBudget(64 * MB, 100_000, Duration.ofSeconds(30));

    /** Checks that all are positive. */
    public ReadBudget {
        if (bytes <= 0 || rows <= 0 || time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(
                    "a budget must be positive, was " + bytes + " bytes, " + rows + " rows, " + time);
        }
    }

    /**
     * A part of this budget.
     *
     * @param halvings how often bytes and rows are halved; the time stays, for a slow source needs it
     * @return the smaller budget; at least one byte and one row
     */
    public ReadBudget halved(int halvings) {
        return new ReadBudget(Math.max(1, bytes >> halvings), Math.max(1, rows >> halvings), time);
    }

    /**
     * This budget, but not longer than a time.
     *
     * @param most above zero
     * @return the same bytes and rows
     */
    public ReadBudget atMost(Duration most) {
        return most.compareTo(time) < 0 ? new ReadBudget(bytes, rows, most) : this;
    }

    /**
     * Why a slice has to end now, if it has to.
     *
     * @param usedBytes bytes read so far
     * @param usedRows rows read so far
     * @param used time gone so far
     * @return the first one used up, or {@link Limit#NONE}
     */
    public Limit spent(long usedBytes, long usedRows, Duration used) {
        if (usedBytes >= bytes) {
            return Limit.BYTES;
        }
        if (usedRows >= rows) {
            return Limit.ROWS;
        }
        return used.compareTo(time) >= 0 ? Limit.TIME : Limit.NONE;
    }

    /** What ended a slice. */
    public enum Limit {
        /** Nothing: it may go on. */
        NONE,
        /** Its bytes are used up. */
        BYTES,
        /** Its rows are used up. */
        ROWS,
        /** Its time is used up. */
        TIME,
        /** The step's deadline is near or has passed. */
        DEADLINE
    }
}
