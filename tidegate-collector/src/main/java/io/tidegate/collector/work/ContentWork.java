package io.tidegate.collector.work;

import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.sqlserver.catalog.Binding;
import io.tidegate.sqlserver.read.ContentReader;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** Fetches texts, then plans, by explicit id, newest first, as far as the slice goes. */
public final class ContentWork implements Work {
    private static final long BATCH_BYTES = 4L << 20;
    private static final long TEXT_CAP_BYTES = 64L << 20;
    private static final long LARGE_PLAN_CAP_BYTES = 64L << 20;

    private final CollectorStore store;
    private final SeriesRecord series;
    private final long planCapBytes;

    /**
     * The work.
     *
     * @param store where content goes, and which knows what is missing
     * @param series whose
     * @param planCapBytes a larger plan is recorded with its size, and fetched alone when nothing else is missing
     */
    public ContentWork(CollectorStore store, SeriesRecord series, long planCapBytes) {
        this.store = store;
        this.series = series;
        this.planCapBytes = planCapBytes;
    }

    /**
     * Whether anything is missing. Blocks for a look into the store.
     *
     * @return true when a lease is worth asking for
     */
    public boolean isDue() {
        return !store.missingTexts(series.key(), 1).isEmpty()
                || !store.missingPlans(series.key(), 1, false).isEmpty()
                || !store.missingPlans(series.key(), 1, true).isEmpty();
    }

    @Override
    public WorkResult run(HeavySession session, Slice slice) {
        while (!slice.isSpent()) {
            List<Long> texts = store.missingTexts(series.key(), Binding.MAX_IDS);
            if (!texts.isEmpty()) {
                fetchTexts(session, slice, texts);
                continue;
            }
            List<Long> plans = store.missingPlans(series.key(), Binding.MAX_IDS, false);
            if (!plans.isEmpty()) {
                fetchPlans(session, slice, plans, planCapBytes);
                continue;
            }
            List<Long> large = store.missingPlans(series.key(), 1, true);
            if (large.isEmpty()) {
                return WorkResult.of(PassOutcome.DONE, 0);
            }
            fetchPlans(session, slice, large, LARGE_PLAN_CAP_BYTES);
            break;
        }
        return WorkResult.of(PassOutcome.CUT, 0);
    }

    private void fetchTexts(HeavySession session, Slice slice, List<Long> ids) {
        Batches<QueryText> batches = new Batches<>(
                QueryText::queryTextId,
                text -> text.text() == null ? 0 : 2L * text.text().length(),
                texts -> store.storeTexts(series.key(), texts));
        ReadEnd end = ContentReader.texts(
                session, series.database(), ids, TEXT_CAP_BYTES, slice.limits(), sized -> batches.add(sized.text()));
        slice.meter().count(end.rows(), end.bytes());
        batches.finish(end, ids, id -> new QueryText(id, null));
    }

    private void fetchPlans(HeavySession session, Slice slice, List<Long> ids, long capBytes) {
        Batches<PlanXml> batches = new Batches<>(
                PlanXml::planId,
                plan -> plan.xml() == null ? 0 : 2L * plan.xml().length(),
                plans -> store.storePlans(series.key(), plans));
        ReadEnd end = ContentReader.plans(session, series.database(), ids, capBytes, slice.limits(), batches::add);
        slice.meter().count(end.rows(), end.bytes());
        batches.finish(end, ids, id -> new PlanXml(id, 0, null, 0));
    }

    /** Stores about 4 MB at a time, and what the source has no more as absent, but only after a whole read. */
    private static final class Batches<T> {
        private final ToLongFunction<T> id;
        private final ToLongFunction<T> bytes;
        private final Consumer<List<T>> store;
        private final Set<Long> seen = new HashSet<>();
        private List<T> batch = new ArrayList<>();
        private long batchBytes;

        Batches(ToLongFunction<T> id, ToLongFunction<T> bytes, Consumer<List<T>> store) {
            this.id = id;
            this.bytes = bytes;
            this.store = store;
        }

        void add(T content) {
            seen.add(id.applyAsLong(content));
            batch.add(content);
            batchBytes += bytes.applyAsLong(content);
            if (batchBytes >= BATCH_BYTES) {
                flush();
            }
        }

        void finish(ReadEnd end, List<Long> asked, java.util.function.LongFunction<T> absent) {
            if (end.isComplete()) {
                asked.stream().filter(one -> !seen.contains(one)).forEach(one -> batch.add(absent.apply(one)));
            }
            flush();
        }

        private void flush() {
            if (!batch.isEmpty()) {
                store.accept(batch);
                batch = new ArrayList<>();
                batchBytes = 0;
            }
        }
    }
}
