package io.tidegate.bench.cost;

import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.ForwardingStore;
import io.tidegate.core.store.PeekBatch;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * A store that knows whether a peek is under way, which begins with the question for its number, and of which texts and
 * plans it was given. Thread-safe.
 */
final class WatchedStore extends ForwardingStore {
    private final Set<Long> texts = new ConcurrentSkipListSet<>();
    private final Set<Long> plans = new ConcurrentSkipListSet<>();
    private volatile boolean peeking;

    WatchedStore(CollectorStore store) {
        super(store);
    }

    boolean isPeeking() {
        return peeking;
    }

    /** Ids of the texts given since the last {@link #forget}, ascending, each once. */
    List<Long> texts() {
        return List.copyOf(texts);
    }

    /** The same of plans. */
    List<Long> plans() {
        return List.copyOf(plans);
    }

    void forget() {
        texts.clear();
        plans.clear();
    }

    @Override
    public long lastPeekNumber(SeriesKey series, long intervalId) {
        peeking = true;
        return super.lastPeekNumber(series, intervalId);
    }

    @Override
    public void peek(PeekBatch batch) {
        super.peek(batch);
        peeking = !batch.isLast();
    }

    @Override
    public void dropPeek(SeriesKey series, long intervalId, long peekNumber) {
        peeking = false;
        super.dropPeek(series, intervalId, peekNumber);
    }

    @Override
    public void storeTexts(SeriesKey series, List<QueryText> given) {
        given.forEach(text -> texts.add(text.queryTextId()));
        super.storeTexts(series, given);
    }

    @Override
    public void storePlans(SeriesKey series, List<PlanXml> given) {
        given.forEach(plan -> plans.add(plan.planId()));
        super.storePlans(series, given);
    }
}
