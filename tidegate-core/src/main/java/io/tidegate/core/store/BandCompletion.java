package io.tidegate.core.store;

import java.time.Instant;
import java.util.Set;

/**
 * The end of a band: all rows and identities are staged and the second sentinel check agreed. Immutable.
 *
 * @param term the node's term under which the lease began; 0 in Lite
 * @param key which band
 * @param expectedRevision the band's revision
 * @param heldAt by the source's clock
 * @param flags flags for every interval of the band (THINNED, SPLIT)
 * @param lostPlanIds plans whose identity was gone at the source: intervals with rows of them get IDENTITY_LOST
 */
public record BandCompletion(
        long term,
        BandKey key,
        long expectedRevision,
        Instant heldAt,
        Set<LedgerEntry.Flag> flags,
        Set<Long> lostPlanIds) {}
