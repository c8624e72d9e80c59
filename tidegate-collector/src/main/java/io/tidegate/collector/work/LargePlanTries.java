package io.tidegate.collector.work;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.time.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How often plans over the cap were fetched alone in vain, so that one that never arrives costs no lease at every tick and
 * keeps none behind it: after three tries it waits for a day. Known as long as the process lives. Thread-safe.
 */
public final class LargePlanTries {
    /** In a row, before one waits. */
    static final int BACK_OF_LINE = 3;

    /** How long it waits then, after each try. */
    static final Duration WAIT = Duration.ofDays(1);

    private final Ticker ticker;
    private final Map<Plan, Tries> tries = new HashMap<>();

    private record Plan(SeriesKey series, long planId) {}

    private record Tries(int count, long lastNanos) {}

    /**
     * Nothing was tried yet.
     *
     * @param ticker for the waiting
     */
    public LargePlanTries(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * Which plan to fetch alone next. Blocks for a look into the store.
     *
     * @param store knows which plans are recorded over the cap
     * @param series whose
     * @return the newest one that does not wait; empty when there is none
     */
    public synchronized Optional<Long> next(CollectorStore store, SeriesKey series) {
        long nowNanos = ticker.readNanos();
        tries.keySet().removeIf(plan -> plan.series().isEarlierEpochOf(series));
        int waiting = (int) tries.entrySet().stream()
                .filter(one -> one.getKey().series().equals(series) && isWaiting(one.getValue(), nowNanos))
                .count();
        return store.missingPlans(series, waiting + 1, true).stream()
                .filter(planId -> !isWaiting(tries.get(new Plan(series, planId)), nowNanos))
                .findFirst();
    }

    /** Notes that a plan is about to be fetched: it counts as in vain until {@link #ended} says otherwise. */
    synchronized void begin(SeriesKey series, long planId) {
        tries.merge(
                new Plan(series, planId),
                new Tries(1, ticker.readNanos()),
                (old, next) -> new Tries(old.count() + 1, next.lastNanos()));
    }

    /** Notes that the source has answered for a plan. */
    synchronized void ended(SeriesKey series, long planId) {
        tries.remove(new Plan(series, planId));
    }

    private static boolean isWaiting(@Nullable Tries one, long nowNanos) {
        return one != null && one.count() >= BACK_OF_LINE && nowNanos - one.lastNanos() < WAIT.toNanos();
    }
}
