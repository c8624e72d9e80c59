package io.sqlserversim.catalog.system;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Turns instants into values of T-SQL's time types; the simulated servers' local time is UTC. */
final class SqlTimes {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int TICKS_PER_SECOND = 300;

    private SqlTimes() {}

    /** A datetime: rounded to a 300th of a second, shown in whole milliseconds (.000, .003, .007). */
    static LocalDateTime datetime(Instant instant) {
        long ticks = (instant.getNano() * (long) TICKS_PER_SECOND + NANOS_PER_SECOND / 2) / NANOS_PER_SECOND;
        long millis = (ticks * 1000 + TICKS_PER_SECOND / 2) / TICKS_PER_SECOND;
        return LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, ZoneOffset.UTC)
                .plusNanos(millis * 1_000_000);
    }

    static @Nullable LocalDateTime datetimeOrNull(@Nullable Instant instant) {
        return instant == null ? null : datetime(instant);
    }
}
