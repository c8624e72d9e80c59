package io.tidegate.core.store;

import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.StatsRow;
import java.util.List;

/**
 * A batch of a band, with the ledger change that it vouches for. Immutable by convention.
 *
 * @param term the node's term under which the lease began; 0 in Lite
 * @param band the band after this batch: its cursor and phase; its revision is the one <em>expected</em> in the store,
 *     0 for the first batch, which inserts the band and is the claim
 * @param rows merged rows of the band's kind, at most one per natural key in the whole band
 * @param identities plans' identities; those the epoch has already stay as they are
 */
public record StageBatch(long term, Band band, List<? extends StatsRow> rows, List<PlanIdentity> identities) {}
