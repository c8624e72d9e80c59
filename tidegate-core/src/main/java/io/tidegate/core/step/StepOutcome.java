package io.tidegate.core.step;

import java.time.Duration;
import java.util.Objects;

/**
 * How a step ended for its caller. Returned, never thrown. Immutable as far as the value is.
 *
 * @param <T> what the body makes
 */
public sealed interface StepOutcome<T> {

    /**
     * The body returned before the deadline. Its lease is closed.
     *
     * @param value what it made
     * @param took how long it ran
     * @param <T> what the body makes
     */
    record Completed<T>(T value, Duration took) implements StepOutcome<T> {
        /** Checks that both are there. */
        public Completed {
            Objects.requireNonNull(value, "value");
            Objects.requireNonNull(took, "took");
        }
    }

    /**
     * The body threw before the deadline, or was null, or returned null, or could not be started. Its lease is closed.
     *
     * @param cause why
     * @param took how long it ran
     * @param <T> what the body makes
     */
    record Failed<T>(Throwable cause, Duration took) implements StepOutcome<T> {
        /** Checks that both are there. */
        public Failed {
            Objects.requireNonNull(cause, "cause");
            Objects.requireNonNull(took, "took");
        }
    }

    /**
     * The deadline came first (or the caller was interrupted and left). The work goes on and keeps its lease.
     *
     * @param after how long the caller was held
     * @param <T> what the body makes
     */
    record Abandoned<T>(Duration after) implements StepOutcome<T> {
        /** Checks that it is there. */
        public Abandoned {
            Objects.requireNonNull(after, "after");
        }
    }

    /**
     * The body of an earlier run of the same step has not ended; nothing was started, and the lease that was handed over is
     * closed.
     *
     * @param <T> what the body makes
     */
    record SkippedStillRunning<T>() implements StepOutcome<T> {}

    /**
     * The body was asked to stop, and stopped by throwing, before the deadline. Its lease is closed. A body that was asked
     * to stop and returns a value all the same is {@link Completed}: the value says what it covers.
     *
     * @param cause what it threw
     * @param took how long it ran
     * @param <T> what the body makes
     */
    record Cancelled<T>(Throwable cause, Duration took) implements StepOutcome<T> {
        /** Checks that both are there. */
        public Cancelled {
            Objects.requireNonNull(cause, "cause");
            Objects.requireNonNull(took, "took");
        }
    }
}
