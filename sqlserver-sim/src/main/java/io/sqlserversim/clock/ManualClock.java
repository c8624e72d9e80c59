package io.sqlserversim.clock;

import io.sqlserversim.instance.ServerClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** A server clock that moves only when told. Thread-safe. */
public final class ManualClock implements ServerClock {
    private final AtomicReference<Instant> now;

    /**
     * A clock that stands.
     *
     * @param start what it shows first
     */
    public ManualClock(Instant start) {
        now = new AtomicReference<>(Ticks.floor(start));
    }

    @Override
    public Instant now() {
        return now.get();
    }

    /**
     * The same, since a clock that moves by hand has no rate: whoever waits for a stretch of it waits that long.
     */
    @Override
    public Duration real(Duration simulated) {
        return simulated;
    }

    /**
     * Moves the clock.
     *
     * @param step how far; negative moves it back, as an operator may
     * @return what it shows now
     */
    public Instant advance(Duration step) {
        return now.updateAndGet(at -> Ticks.floor(at.plus(step)));
    }

    /**
     * Sets the clock.
     *
     * @param instant what it shows from now on
     */
    public void set(Instant instant) {
        now.set(Ticks.floor(instant));
    }
}
