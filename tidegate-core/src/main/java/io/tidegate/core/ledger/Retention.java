package io.tidegate.core.ledger;

import io.tidegate.core.store.CollectorStore;
import java.time.Duration;
import java.time.Instant;

/**
 * Deletes facts beyond the horizon in bounded steps. Immutable.
 *
 * @param horizon how long facts are kept
 * @param intervalsPerStep intervals at most in one transaction; while it runs no row can be written
 */
public record Retention(Duration horizon, int intervalsPerStep) {
    private static final int INTERVALS_PER_STEP = 200;

    /**
     * The usual steps.
     *
     * @param horizon how long facts are kept
     * @return 200 intervals at a time
     */
    public static Retention of(Duration horizon) {
        return new Retention(horizon, INTERVALS_PER_STEP);
    }

    /** Checks both. */
    public Retention {
        if (horizon.isNegative() || horizon.isZero() || intervalsPerStep <= 0) {
            throw new IllegalArgumentException(
                    "horizon and step must be positive, were " + horizon + " and " + intervalsPerStep);
        }
    }

    /**
     * One step. Blocks for one store call.
     *
     * @param store whose facts
     * @param now our clock
     * @return whether there may be more to delete
     */
    public boolean step(CollectorStore store, Instant now) {
        return store.expireFacts(now.minus(horizon), intervalsPerStep) == intervalsPerStep;
    }
}
