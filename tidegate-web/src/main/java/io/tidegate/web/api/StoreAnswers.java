package io.tidegate.web.api;

import io.tidegate.core.ledger.TimeCoverage;
import io.tidegate.core.ledger.TimeCoverage.Covering;
import io.tidegate.core.ledger.TimeCoverage.DatabaseTime;
import io.tidegate.core.model.SeriesKey;
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
import io.tidegate.core.store.StoreChanges;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers from a store, and from the process that collects into it where there is one. Thread-safe. */
public final class StoreAnswers implements Answers {
    /** A heap has room for so many answers of a SELECT's. */
    private static final int ANSWERS_IN_HEAP = 32;

    private final HistoryReader history;
    private final LeaseLog leases;
    private final @Nullable FleetStatus fleet;
    private final @Nullable Verifier verifier;
    private final InstantSource clock;
    private final StoreSize size;
    private final TimeCoverage coverage;
    private final long answerBytes =
            Math.min(HistoryReader.ANSWER_BYTES, Runtime.getRuntime().maxMemory() / ANSWERS_IN_HEAP);

    /**
     * Answers.
     *
     * @param history what is stored
     * @param changes told of each write of this process to what is stored
     * @param size how large that is, and how far back it is kept
     * @param leases leases and deferrals
     * @param fleet the live side; null when nothing collects
     * @param verifier compares with the source; null when nothing collects
     * @param clock our clock
     */
    public StoreAnswers(
            HistoryReader history,
            StoreChanges changes,
            StoreSize size,
            LeaseLog leases,
            @Nullable FleetStatus fleet,
            @Nullable Verifier verifier,
            InstantSource clock) {
        this.verifier = verifier;
        this.size = size;
        this.history = history;
        this.leases = leases;
        this.fleet = fleet;
        this.clock = clock;
        this.coverage = new TimeCoverage(history, changes, size.retention(), clock);
    }

    @Override
    public Verification verify(Scope scope) {
        Verifier compares = verifier();
        requirePast(scope.since());
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
                ? new Servers(false, null, "", List.of(), registered, size.status())
                : new Servers(true, fleet.startedAt(), fleet.notice(), fleet.servers(), registered, size.status());
    }

    @Override
    public Leases leases(@Nullable String server, Duration last, int limit) {
        new Names(history).require(server);
        Instant to = clock.instant();
        Instant from = to.minus(last);
        return new Leases(from, to, leases.leases(server, from, to.plusSeconds(1), limit));
    }

    @Override
    public Top top(TopRequest request) {
        new Names(history).require(request.server(), request.database());
        TopAnswer answer = history.top(request);
        Covering covering = coverage.covering(
                request.server(), request.database(), (oldest, sourceNow) -> sourceNow.minus(request.last()));
        return new Top(
                answer.rows(),
                answer.from(),
                answer.to(),
                answer.intervals(),
                answer.held(),
                answer.peeked(),
                Watching.sum(covering.times()),
                Stream.concat(
                                Watching.each(covering.times()).stream(),
                                SilentServers.of(covering, request.database()).stream())
                        .toList());
    }

    @Override
    public List<DatabaseCoverage> coverage(@Nullable String server, @Nullable String database) {
        new Names(history).require(server, database);
        Covering covering = coverage.covering(server, database, (oldest, sourceNow) -> oldest);
        List<DatabaseTime> times = covering.times();
        Map<SeriesKey, DatabaseTime> bySeries = new HashMap<>();
        times.stream().filter(time -> time.series() != null).forEach(time -> bySeries.put(time.series(), time));
        Stream<DatabaseCoverage> listed = covering.series().stream()
                .map(one -> SeriesCoverage.of(
                        one, Optional.ofNullable(bySeries.get(one.series().key()))));
        Stream<DatabaseCoverage> unlisted = Stream.concat(
                        times.stream().filter(time -> time.series() == null).map(Watching::one),
                        SilentServers.of(covering, database).stream())
                .map(SeriesCoverage::unlisted);
        return Stream.concat(listed, unlisted)
                .sorted(Comparator.comparing(DatabaseCoverage::server)
                        .thenComparing(DatabaseCoverage::database)
                        .thenComparingInt(DatabaseCoverage::epoch))
                .toList();
    }

    @Override
    public Events events(EventQuestion question) {
        requirePast(question.since());
        new Names(history).require(question.server(), question.database());
        return new EventAnswers(history, coverage).answer(question);
    }

    /** A source's clock may be ahead of ours: what it has reached is no future. */
    private void requirePast(@Nullable Instant since) {
        if (since != null
                && since.isAfter(clock.instant())
                && history.allSeries().stream().noneMatch(series -> since.isBefore(series.sourceNow()))) {
            throw new BadQuestion("since", "must lie in the past, was " + since);
        }
    }

    @Override
    public SqlResult sql(String select, int maxRows) {
        QueryResult result = history.query(select, maxRows, answerBytes);
        Covered whole = Watching.sum(coverage.of(null, null, (oldest, sourceNow) -> oldest));
        return new SqlResult(
                result.columns(),
                result.types(),
                result.rows(),
                result.isCut(),
                SqlCut.words(result, answerBytes),
                whole);
    }
}
