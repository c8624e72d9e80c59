package io.tidegate.core.store;

import java.time.Duration;
import java.time.Instant;

/**
 * A bounded step of deleting what is older than it is wanted. Immutable.
 *
 * @param what of which kind
 * @param now our clock
 * @param age how long it is kept; not negative
 * @param most how many at most: intervals of facts, else rows
 */
public record Expiry(What what, Instant now, Duration age, int most) {
    /** Checks the numbers. */
    public Expiry {
        if (age.isNegative() || most <= 0) {
            throw new IllegalArgumentException("age and step must be positive, were " + age + " and " + most);
        }
    }

    /**
     * What is older than this by our clock.
     *
     * @return an instant, itself not old
     */
    public Instant before() {
        return now.minus(age);
    }

    /** Of what kind it is; in the order in which they are to be deleted, since a ledger row stays while its facts do. */
    public enum What {
        /** Leases and deferrals that ended long ago, by our clock. Intents stay. */
        LEASES,
        /** Facts and peeks of intervals; their ledger rows stay, and become GONE. */
        FACTS,
        /** Ledger rows of intervals that are GONE, and that their source lists no more or whose epoch has ended. */
        LEDGER,
        /** Stretches that ended, but for the last one of each word of a database. */
        STRETCHES,
        /** Events. */
        EVENTS,
        /** Versions of state that stand no more. */
        STATE
    }
}
