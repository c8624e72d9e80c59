package io.sqlserversim.clock;

import io.sqlserversim.instance.ServerClock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * A server clock that runs a whole number of times faster than real time, and can be stopped for good, so that
 * somebody may count what a server holds while nothing new comes. Thread-safe.
 */
public final class AcceleratedClock implements ServerClock {
    private final Instant origin;
    private final int speed;
    private final LongSupplier nanoTicker;
    private final long startedNanos;
    private volatile boolean frozen; // written under this
    private Instant stoppedAt; // guarded by this

    /**
     * A clock that starts to run now.
     *
     * @param origin what it shows first
     * @param speed simulated seconds per real second, at least 1
     * @param nanoTicker a monotonic count of nanoseconds, usually {@code System::nanoTime}
     */
    public AcceleratedClock(Instant origin, int speed, LongSupplier nanoTicker) {
        if (speed < 1) {
            throw new IllegalArgumentException("speed must be at least 1, was " + speed);
        }
        this.origin = origin;
        this.speed = speed;
        this.nanoTicker = nanoTicker;
        this.startedNanos = nanoTicker.getAsLong();
        this.stoppedAt = origin;
    }

    @Override
    public Instant now() {
        return frozen ? stopped() : running();
    }

    private synchronized Instant stopped() {
        return stoppedAt;
    }

    private Instant running() {
        long nanos = nanoTicker.getAsLong() - startedNanos;
        return Resolution.floor(origin.plus(Duration.ofNanos(nanos).multipliedBy(speed)));
    }

    @Override
    public Duration real(Duration simulated) {
        return simulated.dividedBy(speed);
    }

    /**
     * Stops the clock for good; further calls change nothing.
     *
     * @return the instant at which it stands
     */
    public synchronized Instant freeze() {
        if (!frozen) {
            stoppedAt = running();
            frozen = true;
        }
        return stoppedAt;
    }

    /**
     * Whether the clock was stopped.
     *
     * @return true after {@link #freeze()}
     */
    public boolean isFrozen() {
        return frozen;
    }
}
