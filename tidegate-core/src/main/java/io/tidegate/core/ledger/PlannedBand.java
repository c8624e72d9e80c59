package io.tidegate.core.ledger;

import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work: one band to be read. Immutable.
 *
 * @param key which intervals
 * @param from start of the first interval, inclusive
 * @param to end of the last interval, exclusive
 * @param underWay the band as it is in the store; null when it is to be claimed
 * @param isRestart whether what is staged is to be dropped first: after failures a band of several intervals gives way
 *     to bands of one, so that this one is only dropped and then planned anew
 * @param isExpiring whether the source is about to remove some of it
 */
public record PlannedBand(
        BandKey key, Instant from, Instant to, @Nullable Band underWay, boolean isRestart, boolean isExpiring) {}
