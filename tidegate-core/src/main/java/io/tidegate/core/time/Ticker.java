package io.tidegate.core.time;

/** A monotonic clock for durations. Implementations are thread-safe and never block. */
@FunctionalInterface
public interface Ticker {

    /**
     * Reads the clock. The origin is arbitrary and the value may be negative: only differences mean anything, and two
     * readings are compared by {@code a - b < 0}, never by {@code a < b}.
     *
     * @return nanoseconds since an arbitrary origin that is fixed for the life of this ticker
     */
    long readNanos();
}
