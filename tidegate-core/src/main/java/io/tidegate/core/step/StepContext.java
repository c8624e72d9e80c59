package io.tidegate.core.step;

import java.util.concurrent.CancellationException;

/** What a body may know of the step that runs it. Thread-safe; no method blocks. */
public interface StepContext {

    /**
     * Whether the deadline has passed: the loop has gone on, or is about to. Work in hand may be committed, then cut.
     *
     * @return true from the deadline on
     */
    boolean isPastDeadline();

    /**
     * Time left to the deadline.
     *
     * @return nanoseconds; negative once it has passed
     */
    long nanosLeft();

    /**
     * Whether somebody asked the body to stop.
     *
     * @return true from the request on
     */
    boolean isCancelled();

    /**
     * Ends the body at a place of its own choice when it was asked to stop.
     *
     * @throws CancellationException if so
     */
    default void throwIfCancelled() {
        if (isCancelled()) {
            throw new CancellationException("the step was asked to stop");
        }
    }

    /**
     * What to do when somebody asks the body to stop: send attention to the running statement. Runs at most once, on a
     * thread of its own, where it may block; at once if the request came before. One at a time: the last registered counts.
     *
     * @param hook the action
     * @return closing it takes the hook away; do so before the thing it acts on is closed
     */
    Registration onCancel(Runnable hook);

    /**
     * What to do at the second limit, twice the deadline: abort the socket. Runs at most once, on a thread of its own,
     * where it may block; at once if the limit has passed already. One at a time: the last registered counts.
     *
     * @param hook the action
     * @return closing it takes the hook away
     */
    Registration onAbort(Runnable hook);

    /** A hook that is registered. Thread-safe. */
    interface Registration extends AutoCloseable {

        /** Takes the hook away. Idempotent, never blocks; one that has begun goes on. */
        @Override
        void close();
    }
}
