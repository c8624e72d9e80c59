package io.tidegate.core.ledger;

import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.StageBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A band as this reading knows it to be in the store; each commit moves both or neither. Confined to one thread. */
final class BandWriter {
    private final CollectorStore store;
    private final long term;
    private Band band;

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
        Band begun = moved(
                known, known.phase(), known.cursor(), known.attempts() + 1, 0, known.splitKeys(), known.checksum());
        BandWriter writer = new BandWriter(store, task.term(), begun);
        return writer.commit(begun, List.of(), List.of()) ? writer : null;
    }

    Band band() {
        return band;
    }

    /** Stages rows with the cursor behind them and what was met among them; false when fenced. */
    boolean stage(List<RuntimeRow> rows, RuntimeKey cursor, long splitKeys, long checksum) {
        return commit(moved(band, Band.Phase.ROWS, cursor, 0, rows.size(), splitKeys, checksum), rows, List.of());
    }

    /** Stages the last rows: what follows is identities; false when fenced. */
    boolean stageLast(List<RuntimeRow> rows, @Nullable RuntimeKey cursor, long splitKeys, long checksum) {
        return commit(moved(band, Band.Phase.IDENTITIES, cursor, 0, rows.size(), splitKeys, checksum), rows, List.of());
    }

    /** Stores identities; false when fenced. */
    boolean identify(List<PlanIdentity> identities) {
        Band same = moved(band, Band.Phase.IDENTITIES, band.cursor(), 0, 0, band.splitKeys(), band.checksum());
        return commit(same, List.of(), identities);
    }

    /** A reading failed: a band that was not claimed yet is, so that its attempts are counted. Throws nothing. */
    void noteFailure() {
        if (band.revision() == 0) {
            try {
                commit(band, List.of(), List.of());
            } catch (RuntimeException alsoFailed) {
                // the store fails too: what the reading failed with is the news
            }
        }
    }

    /** Drops the band, if it was claimed yet; false when fenced. */
    boolean drop() {
        return band.revision() == 0 || store.dropBand(band.key(), band.revision()) instanceof CommitResult.Committed;
    }

    private boolean commit(Band next, List<RuntimeRow> rows, List<PlanIdentity> identities) {
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
            case CommitResult.Fenced fenced -> false;
        };
    }

    private static Band moved(
            Band from,
            Band.Phase phase,
            @Nullable RuntimeKey cursor,
            int attempts,
            long moreRows,
            long splitKeys,
            long checksum) {
        return new Band(
                from.key(),
                phase,
                cursor,
                attempts,
                from.revision(),
                from.stagedRows() + moreRows,
                from.byPlan(),
                splitKeys,
                checksum);
    }
}
