package io.tidegate.core.step;

import java.util.Objects;

/** Where a step reports what no caller is there to hear. Implementations are thread-safe, do not block and do not throw. */
@FunctionalInterface
public interface LateFaults {

    /**
     * Takes one fault; each is reported exactly once.
     *
     * @param fault what went wrong, where
     */
    void report(LateFault fault);

    /**
     * One fault. Immutable.
     *
     * @param step the name of the step
     * @param where in what part
     * @param cause what was thrown
     */
    record LateFault(String step, Where where, Throwable cause) {
        /** Checks that all are there. */
        public LateFault {
            Objects.requireNonNull(step, "step");
            Objects.requireNonNull(where, "where");
            Objects.requireNonNull(cause, "cause");
        }
    }

    /** The parts that can fail with nobody listening. */
    enum Where {
        /** The body threw after it had been abandoned. */
        BODY_AFTER_ABANDONMENT,
        /** The lease threw while it was marked or closed; the step goes on all the same. */
        LEASE,
        /** Calling a deadline off threw; the step has ended all the same. */
        DEADLINE,
        /** The cancel hook threw or could not be started. */
        CANCEL_HOOK,
        /** The abort hook threw or could not be started. */
        ABORT_HOOK
    }
}
