package io.tidegate.core.model;

import java.time.Instant;

/** Conversions between instants and ticks of 100 ns since 1970-01-01T00:00Z. Thread-safe, no state. */
public final class Ticks {
    /** Ticks in a second. */
    public static final long PER_SECOND = 10_000_000L;

    private Ticks() {}

    /**
     * An instant as ticks.
     *
     * @param instant the instant; what is finer than 100 ns is cut
     * @return ticks since 1970-01-01T00:00Z, negative before
     */
    public static long of(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), PER_SECOND), instant.getNano() / 100);
    }

    /**
     * Ticks as an instant.
     *
     * @param ticks since 1970-01-01T00:00Z
     * @return the instant
     */
    public static Instant toInstant(long ticks) {
        return Instant.ofEpochSecond(Math.floorDiv(ticks, PER_SECOND), Math.floorMod(ticks, PER_SECOND) * 100);
    }
}
