package io.tidegate.collector.lane;

import io.tidegate.core.budget.Rank;
import io.tidegate.core.status.BudgetStatus.Waiting;
import io.tidegate.core.store.Stretch;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What waits on one server because its budget is spent, and since when. Each loop begins a pass with a clean slate for its
 * own ranks. Thread-safe: every field is guarded by the lock, but for the store, which is called outside of it.
 */
final class BudgetWaits {
    static final Set<Rank> TICK = Set.of(Rank.SETTLED, Rank.CONTENT, Rank.PEEK);
    static final Set<Rank> BACKFILL = Set.of(Rank.CENSUS, Rank.BACKFILL);
    private static final Set<Rank> KEEP_ROWS_OUT = Set.of(Rank.SETTLED, Rank.BACKFILL);

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<What, Instant> before = new HashMap<>();
    private final Map<What, Instant> now = new HashMap<>();

    private record What(String database, Rank rank) {}

    /** A pass begins: what it does not tell to wait again waits no more. */
    void begin(Set<Rank> ranks) {
        lock.lock();
        try {
            before.keySet().removeIf(what -> ranks.contains(what.rank));
            now.entrySet().stream()
                    .filter(entry -> ranks.contains(entry.getKey().rank))
                    .forEach(entry -> before.put(entry.getKey(), entry.getValue()));
            now.keySet().removeIf(what -> ranks.contains(what.rank));
        } finally {
            lock.unlock();
        }
    }

    void add(String database, Rank rank, Instant at) {
        lock.lock();
        try {
            What what = new What(database, rank);
            Instant earlier = before.get(what);
            now.put(what, earlier == null ? at : earlier);
        } finally {
            lock.unlock();
        }
    }

    /** Whether what was read is whole but for intervals that have not settled. */
    boolean areOnlyPeeks() {
        lock.lock();
        try {
            return !now.isEmpty() && now.keySet().stream().noneMatch(what -> what.rank == Rank.SETTLED);
        } finally {
            lock.unlock();
        }
    }

    List<Waiting> all() {
        lock.lock();
        try {
            return now.entrySet().stream()
                    .sorted(Comparator.comparing((Map.Entry<What, Instant> each) -> each.getKey().database)
                            .thenComparing(each -> each.getKey().rank))
                    .map(each -> new Waiting(
                            each.getKey().database, each.getKey().rank.label(), each.getValue()))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Has the store keep in which time rows of a database waited, up to a probe's reading of the source's clock: of those
     * that wait now and of those that did before this pass. Blocks for the store.
     */
    void record(StretchKeeper stretches, Map<String, Instant> sourceNow) {
        Set<String> waiting = waiting();
        stretches.endOthers(waiting, Stretch.Word.BUDGET);
        Map<String, Instant> until = new TreeMap<>(sourceNow);
        until.keySet().retainAll(waiting);
        stretches.until(until, Stretch.Word.BUDGET, "its server's budget is spent");
    }

    private Set<String> waiting() {
        lock.lock();
        try {
            return Stream.of(now, before)
                    .flatMap(waits -> waits.keySet().stream())
                    .filter(what -> KEEP_ROWS_OUT.contains(what.rank))
                    .map(What::database)
                    .collect(Collectors.toCollection(TreeSet::new));
        } finally {
            lock.unlock();
        }
    }
}
