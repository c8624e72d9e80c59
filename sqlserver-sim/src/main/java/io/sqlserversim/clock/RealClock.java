package io.sqlserversim.clock;

import io.sqlserversim.instance.ServerClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A server clock that goes with the machine's. Thread-safe. */
public final class RealClock implements ServerClock {
    private final InstantSource source;

    /**
     * A clock over a source of instants.
     *
     * @param source usually {@link InstantSource#system()}
     */
    public RealClock(InstantSource source) {
        this.source = source;
    }

    @Override
    public Instant now() {
        return Resolution.floor(source.instant());
    }

    @Override
    public Duration real(Duration simulated) {
        return simulated;
    }
}
