package io.tidegate.core.ledger;

import io.tidegate.core.store.Expiry;
import io.tidegate.core.store.Expiry.What;
import io.tidegate.core.store.ExpiryStore;
import java.time.Duration;
import java.time.Instant;

/**
 * Deletes what lies beyond the horizon, in bounded steps. Immutable.
 *
 * @param horizon how long history is kept
 * @param intervalsPerStep intervals of facts at most in one transaction; while it runs no row can be written
 * @param rowsPerStep rows of anything else at most in one transaction
 */
public record Retention(Duration horizon, int intervalsPerStep, int rowsPerStep) {
    private static final int INTERVALS_PER_STEP = 200;
    private static final int ROWS_PER_STEP = 5_000;

    /** Leases are a row for each lease and deferral: they are kept no longer than this, and no shorter than a day. */
    private static final Duration LEASES = Duration.ofDays(30);

    private static final Duration LEASES_AT_LEAST = Duration.ofDays(1);

    /**
     * The usual steps.
     *
     * @param horizon how long history is kept
     * @return 200 intervals or 5,000 rows at a time
     */
    public static Retention of(Duration horizon) {
        return new Retention(horizon, INTERVALS_PER_STEP, ROWS_PER_STEP);
    }

    /** Checks them. */
    public Retention {
        if (horizon.isNegative() || horizon.isZero() || intervalsPerStep <= 0 || rowsPerStep <= 0) {
            throw new IllegalArgumentException("horizon and steps must be positive, were " + horizon + ", "
                    + intervalsPerStep + " and " + rowsPerStep);
        }
    }

    /**
     * How long something is kept.
     *
     * @param what which
     * @return the horizon; of leases 30 days, or the horizon where it is shorter, but a day at least
     */
    public Duration age(What what) {
        if (what != What.LEASES) {
            return horizon;
        }
        Duration most = horizon.compareTo(LEASES) < 0 ? horizon : LEASES;
        return most.compareTo(LEASES_AT_LEAST) < 0 ? LEASES_AT_LEAST : most;
    }

    /**
     * One step. Blocks for one store call.
     *
     * @param store where
     * @param what of which kind
     * @param now our clock
     * @return whether there may be more to delete
     */
    public boolean step(ExpiryStore store, What what, Instant now) {
        int most = what == What.FACTS ? intervalsPerStep : rowsPerStep;
        return store.expire(new Expiry(what, now, age(what), most)) == most;
    }
}
