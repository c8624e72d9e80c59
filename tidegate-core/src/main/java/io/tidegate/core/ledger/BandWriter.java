package io.tidegate.core.ledger;

import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.store.WholeBand;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A band as this reading knows it to be in the store; each commit moves both or neither. Used by one thread at a
 * time, the reading's or that of the store's call; what it knows may be looked at by any. */
final class BandWriter {
    private final CollectorStore store;
    private final long term;
    private volatile Band band;
    private volatile boolean isFenced;

    private BandWriter(CollectorStore store, long term, Band band) {
        this.store = store;
        this.term = term;
        this.band = band;
    }

    /**
     * Begins a reading. A band under way notes that it was begun once more; a new one is claimed by its first batch. Null
     * when fenced.
     */
    static @Nullable BandWriter begin(CollectorStore store, BandTask task) {
        Band known = task.planned().underWay();
        if (known == null) {
            boolean byPlan = task.layout() == Layout.BY_PLAN;
            return new BandWriter(
                    store, task.term(), new Band(task.planned().key(), Band.Phase.ROWS, null, 1, 0, 0, byPlan, 0, 0));
        }
        Band begun = new Band(
                known.key(),
                known.phase(),
                known.cursor(),
                known.attempts() + 1,
                known.revision(),
                known.stagedRows(),
                known.byPlan(),
                known.splitKeys(),
                known.checksum());
        BandWriter writer = new BandWriter(store, task.term(), begun);
        return writer.commit(begun, List.of(), List.of()) ? writer : null;
    }

    Band band() {
        return band;
    }

    /** Whether a commit was refused: somebody else has the band, and nothing of this reading counts any more. */
    boolean isFenced() {
        return isFenced;
    }

    /** Stages rows with the cursor behind them and what was met among them; false when fenced, now or before. */
    boolean stage(Rest some) {
        return !isFenced && commit(moved(band, Band.Phase.ROWS, some), some.rows(), List.of());
    }

    /** Stages the last rows together with identities; false when fenced. */
    boolean stageLast(Rest rest, List<PlanIdentity> identities) {
        return commit(moved(band, Band.Phase.IDENTITIES, rest), rest.rows(), identities);
    }

    /**
     * Rows that are not staged yet, and where the band is behind them. Immutable by convention.
     *
     * @param rows merged rows; empty when all are staged
     * @param cursor the last key met
     * @param splitKeys as the band has them after these rows
     * @param checksum as the band has it after these rows
     */
    record Rest(List<StatsRow> rows, @Nullable StatsKey cursor, long splitKeys, long checksum) {}

    /** Nothing is left: all of the band is staged. */
    Rest nothing() {
        return new Rest(List.of(), band.cursor(), band.splitKeys(), band.checksum());
    }

    /** The band as it is to be held, its last rows and identities with it. */
    WholeBand whole(
            Rest rest, List<PlanIdentity> identities, Instant heldAt, Set<LedgerEntry.Flag> flags, Set<Long> lost) {
        return new WholeBand(
                new StageBatch(term, moved(band, Band.Phase.IDENTITIES, rest), rest.rows(), identities),
                heldAt,
                flags,
                lost);
    }

    /**
     * A reading failed: a band that was not claimed yet is, so that its attempts are counted. Throws nothing.
     *
     * @return false when the store fails too; what the reading failed with is the news
     */
    boolean noteFailure() {
        if (band.revision() == 0) {
            try {
                commit(band, List.of(), List.of());
            } catch (RuntimeException alsoFailed) {
                return false;
            }
        }
        return true;
    }

    /** Drops the band, if it was claimed yet; false when fenced. */
    boolean drop() {
        return band.revision() == 0 || store.dropBand(band.key(), band.revision()) instanceof CommitResult.Committed;
    }

    private boolean commit(Band next, List<StatsRow> rows, List<PlanIdentity> identities) {
        return switch (store.stage(new StageBatch(term, next, rows, identities))) {
            case CommitResult.Committed committed -> {
                band = new Band(
                        next.key(),
                        next.phase(),
                        next.cursor(),
                        next.attempts(),
                        committed.revision(),
                        next.stagedRows(),
                        next.byPlan(),
                        next.splitKeys(),
                        next.checksum());
                yield true;
            }
            case CommitResult.Fenced fenced -> {
                isFenced = true;
                yield false;
            }
        };
    }

    private static Band moved(Band from, Band.Phase phase, Rest by) {
        return new Band(
                from.key(),
                phase,
                by.cursor(),
                0,
                from.revision(),
                from.stagedRows() + by.rows().size(),
                from.byPlan(),
                by.splitKeys(),
                by.checksum());
    }
}
