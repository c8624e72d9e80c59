package io.tidegate.core.ledger;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.HistoryReader.ServerRecord;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerRun;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.StoreChanges;
import io.tidegate.core.store.Stretch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the time of databases is covered: each one's, over all of its epochs, with what was recorded of it and its server.
 * Thread-safe. Blocks for three calls of the store, whatever the number of databases, and one more for each hundred whose ledger has
 * changed since it was last asked for: what did not change is remembered, for an hour at most ({@link StoreChanges}).
 */
public final class TimeCoverage {
    /** Of a database that is not collected this is said although nothing of it is stored; of another server's copy it is not. */
    private static final Set<Stretch.Word> WITHOUT_SERIES = Set.of(
            Stretch.Word.OFF,
            Stretch.Word.READ_ONLY,
            Stretch.Word.ERROR,
            Stretch.Word.DENIED,
            Stretch.Word.UNREACHABLE,
            Stretch.Word.FAILING,
            Stretch.Word.UNOBSERVED);

    private final HistoryReader history;
    private final TimeMemory memory;
    private final @Nullable Duration horizon;

    /**
     * Remembers nothing yet.
     *
     * @param history what is stored
     * @param changes told of each change of that by this process: it is in the next answer. One by another process may be seen
     *     an hour late
     * @param horizon how far back intervals are wanted; null when not known
     * @param clock our clock
     */
    public TimeCoverage(HistoryReader history, StoreChanges changes, @Nullable Duration horizon, InstantSource clock) {
        this(history, new TimeMemory(history, changes, clock, TimeMemory.PLACES), horizon);
    }

    private TimeCoverage(HistoryReader history, TimeMemory memory, @Nullable Duration horizon) {
        this.history = history;
        this.memory = memory;
        this.horizon = horizon;
    }

    /**
     * One that remembers nothing, for a store whose changes nobody tells, and does not know how far back intervals are wanted.
     *
     * @param history what is stored
     * @return it reads all of it each time
     */
    public static TimeCoverage forgetful(HistoryReader history) {
        return new TimeCoverage(
                history, new TimeMemory(history, new StoreChanges(), InstantSource.fixed(Instant.EPOCH), 0), null);
    }

    /** Where the time of a database begins. */
    @FunctionalInterface
    public interface Begin {
        /**
         * Chooses.
         *
         * @param oldest the oldest instant of which anything is known: listed, or recorded
         * @param sourceNow the source's clock at the last probe
         * @return inclusive
         */
        Instant of(Instant oldest, Instant sourceNow);
    }

    /**
     * How one database's time is covered. Immutable.
     *
     * @param server the server's name
     * @param database the database's name
     * @param series its newest epoch; null where no interval of it was ever listed
     * @param from inclusive
     * @param to exclusive: the source's clock at the last probe, or the end of what was recorded since then
     * @param time by the words
     * @param reasons what is to be said of a word, e.g. the GRANT that is missing: the newest of each; words without one are left out
     * @param pending when the source will remove what is pending in that time; null when nothing is
     */
    public record DatabaseTime(
            String server,
            String database,
            @Nullable SeriesKey series,
            Instant from,
            Instant to,
            CoveredTime time,
            Map<CoverageWord, String> reasons,
            @Nullable PendingExpiry pending) {}

    /**
     * How the intervals of one series stand. Immutable.
     *
     * @param server the server's name
     * @param series the series, of any epoch
     * @param coverage tells the words of its intervals
     * @param options of its Query Store as last probed; empty when it never was
     * @param runs of this epoch, of both kinds, by start
     * @param stretches of its server and database
     */
    public record SeriesIntervals(
            String server,
            SeriesRecord series,
            Coverage coverage,
            Optional<QueryStoreOptions> options,
            List<LedgerRun> runs,
            List<Stretch> stretches) {
        /**
         * The runs of one kind.
         *
         * @param kind runtime or waits
         * @return by start
         */
        public List<LedgerRun> runs(Kind kind) {
            return runs.stream().filter(run -> run.entry().kind() == kind).toList();
        }
    }

