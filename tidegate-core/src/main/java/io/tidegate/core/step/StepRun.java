package io.tidegate.core.step;

import java.util.Optional;

/**
 * One run of a step, as its starter sees it. Thread-safe.
 *
 * @param <T> what the body makes
 */
public interface StepRun<T> {

    /**
     * Blocks until the run has an outcome: at most until the deadline. An interrupted caller leaves at once with {@link
     * StepOutcome.Abandoned} and its interrupt flag set; that cancels nothing.
     *
     * @return how it ended for the caller
     */
    StepOutcome<T> await();

    /**
     * Looks; does not block.
     *
     * @return the outcome if there is one yet
     */
    Optional<StepOutcome<T>> outcome();

    /**
     * Whether the body has not truly ended: also true of an abandoned one. Does not block.
     *
     * @return true until the body has ended and its lease is closed
     */
    boolean isRunning();

    /** Asks the body to stop: fires its cancel hook. Idempotent, does not block, does not wait for the end. */
    void cancel();
}
