package io.tidegate.core.ledger;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.HistoryReader.ServerRecord;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.Stretch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the time of databases is covered: each one's, over all of its epochs, with what was recorded of it and its server.
 * Thread-safe; blocks for some calls of the store and one or two for each database.
 *
 * @param history what is stored
 */
public record TimeCoverage(HistoryReader history) {
    /** Of a database that is not collected this is said although nothing of it is stored; of another server's copy it is not. */
    private static final Set<Stretch.Word> WITHOUT_SERIES = Set.of(
            Stretch.Word.OFF,
            Stretch.Word.READ_ONLY,
            Stretch.Word.ERROR,
            Stretch.Word.DENIED,
            Stretch.Word.UNREACHABLE,
            Stretch.Word.FAILING,
            Stretch.Word.UNOBSERVED);

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
     * Covers.
     *
     * @param server only this server; null for all
     * @param database only this database; null for all
     * @param begin where each one's time begins
     * @return by server and database
     */
    public List<DatabaseTime> of(@Nullable String server, @Nullable String database, Begin begin) {
        Map<Integer, List<SeriesRecord>> current =
                current().stream().collect(Collectors.groupingBy(SeriesRecord::serverId));
        return history.servers().stream()
                .filter(one -> server == null || server.equals(one.name()))
                .flatMap(one -> of(one, current.getOrDefault(one.id(), List.of()), database, begin))
                .sorted(Comparator.comparing(DatabaseTime::server).thenComparing(DatabaseTime::database))
                .toList();
    }

    private Stream<DatabaseTime> of(
            ServerRecord server, List<SeriesRecord> there, @Nullable String database, Begin begin) {
        Map<String, List<Stretch>> recorded = new HashMap<>(
                history.stretches(server.id()).stream().collect(Collectors.groupingBy(Stretch::database)));
        List<Stretch> whole = recorded.getOrDefault("", List.of());
        recorded.remove("");
        List<DatabaseTime> times = new ArrayList<>();
        for (SeriesRecord series : there) {
            if (database == null || database.equals(series.database())) {
                times.add(of(server.name(), series, whole, recorded.getOrDefault(series.database(), List.of()), begin));
            }
        }
        there.forEach(series -> recorded.remove(series.database()));
        recorded.forEach((name, own) -> {
            if ((database == null || database.equals(name))
                    && WITHOUT_SERIES.contains(last(own).word())) {
                times.add(of(server.name(), name, whole, own, begin));
            }
        });
        return times.stream();
    }

    /** The newest epoch of each lineage. */
    private List<SeriesRecord> current() {
        Map<List<Integer>, SeriesRecord> newest = new LinkedHashMap<>();
        for (SeriesRecord series : history.allSeries()) {
            newest.merge(
                    List.of(series.key().home(), series.key().lineage()),
                    series,
                    (a, b) -> a.key().epoch() > b.key().epoch() ? a : b);
        }
        return List.copyOf(newest.values());
    }

    private DatabaseTime of(String server, SeriesRecord series, List<Stretch> whole, List<Stretch> own, Begin begin) {
        List<LedgerEntry> entries = history.ledgerRuns(series.key());
        Optional<QueryStoreOptions> options = history.options(series.key());
        Instant oldest = Stream.concat(
                        entries.stream().map(entry -> entry.interval().start()),
                        own.stream().map(Stretch::from))
                .reduce(series.firstContact(), (a, b) -> a.isBefore(b) ? a : b);
        Instant from = begin.of(oldest, series.sourceNow());
        List<Stretch> stretches = join(whole, own);
        Instant to = later(from, end(series.sourceNow(), stretches));
        Coverage coverage = new Coverage(IntervalClock.of(options), series.sourceNow());
        List<LedgerEntry> inside = entries.stream()
                .filter(entry -> entry.interval().end().isAfter(from))
                .toList();
        List<CoveredSpan> spans = coverage.span(from, to, entries, stretches);
        return new DatabaseTime(
                server,
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
    private static DatabaseTime of(
            String server, String database, List<Stretch> whole, List<Stretch> own, Begin begin) {
        Instant now = last(own).to();
        Instant oldest = own.stream().map(Stretch::from).reduce(now, (a, b) -> a.isBefore(b) ? a : b);
        Instant from = begin.of(oldest, now);
        List<Stretch> stretches = join(whole, own);
        Instant to = later(from, end(now, stretches));
        Coverage coverage = new Coverage(IntervalClock.of(Optional.empty()), now);
        List<CoveredSpan> spans = coverage.span(from, to, List.of(), stretches);
        return new DatabaseTime(server, database, null, from, to, CoveredTime.of(spans), reasons(spans), null);
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
