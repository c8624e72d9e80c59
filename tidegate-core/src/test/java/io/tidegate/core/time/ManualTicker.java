package io.tidegate.core.time;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A {@link Ticker} that moves only when a test says so. Starts far from zero and negative, as the real one may. Thread-safe. */
public final class ManualTicker implements Ticker {
    private final AtomicLong nanos = new AtomicLong(-7_000_000_000_000L);

    @Override
    public long readNanos() {
        return nanos.get();
    }

    /** Moves the clock forward. */
    public void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }
}
