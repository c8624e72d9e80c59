package io.tidegate.collector.work;

import io.tidegate.core.ledger.ContentPlan;
import io.tidegate.core.ledger.WriteBehind;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.sqlserver.session.HeavySession;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * Fetches texts, then plans, by explicit id, newest first, as far as the slice goes, and as long as the witnesses say that
 * the ids mean what they meant. Immutable.
 */
public final class ContentWork implements Work {
    /** One is made ready while the one before is written. */
    private static final int BATCHES_AT_ONCE = 2;

    private final CollectorStore store;
    private final SeriesRecord series;
    private final ContentPlan plan;
    private final LargePlanTries large;
    private final ThreadFactory threads;

    /**
     * The work.
     *
     * @param store where content goes, and which knows what is missing
     * @param series whose
     * @param planCapBytes a larger plan is recorded with its size, and fetched alone when nothing else is missing
     * @param large which of those were fetched in vain
     * @param threads for the store's calls, which run behind the reading
     */
    public ContentWork(
            CollectorStore store, SeriesRecord series, long planCapBytes, LargePlanTries large, ThreadFactory threads) {
        this.store = store;
        this.series = series;
        this.plan = ContentPlan.INITIAL.withPlanCapBytes(planCapBytes);
        this.large = large;
        this.threads = threads;
    }

    /**
     * Whether anything is missing. Blocks for a look into the store.
     *
     * @return true when a lease is worth asking for
     */
    public boolean isDue() {
        return !store.missingTexts(series.key(), 1).isEmpty()
                || !store.missingPlans(series.key(), 1, false).isEmpty()
                || large.next(store, series.key()).isPresent();
    }

    @Override
    public WorkResult run(HeavySession session, Slice slice) {
        SourceWitnesses witnesses = new SourceWitnesses(session, series.database(), slice);
        try (WriteBehind behind =
                new WriteBehind(call -> threads.newThread(call).start(), BATCHES_AT_ONCE, slice.spare())) {
            List<Sentinel> known = SourceWitnesses.known(store, series.key());
            witnesses.requireSameEpoch(known);
            boolean all = new ContentSlice(
                            store, series, session, slice, plan, large, behind, () -> witnesses.requireSameEpoch(known))
                    .fetch();
            return WorkResult.of(all ? PassOutcome.DONE : PassOutcome.CUT, 0);
        } catch (SliceOver over) {
            return WorkResult.of(PassOutcome.CUT, 0);
        }
    }
}
