package io.sqlserversim.querystore.history;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Instants as a count of 100 ns steps since 1970 UTC, the resolution of {@code datetimeoffset(7)}. Stateless. */
public final class Ticks {
    /** Per second. */
    public static final long SECOND = 10_000_000L;

    /** Per minute. */
    public static final long MINUTE = 60 * SECOND;

    /** Per hour. */
    public static final long HOUR = 60 * MINUTE;

    /** Per day. */
    public static final long DAY = 24 * HOUR;

    private Ticks() {}

    /**
     * From an instant.
     *
     * @param instant finer parts are cut off
     * @return steps since 1970
     */
    public static long of(Instant instant) {
        return instant.getEpochSecond() * SECOND + instant.getNano() / 100;
    }

    /**
     * To an instant.
     *
     * @param ticks steps since 1970
     * @return the instant
     */
    public static Instant instant(long ticks) {
        return Instant.ofEpochSecond(Math.floorDiv(ticks, SECOND), Math.floorMod(ticks, SECOND) * 100);
    }

    /**
     * To a value of {@code datetimeoffset(7)}.
     *
     * @param ticks steps since 1970
     * @return at offset zero
     */
    public static OffsetDateTime offsetDateTime(long ticks) {
        return OffsetDateTime.ofInstant(instant(ticks), ZoneOffset.UTC);
    }

    /**
     * Rounds down to a multiple of a length, counted from midnight UTC for lengths that divide a day.
     *
     * @param ticks steps since 1970
     * @param length in steps
     * @return the multiple
     */
    static long floor(long ticks, long length) {
        return Math.floorDiv(ticks, length) * length;
    }
}
