package io.sqlserversim.instance;

import java.time.Duration;
import java.time.Instant;

/** The clock that a simulated server lives by; may run faster than real time, or only when told. Thread-safe. */
public interface ServerClock {
    /**
     * The server's time, UTC.
     *
     * @return in steps of 100 ns
     */
    Instant now();

    /**
     * How long a stretch of the server's time takes in real time, for waits.
     *
     * @param simulated by the server's clock
     * @return real time
     */
    Duration real(Duration simulated);
}
