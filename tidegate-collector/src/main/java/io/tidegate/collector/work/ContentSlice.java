package io.tidegate.collector.work;

import io.tidegate.core.ledger.ContentPlan;
import io.tidegate.core.ledger.WriteBehind;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.sqlserver.read.ContentReader;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * What one lease fetches of texts and plans. What is missing is asked for once and worked off; a batch is stored while the
 * next one is read. Confined to one thread.
 */
final class ContentSlice {
    private static final int MISSING_AT_ONCE = 20_000;
    /** Of UTF-16: nearly all of it is Latin-1, which lies in the heap as half of that, about 4 MB. */
    private static final long BATCH_BYTES = 8L << 20;

    private static final long TEXT_CAP_BYTES = 64L << 20;

    private final CollectorStore store;
    private final SeriesKey series;
    private final String database;
    private final HeavySession session;
    private final Slice slice;
    private final LargePlanTries tries;
    private final WriteBehind behind;
    private final Runnable requireSameEpoch;
    private ContentPlan plan;
    private List<Long> texts = List.of();
    private List<Long> plans = List.of();

    ContentSlice(
            CollectorStore store,
            SeriesRecord series,
            HeavySession session,
            Slice slice,
            ContentPlan plan,
            LargePlanTries tries,
            WriteBehind behind,
            Runnable requireSameEpoch) {
        this.store = store;
        this.series = series.key();
        this.database = series.database();
        this.session = session;
        this.slice = slice;
        this.plan = plan;
        this.tries = tries;
        this.behind = behind;
        this.requireSameEpoch = requireSameEpoch;
    }

    /** Fetches until the slice is spent or one plan over the cap was fetched alone; true when nothing is missing. */
    boolean fetch() {
        while (!slice.isSpent()) {
            if (texts.isEmpty() && plans.isEmpty()) {
                behind.join();
                texts = new ArrayList<>(store.missingTexts(series, MISSING_AT_ONCE));
                plans = new ArrayList<>(store.missingPlans(series, MISSING_AT_ONCE, false));
            }
            List<Long> large = texts.isEmpty() && plans.isEmpty()
                    ? tries.next(store, series).stream().toList()
                    : List.<Long>of();
            boolean goesOn = switch (plan.within(slice.limits().bytes()).next(texts, plans, large)) {
                case ContentPlan.Fetch.Texts some -> texts(some);
                case ContentPlan.Fetch.Plans some -> {
                    plans(some.ids(), some.capBytes(), slice.limits());
                    yield true;
                }
                case ContentPlan.Fetch.PlanAlone one -> alone(one);
                case ContentPlan.Fetch.Nothing nothing -> false;
            };
            if (!goesOn) {
                behind.join();
                return texts.isEmpty() && plans.isEmpty() && large.isEmpty();
            }
        }
        behind.join();
        return false;
    }

    private boolean texts(ContentPlan.Fetch.Texts some) {
        Batches<QueryText> batches = new Batches<>(
                QueryText::queryTextId,
                text -> text.text() == null ? 0 : 2L * text.text().length(),
                batch -> store.storeTexts(series, batch));
        ReadEnd end = ContentReader.texts(
                session, database, some.ids(), TEXT_CAP_BYTES, slice.limits(), sized -> batches.add(sized.text()));
        Set<Long> seen = batches.finish(end, some.ids(), QueryText::gone);
        plan = plan.afterTexts(seen.size(), end.bytes());
        texts.removeAll(seen);
        return true;
    }

    /** Ids that the source has answered for. */
    private Set<Long> plans(List<Long> ids, long capBytes, ReadLimits limits) {
        Batches<PlanXml> batches = new Batches<>(
                PlanXml::planId,
                xml -> xml.xml() == null ? 0 : 2L * xml.xml().length(),
                batch -> store.storePlans(series, batch));
        ReadEnd end = ContentReader.plans(session, database, ids, capBytes, limits, batches::add);
        Set<Long> seen = batches.finish(end, ids, PlanXml::gone);
        plan = plan.afterPlans(seen.size(), end.bytes());
        plans.removeAll(seen);
        return seen;
    }

    /** The last fetch of a lease, since it may take as much as all the others. */
    private boolean alone(ContentPlan.Fetch.PlanAlone one) {
        ReadLimits left = slice.limits();
        Duration time = left.time().compareTo(one.time()) < 0 ? left.time() : one.time();
        tries.begin(series, one.planId());
        if (!plans(List.of(one.planId()), one.capBytes(), new ReadLimits(left.rows(), left.bytes(), time))
                .isEmpty()) {
            tries.ended(series, one.planId());
        }
        return false;
    }

    /**
     * Stores about 4 MB of heap at a time, and what the source has no more as absent, but only after a whole read; the last
     * of a read once the witnesses have agreed behind it.
     */
    private final class Batches<T> {
        private final ToLongFunction<T> id;
        private final ToLongFunction<T> bytes;
        private final Consumer<List<T>> call;
        private final Set<Long> seen = new HashSet<>();
        private List<T> batch = new ArrayList<>();
        private long batchBytes;

        Batches(ToLongFunction<T> id, ToLongFunction<T> bytes, Consumer<List<T>> call) {
            this.id = id;
            this.bytes = bytes;
            this.call = call;
        }

        void add(T content) {
            seen.add(id.applyAsLong(content));
            batch.add(content);
            batchBytes += bytes.applyAsLong(content);
            if (batchBytes >= BATCH_BYTES) {
                flush();
            }
        }

        /** Ids that need not be asked for again. */
        Set<Long> finish(ReadEnd end, List<Long> asked, LongFunction<T> absent) {
            slice.meter().count(end.rows(), end.bytes());
            if (end.isComplete()) {
                for (Long one : asked) {
                    if (seen.add(one)) {
                        batch.add(absent.apply(one));
                    }
                }
            }
            if (!batch.isEmpty()) {
                requireSameEpoch.run();
            }
            flush();
            return seen;
        }

        private void flush() {
            if (!batch.isEmpty()) {
                List<T> full = batch;
                behind.run(() -> call.accept(full));
                batch = new ArrayList<>();
                batchBytes = 0;
            }
        }
    }
}
