package io.tidegate.web.api;

import io.tidegate.core.ledger.Coverage;
import io.tidegate.core.ledger.CoverageWord;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.ledger.PendingExpiry;
import io.tidegate.core.model.Kind;
import io.tidegate.core.status.FleetStatus;
import io.tidegate.core.status.Verifier;
import io.tidegate.core.status.Verifier.Scope;
import io.tidegate.core.status.Verifier.Verification;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.HistoryReader.QueryResult;
import io.tidegate.core.store.HistoryReader.ServerRecord;
import io.tidegate.core.store.HistoryReader.TopAnswer;
import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.core.store.LeaseLog;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.Stretch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers from a store, and from the process that collects into it where there is one. Thread-safe. */
public final class StoreAnswers implements Answers {
    private final HistoryReader history;
    private final LeaseLog leases;
    private final @Nullable FleetStatus fleet;
    private final @Nullable Verifier verifier;
    private final InstantSource clock;

    /**
     * Answers.
     *
     * @param history what is stored
     * @param leases leases and deferrals
     * @param fleet the live side; null when nothing collects
     * @param verifier compares with the source; null when nothing collects
     * @param clock our clock
     */
    public StoreAnswers(
            HistoryReader history,
            LeaseLog leases,
            @Nullable FleetStatus fleet,
            @Nullable Verifier verifier,
            InstantSource clock) {
        this.verifier = verifier;
        this.history = history;
        this.leases = leases;
        this.fleet = fleet;
        this.clock = clock;
    }

    @Override
    public Verification verify(Scope scope) {
        Verifier compares = verifier();
        new Names(history).require(scope.server(), scope.database());
        return compares.verify(scope);
    }

    @Override
    public Verification verification(long id) {
        return verifier()
                .verification(id)
                .orElseThrow(() -> new BadQuestion("id", "there is no verification " + id + " in this process"));
    }

    private Verifier verifier() {
        if (verifier == null) {
            throw new BadQuestion("", "nothing collects into this store, so there is no source to compare it with");
        }
        return verifier;
    }

    @Override
    public Servers servers() {
        List<String> registered =
                history.servers().stream().map(ServerRecord::name).toList();
        return fleet == null
                ? new Servers(false, null, "", List.of(), registered)
                : new Servers(true, fleet.startedAt(), fleet.notice(), fleet.servers(), registered);
    }

    @Override
    public Leases leases(@Nullable String server, Duration last, int limit) {
        new Names(history).require(server);
        Instant to = clock.instant();
        Instant from = to.minus(last);
        return new Leases(from, to, leases.leases(server, from, to.plusSeconds(1), limit));
    }

    @Override
    public TopAnswer top(TopRequest request) {
        new Names(history).require(request.server(), request.database());
        return history.top(request);
    }

    @Override
    public List<DatabaseCoverage> coverage(@Nullable String server, @Nullable String database) {
        new Names(history).require(server, database);
        Map<Integer, String> names =
                history.servers().stream().collect(Collectors.toMap(ServerRecord::id, ServerRecord::name));
        return history.allSeries().stream()
                .filter(series -> server == null || server.equals(names.get(series.serverId())))
                .filter(series -> database == null || database.equals(series.database()))
                .map(series -> coverage(names.getOrDefault(series.serverId(), "?"), series))
                .sorted(Comparator.comparing(DatabaseCoverage::server)
                        .thenComparing(DatabaseCoverage::database)
                        .thenComparingInt(DatabaseCoverage::epoch))
                .toList();
    }

    @Override
    public Events events(EventQuestion question) {
        new Names(history).require(question.server(), question.database());
        return new EventAnswers(history).answer(question);
    }

    @Override
    public QueryResult sql(String select, int maxRows) {
        return history.query(select, maxRows);
    }

    private DatabaseCoverage coverage(String server, SeriesRecord series) {
        IntervalClock settling = history.options(series.key())
                .map(IntervalClock::of)
                .orElseGet(() -> new IntervalClock(Duration.ofMinutes(15), IntervalClock.DEFAULT_MARGIN));
        Coverage coverage = new Coverage(settling, series.sourceNow());
        List<Stretch> stretches = history.stretches(series.serverId()).stream()
                .filter(stretch ->
                        stretch.database().isEmpty() || stretch.database().equals(series.database()))
                .toList();
        List<LedgerEntry> entries = history.ledger(series.key());
        List<LedgerEntry> waits = history.ledger(series.key(), Kind.WAITS);
        PendingExpiry expiry = history.options(series.key())
                .flatMap(options -> PendingExpiry.of(
                        coverage,
                        Stream.concat(entries.stream(), waits.stream()).toList(),
                        options))
                .orElse(null);
        Map<Flag, Long> flags = new EnumMap<>(Flag.class);
        Instant oldest = null;
        Instant newest = null;
        for (LedgerEntry entry : entries) {
            if (entry.state() != LedgerEntry.State.HELD) {
                continue;
            }
            entry.flags().forEach(flag -> flags.merge(flag, 1L, Long::sum));
            Instant start = entry.interval().start();
            Instant end = entry.interval().end();
            oldest = oldest == null || start.isBefore(oldest) ? start : oldest;
            newest = newest == null || end.isAfter(newest) ? end : newest;
        }
        return new DatabaseCoverage(
                server,
                series.database(),
                series.key().epoch(),
                series.sourceNow(),
                series.firstContact(),
                counts(coverage.words(entries, stretches)),
                waits(waits, entries.size(), coverage, stretches),
                flags.entrySet().stream()
                        .map(e -> new Count(
                                e.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' '), e.getValue()))
                        .toList(),
                oldest,
                newest,
                expiry == null ? null : expiry.first(),
                expiry != null && expiry.maybeEarlier());
    }

    private static List<Count> waits(
            List<LedgerEntry> entries, int runtimeEntries, Coverage coverage, List<Stretch> stretches) {
        return entries.isEmpty() && runtimeEntries > 0
                ? List.of(new Count(DatabaseCoverage.NO_WAITS, runtimeEntries))
                : counts(coverage.words(entries, stretches));
    }

    private static List<Count> counts(Map<CoverageWord, Long> words) {
        List<Count> counts = new ArrayList<>();
        words.forEach((word, n) -> counts.add(new Count(word.label(), n)));
        return counts;
    }
}
