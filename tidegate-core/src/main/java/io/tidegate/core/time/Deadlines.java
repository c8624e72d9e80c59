package io.tidegate.core.time;

import java.time.Duration;

/** Runs an action once, after a time limit, unless it is called off before. Implementations are thread-safe. */
@FunctionalInterface
public interface Deadlines {

    /**
     * Arms a deadline. Does not wait for it.
     *
     * @param limit how long from now; zero or negative is due at once
     * @param action runs at most once, on a thread of the implementation that all deadlines share: it must not block
     * @return the way to call it off
     * @throws java.util.concurrent.RejectedExecutionException if no more deadlines are taken (closed)
     */
    Pending after(Duration limit, Runnable action);

    /** A deadline that is armed. Thread-safe. */
    interface Pending extends AutoCloseable {

        /**
         * Calls the action off if it has not begun; otherwise does nothing. Idempotent, never blocks: the action may
         * still be running on its own thread when this returns.
         */
        @Override
        void close();
    }
}
