package io.sqlserversim.clock;

import io.sqlserversim.instance.ServerClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/** A server clock that moves only when told. Thread-safe. */
public final class ManualClock implements ServerClock {
    private final AtomicReference<Instant> now;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /**
     * A clock that stands.
     *
     * @param start what it shows first
     */
    public ManualClock(Instant start) {
        now = new AtomicReference<>(Resolution.floor(start));
    }

    @Override
    public Instant now() {
        return now.get();
    }

    /**
     * The same, since a clock that moves by hand has no rate: whoever times a wait by the machine waits that long.
     */
    @Override
    public Duration real(Duration simulated) {
        return simulated;
    }

    @Override
    public boolean isMovedByHand() {
        return true;
    }

    @Override
    public void onMove(Runnable listener) {
        listeners.add(listener);
    }

    /**
     * Moves the clock.
     *
     * @param step how far; negative moves it back, as an operator may
     * @return what it shows now
     */
    public Instant advance(Duration step) {
        Instant moved = now.updateAndGet(at -> Resolution.floor(at.plus(step)));
        listeners.forEach(Runnable::run);
        return moved;
    }

    /**
     * Sets the clock.
     *
     * @param instant what it shows from now on
     */
    public void set(Instant instant) {
        now.set(Resolution.floor(instant));
        listeners.forEach(Runnable::run);
    }
}
