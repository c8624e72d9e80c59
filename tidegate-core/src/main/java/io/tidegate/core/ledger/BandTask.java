package io.tidegate.core.ledger;

import io.tidegate.core.store.LedgerEntry;
import java.util.Set;

/**
 * One band to be read under one lease. Immutable.
 *
 * @param planned which one
 * @param layout the source's layout; a band under way keeps the one that it was begun with
 * @param term the node's term under which the lease began; 0 in Lite
 * @param flags flags for its intervals when they become held; THINNED, when clean-up may have run, only where the source lacks
 *     plans among theirs
 */
public record BandTask(PlannedBand planned, Layout layout, long term, Set<LedgerEntry.Flag> flags) {}
