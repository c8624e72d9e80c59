package io.tidegate.core.ledger;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.KnownTime;
import io.tidegate.core.store.LedgerRun;
import io.tidegate.core.store.StoreChanges;
import io.tidegate.core.store.Stretch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Remembers what a store knows of how time is covered, lineage by lineage and server by server, until {@link StoreChanges} has
 * another number for it: what is asked after a write has ended is as that write left it. A change by another process is seen
 * within the hour. Thread-safe; blocks for one call of the store, and one more for each hundred databases of which nothing valid
 * is remembered. Bounded: what has no place is read each time.
 */
final class TimeMemory {
    /** Runs and stretches; some 25 MB at most. */
    static final int PLACES = 100_000;

    /** An import of a year has some ten thousand intervals a database, which the store sorts. */
    static final int LINEAGES_A_CALL = 100;

    private static final Duration KEEP = Duration.ofHours(1);

    private final HistoryReader history;
    private final StoreChanges changes;
    private final InstantSource clock;
    private final int places;
    private final Map<SeriesKey, Kept<LedgerRun>> runs = new ConcurrentHashMap<>();
    private final Map<Integer, Kept<Stretch>> stretches = new ConcurrentHashMap<>();
    private final AtomicLong taken = new AtomicLong();

    TimeMemory(HistoryReader history, StoreChanges changes, InstantSource clock, int places) {
        this.history = history;
        this.changes = changes;
        this.clock = clock;
        this.places = places;
    }

    /** Read when the store's number was this one, or later. */
    private record Kept<T>(long number, Instant at, List<T> all) {
        boolean isGood(long now, Instant clock) {
            return number == now && Duration.between(at, clock).abs().compareTo(KEEP) < 0;
        }
    }

    /**
     * What is known.
     *
     * @param runs by the first epoch of each lineage: of all its epochs and both kinds
     * @param stretches by server
     * @param options by series
     */
    record Known(
            Map<SeriesKey, List<LedgerRun>> runs,
            Map<Integer, List<Stretch>> stretches,
            Map<SeriesKey, QueryStoreOptions> options) {
        /** Given any epoch: the runs of its lineage. */
        List<LedgerRun> runs(SeriesKey series) {
            return runs.getOrDefault(first(series), List.of());
        }

        List<Stretch> stretches(int server) {
            return stretches.getOrDefault(server, List.of());
        }
    }

    /** Reads what is not remembered; given any epoch of each lineage. */
    Known of(Collection<SeriesKey> series, Collection<Integer> servers) {
        Instant now = clock.instant();
        Wanted<SeriesKey, LedgerRun> lineages = new Wanted<>(runs, now);
        series.stream().map(TimeMemory::first).forEach(one -> lineages.want(one, changes.ofLedger(one)));
        Wanted<Integer, Stretch> recorded = new Wanted<>(stretches, now);
        servers.forEach(server -> recorded.want(server, changes.ofStretches(server)));
        List<SeriesKey> unread = List.copyOf(lineages.unread.keySet());
        List<Integer> unheard = List.copyOf(recorded.unread.keySet());
        Map<SeriesKey, QueryStoreOptions> options = Map.of();
        int read = 0;
        do {
            List<SeriesKey> some = unread.subList(read, Math.min(unread.size(), read + LINEAGES_A_CALL));
            KnownTime known = history.knownTime(some, unheard);
            lineages.found(some, known.runs().stream().collect(Collectors.groupingBy(run -> first(run.series()))));
            recorded.found(unheard, known.stretches().stream().collect(Collectors.groupingBy(Stretch::serverId)));
            options = known.options();
            unheard = List.of();
            read += some.size();
        } while (read < unread.size());
        return new Known(lineages.all, recorded.all, options);
    }

    private static SeriesKey first(SeriesKey series) {
        return new SeriesKey(series.home(), series.lineage(), 1);
    }

    /** What one question wants of one kind of thing. Confined to one thread. */
    private final class Wanted<K, T> {
        private final Map<K, Kept<T>> memory;
        private final Instant now;
        private final Map<K, List<T>> all = new HashMap<>();
        private final Map<K, Long> unread = new LinkedHashMap<>();

        Wanted(Map<K, Kept<T>> memory, Instant now) {
            this.memory = memory;
            this.now = now;
        }

        /** The number is asked before the store is. */
        void want(K key, long number) {
            Kept<T> kept = memory.get(key);
            if (kept != null && kept.isGood(number, now)) {
                all.put(key, kept.all());
            } else {
                unread.put(key, number);
            }
        }

        void found(Collection<K> asked, Map<K, List<T>> answer) {
            for (K key : asked) {
                List<T> found = List.copyOf(answer.getOrDefault(key, List.of()));
                all.put(key, found);
                keep(memory, key, new Kept<>(unread.getOrDefault(key, 0L), now, found));
            }
        }
    }

    /** One that nothing is known of takes a place too. */
    private <K, T> void keep(Map<K, Kept<T>> into, K key, Kept<T> kept) {
        into.compute(key, (same, before) -> {
            long more = size(kept) - (before == null ? 0 : size(before));
            if (taken.addAndGet(more) <= places) {
                return kept;
            }
            taken.addAndGet(-size(kept));
            return null;
        });
    }

    private static long size(Kept<?> kept) {
        return 1L + kept.all().size();
    }

    /** Places that are taken. */
    long taken() {
        return taken.get();
    }
}
