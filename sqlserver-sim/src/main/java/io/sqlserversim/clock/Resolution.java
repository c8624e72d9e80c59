package io.sqlserversim.clock;

import java.time.Instant;
import java.time.temporal.ChronoField;

/** SQL Server's finest step of time, 100 ns. */
final class Resolution {
    private static final int NANOS = 100;

    private Resolution() {}

    static Instant floor(Instant instant) {
        return instant.minusNanos(instant.get(ChronoField.NANO_OF_SECOND) % NANOS);
    }
}
