package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.WaitBook;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.sqlserver.ServerTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every platform from its first contact to where nothing is missing: history, waits, texts and plans.
 */
class PlatformsTest {
    private static final int MOST_PASSES = 40;

    private final List<ServerLane> lanes = new ArrayList<>();
    private CollectorFixture fixture;

    static Stream<VersionProfile> all() {
        return VersionProfile.ALL.stream();
    }

    @AfterEach
    void close() {
        lanes.forEach(ServerLane::close);
        fixture.close();
    }

    @ParameterizedTest
    @MethodSource("all")
    @Incident(87)
    void givenAPlatform_whenBothLoopsRun_thenAllOfItIsHeldAndEqualsTheBooks(VersionProfile profile) {
        fixture = new CollectorFixture(FleetSpec.TEST.sized(1, 2).as(profile));
        SimulatedServer server = fixture.server();
        targets(profile).forEach(target -> lanes.add(lane(target)));

        lanes.forEach(this::collect);

        server.queryStores().forEach((database, source) -> {
            SeriesKey series = series(database);
            List<IntervalBook> books = due(source);
            assertThat(books).isNotEmpty();
            assertThat(stored(series, Kind.RUNTIME, StoredInterval::executions, books))
                    .isEqualTo(truth(books, IntervalBook::executions));
            assertThat(stored(series, Kind.WAITS, StoredInterval::waitMillis, books))
                    .isEqualTo(
                            profile.equals(VersionProfile.V13) ? Map.of() : truth(books, book -> waits(source, book)));
            assertThat(fixture.store.missingTexts(series, 10)).as("texts").isEmpty();
            assertThat(fixture.store.missingPlans(series, 10, false))
                    .as("plans")
                    .isEmpty();
        });
        assertThat(server.judge().maximum()).as("heavy at once").isEqualTo(1);
    }

    /** One for each database of Azure SQL Database, one for any other server. */
    private List<ServerTarget> targets(VersionProfile profile) {
        ServerTarget whole = fixture.target();
        return profile.isAzureDatabase()
                ? fixture.server().queryStores().keySet().stream()
                        .map(database ->
                                named(whole, whole.name() + "/" + database).ofDatabase(database))
                        .toList()
                : List.of(whole);
    }

    private static ServerTarget named(ServerTarget of, String name) {
        return ServerTarget.trusted(name, of.host(), of.port(), of.login());
    }

    private ServerLane lane(ServerTarget target) {
        long phase = fixture.ticker.readNanos();
        return fixture.lane(
                fixture.tools,
                CollectorFixture.settings(),
                target,
                phase,
                phase + Duration.ofSeconds(30).toNanos());
    }

    /** Until nothing is missing that has settled by our margin too. */
    private void collect(ServerLane lane) {
        int passes = 0;
        boolean pending = true;
        while (pending) {
            lane.tick(fixture.ticker.readNanos());
            lane.backfill();
            fixture.pass(Duration.ofMinutes(20));
            assertThat(++passes).as(() -> "passes; " + lane.status()).isLessThan(MOST_PASSES);
            pending = lane.databases().isEmpty() || lane.databases().stream().anyMatch(this::isPending);
        }
    }

    private boolean isPending(SeriesState state) {
        SeriesKey series = state.series().key();
        long last = due(source(state.series().database())).getLast().intervalId();
        return Stream.of(Kind.values())
                        .flatMap(kind -> fixture.store.unheld(series, kind).stream())
                        .anyMatch(entry -> entry.interval().id() <= last)
                || !fixture.store.missingTexts(series, 1).isEmpty()
                || !fixture.store.missingPlans(series, 1, false).isEmpty();
    }

    private QueryStore source(String database) {
        return Objects.requireNonNull(fixture.server().queryStores().get(database));
    }

    private SeriesKey series(String database) {
        return lanes.stream()
                .flatMap(lane -> lane.databases().stream())
                .map(state -> state.series())
                .filter(record -> record.database().equals(database))
                .findFirst()
                .orElseThrow()
                .key();
    }

    /** What views show whole, but for the newest, which our margin leaves for later. */
    private List<IntervalBook> due(QueryStore source) {
        List<IntervalBook> settled = source.books().booksAt(fixture.clock.now()).stream()
                .filter(book -> book.presence() == IntervalBook.Presence.SETTLED)
                .toList();
        return settled.subList(0, settled.size() - 1);
    }

    private long waits(QueryStore source, IntervalBook book) {
        return source.books().waits(book.epoch(), book.intervalId(), fixture.clock.now()).stream()
                .mapToLong(WaitBook::totalWaitMillis)
                .sum();
    }

    private static Map<Long, Long> truth(List<IntervalBook> books, ToLongFunction<IntervalBook> figure) {
        return books.stream()
                .filter(book -> figure.applyAsLong(book) > 0)
                .collect(Collectors.toMap(IntervalBook::intervalId, figure::applyAsLong));
    }

    private Map<Long, Long> stored(
            SeriesKey series, Kind kind, ToLongFunction<StoredInterval> figure, List<IntervalBook> books) {
        long last = books.getLast().intervalId();
        return fixture.store.reader().storedIntervals(series, kind).stream()
                .filter(interval -> interval.intervalId() <= last)
                .collect(Collectors.toMap(StoredInterval::intervalId, figure::applyAsLong));
    }
}
