package io.tidegate.core.store;

import java.time.Duration;
import java.time.Instant;

/**
 * Where old things are deleted, and nowhere else. Thread-safe. Each call is one transaction, and may block up to the store's own time
 * limit; it then throws {@link StoreException}, as it does when the engine fails.
 *
 * <p>What belongs to a database is old only when its own clock says so, too: the newest that was seen of the database's current
 * epoch. A clock of ours that jumps ahead deletes nothing, and a database that is not reached any more keeps what it has. Leases
 * bear our clock alone, as do stretches of a server or database of which no clock was ever seen.
 */
public interface ExpiryStore {
    /**
     * Deletes one step of what is old. Facts go oldest first: a held interval becomes GONE, with
     * {@link LedgerEntry#GONE_BY_RETENTION}, also in epochs that have inherited it. The ledger row of an interval that its source
     * still lists stays, as does the one with the highest id of each series and kind, and any inside a band: by these the next
     * lists are compared.
     *
     * @param expiry what, how old, how much
     * @return how many intervals of facts or rows were deleted; less than asked when nothing more is left to delete
     */
    int expire(Expiry expiry);

    /**
     * A step of facts that are to be kept for no time at all behind an instant.
     *
     * @param before interval end, exclusive
     * @param maxIntervals how many intervals at most in this call
     * @return how many intervals were deleted
     */
    default int expireFacts(Instant before, int maxIntervals) {
        return expire(new Expiry(Expiry.What.FACTS, before, Duration.ZERO, maxIntervals));
    }
}
