package io.tidegate.core.store;

import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.StatsRow;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * A band that was read whole: its last batch, maybe its only one, and its end. All rows and identities are staged or in
 * here, and the second sentinel check agreed. Immutable by convention.
 *
 * @param last the last batch, with the identities of its plans as far as this reading asked for them; whoever else brings
 *     them may be fenced
 * @param heldAt by the source's clock
 * @param flags as {@link BandCompletion#flags()}
 * @param lostPlanIds as {@link BandCompletion#lostPlanIds()}
 */
public record WholeBand(StageBatch last, Instant heldAt, Set<LedgerEntry.Flag> flags, Set<Long> lostPlanIds) {
    /**
     * Which band.
     *
     * @return its key
     */
    public BandKey key() {
        return last.band().key();
    }

    /**
     * The rows of the last batch.
     *
     * @return merged rows
     */
    public List<? extends StatsRow> rows() {
        return last.rows();
    }

    /**
     * The identities of the last batch.
     *
     * @return of plans that the epoch may have already
     */
    public List<PlanIdentity> identities() {
        return last.identities();
    }

    /**
     * The end, after the last batch was staged.
     *
     * @return it expects the revision behind that of the batch
     */
    public BandCompletion completion() {
        return new BandCompletion(last.term(), key(), last.band().revision() + 1, heldAt, flags, lostPlanIds);
    }
}
