package io.tidegate.core.time;

/**
 * The place where a loop waits for its next turn, and where it is told to stop. One loop, one pause; {@link #stop()} may
 * come from any thread, before, during or after a wait, and is never lost. Thread-safe.
 */
public interface Pause {

    /**
     * Blocks until the ticker that this pause goes by reaches an instant, or until it is stopped. An interrupt counts as
     * a stop of this one wait, and the thread's interrupt flag stays set.
     *
     * @param tickerNanos a reading of the ticker, perhaps already past
     * @return true when the instant has come; false when the loop is to end
     */
    boolean until(long tickerNanos);

    /** Ends the wait in progress and all later ones. Idempotent, never blocks. */
    void stop();

    /**
     * Tells whether {@link #stop()} was called. Never blocks.
     *
     * @return true from the first stop on
     */
    boolean isStopped();
}