    /**
     * All that is known, at one time. Immutable.
     *
     * @param times of databases, by server and database
     * @param series of every epoch, as the store has them
     * @param servers what is recorded of each server as a whole, by its name: by begin; empty where nothing is
     */
    public record Covering(
            List<DatabaseTime> times, List<SeriesIntervals> series, SortedMap<String, List<Stretch>> servers) {}

    /**
     * Covers.
     *
     * @param server only this server; null for all
     * @param database only this database; null for all
     * @param begin where each one's time begins
     * @return by server and database
     */
    public List<DatabaseTime> of(@Nullable String server, @Nullable String database, Begin begin) {
        return covering(server, database, begin).times();
    }

    /**
     * Covers, and tells how the intervals of each epoch stand.
     *
     * @param server only this server; null for all
     * @param database only this database; null for all
     * @param begin where each one's time begins
     * @return both from the same look at the store
     */
    public Covering covering(@Nullable String server, @Nullable String database, Begin begin) {
        Map<Integer, String> servers = history.servers().stream()
                .filter(one -> server == null || server.equals(one.name()))
                .collect(Collectors.toMap(ServerRecord::id, ServerRecord::name));
        List<SeriesRecord> all = history.allSeries();
        List<SeriesRecord> asked = all.stream()
                .filter(one -> servers.containsKey(one.serverId()))
                .filter(one -> database == null || database.equals(one.database()))
                .toList();
        TimeMemory.Known known = memory.of(asked.stream().map(SeriesRecord::key).toList(), servers.keySet());
        Map<Integer, List<SeriesRecord>> current =
                newest(all).stream().collect(Collectors.groupingBy(SeriesRecord::serverId));
        List<DatabaseTime> times = servers.entrySet().stream()
                .flatMap(one -> new OnServer(one.getKey(), one.getValue(), known, begin, horizon)
                        .times(current.getOrDefault(one.getKey(), List.of()), database))
                .sorted(Comparator.comparing(DatabaseTime::server).thenComparing(DatabaseTime::database))
                .toList();
        SortedMap<String, List<Stretch>> whole = new TreeMap<>();
        servers.forEach((id, name) -> whole.put(
                name,
                known.stretches(id).stream()
                        .filter(one -> one.database().isEmpty())
                        .toList()));
        return new Covering(
                times,
                asked.stream()
                        .map(one -> intervals(servers.getOrDefault(one.serverId(), "?"), one, known))
                        .toList(),
                whole);
    }

    private SeriesIntervals intervals(String server, SeriesRecord series, TimeMemory.Known known) {
        Optional<QueryStoreOptions> options =
                Optional.ofNullable(known.options().get(series.key()));
        return new SeriesIntervals(
                server,
                series,
                new Coverage(IntervalClock.of(options), series.sourceNow(), horizon),
                options,
                known.runs(series.key()).stream()
                        .filter(run -> run.series().equals(series.key()))
                        .toList(),
                known.stretches(series.serverId()).stream()
                        .filter(one ->
                                one.database().isEmpty() || one.database().equals(series.database()))
                        .toList());
    }

    /** The newest epoch of each lineage. */
    private static Collection<SeriesRecord> newest(List<SeriesRecord> all) {
        Map<List<Integer>, SeriesRecord> newest = new LinkedHashMap<>();
        for (SeriesRecord series : all) {
            newest.merge(
                    List.of(series.key().home(), series.key().lineage()),
                    series,
                    (a, b) -> a.key().epoch() > b.key().epoch() ? a : b);
        }
        return newest.values();
    }

