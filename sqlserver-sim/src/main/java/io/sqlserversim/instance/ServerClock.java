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

    /**
     * Whether the clock moves only when somebody moves it. A wait for a stretch of such a time ends by the clock and by
     * nothing else: {@link #real} says nothing of it.
     *
     * @return false for clocks that run
     */
    default boolean isMovedByHand() {
        return false;
    }

    /**
     * Asks to be told of each move of a clock that is moved by hand. A clock that runs tells nobody.
     *
     * @param listener called on the thread that moves the clock, when the new time shows; must not block
     */
    default void onMove(Runnable listener) {}
}