    /** The databases of one server. */
    private record OnServer(
            int id,
            String name,
            TimeMemory.Known known,
            Begin begin,
            @Nullable Duration horizon) {
        Stream<DatabaseTime> times(List<SeriesRecord> there, @Nullable String database) {
            Map<String, List<Stretch>> recorded =
                    new HashMap<>(known.stretches(id).stream().collect(Collectors.groupingBy(Stretch::database)));
            List<Stretch> whole = recorded.getOrDefault("", List.of());
            recorded.remove("");
            List<DatabaseTime> times = new ArrayList<>();
            for (SeriesRecord series : there) {
                if (database == null || database.equals(series.database())) {
                    times.add(of(series, whole, recorded.getOrDefault(series.database(), List.of())));
                }
            }
            there.forEach(series -> recorded.remove(series.database()));
            recorded.forEach((name, own) -> {
                if ((database == null || database.equals(name))
                        && WITHOUT_SERIES.contains(last(own).word())) {
                    times.add(of(name, whole, own));
                }
            });
            return times.stream();
        }

        private DatabaseTime of(SeriesRecord series, List<Stretch> whole, List<Stretch> own) {
            List<LedgerEntry> entries = known.runs(series.key()).stream()
                    .map(LedgerRun::entry)
                    .filter(entry -> entry.kind() == Kind.RUNTIME)
                    .toList();
            Optional<QueryStoreOptions> options =
                    Optional.ofNullable(known.options().get(series.key()));
            Instant oldest = Stream.concat(
                            entries.stream().map(entry -> entry.interval().start()),
                            own.stream().map(Stretch::from))
                    .reduce(series.firstContact(), (a, b) -> a.isBefore(b) ? a : b);
            Instant from = begin.of(oldest, series.sourceNow());
            List<Stretch> stretches = join(whole, own);
            Instant to = later(from, end(series.sourceNow(), stretches));
            Coverage coverage = new Coverage(IntervalClock.of(options), series.sourceNow(), horizon);
            List<LedgerEntry> inside = entries.stream()
                    .filter(entry -> entry.interval().end().isAfter(from))
                    .toList();
            List<CoveredSpan> spans = coverage.span(from, to, entries, stretches);
            return new DatabaseTime(
                    name,
                    series.database(),
                    series.key(),
                    from,
                    to,
                    CoveredTime.of(spans),
                    reasons(spans),
                    options.flatMap(seen -> PendingExpiry.of(coverage, inside, seen))
                            .orElse(null));
        }

        /** One of which no interval was ever listed. */
        private DatabaseTime of(String database, List<Stretch> whole, List<Stretch> own) {
            Instant now = last(own).to();
            Instant oldest = own.stream().map(Stretch::from).reduce(now, (a, b) -> a.isBefore(b) ? a : b);
            Instant from = begin.of(oldest, now);
            List<Stretch> stretches = join(whole, own);
            Instant to = later(from, end(now, stretches));
            Coverage coverage = new Coverage(IntervalClock.of(Optional.empty()), now);
            List<CoveredSpan> spans = coverage.span(from, to, List.of(), stretches);
            return new DatabaseTime(name, database, null, from, to, CoveredTime.of(spans), reasons(spans), null);
        }
    }

    private static Map<CoverageWord, String> reasons(List<CoveredSpan> spans) {
        Map<CoverageWord, String> reasons = new EnumMap<>(CoverageWord.class);
        spans.stream()
                .filter(span -> !span.detail().isEmpty())
                .forEach(span -> reasons.put(
                        span.word(), span.word() == CoverageWord.HELD ? "some " + span.detail() : span.detail()));
        return Collections.unmodifiableMap(reasons);
    }

    private static List<Stretch> join(List<Stretch> all, List<Stretch> own) {
        return Stream.concat(all.stream(), own.stream()).toList();
    }

    private static Stretch last(List<Stretch> some) {
        return some.stream().max(Comparator.comparing(Stretch::to)).orElseThrow();
    }

    private static Instant end(Instant sourceNow, List<Stretch> stretches) {
        return stretches.stream().map(Stretch::to).reduce(sourceNow, TimeCoverage::later);
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
