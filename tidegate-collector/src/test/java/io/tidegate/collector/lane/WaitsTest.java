package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.WaitBook;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.StoreHook;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Wait stats by tick and backfill, against the books of the simulated Query Store, whose newest intervals have split and late
 * rows.
 */
class WaitsTest {
    private static final FleetSpec OLTP = FleetSpec.TEST.withWorkloads("oltp");

    static Stream<VersionProfile> versions() {
        return Stream.of(VersionProfile.V14, VersionProfile.V16, VersionProfile.V17);
    }

    @ParameterizedTest
    @Incident(38)
    @MethodSource("versions")
    void givenAVersionWithWaits_whenTickedAndBackfilledInSmallSlices_thenTheirSumsAreThoseOfTheBooks(
            VersionProfile profile) {
        try (CollectorFixture fixture = new CollectorFixture(OLTP.as(profile))) {
            ServerLane lane = lane(fixture, fixture.tools, 700);
            read(fixture, lane);

            SeriesKey series = series(lane);
            Map<Long, Long> truth = truth(fixture);
            assertThat(truth.values()).allSatisfy(sum -> assertThat(sum).isPositive());
            assertThat(stored(fixture, series)).isEqualTo(truth);
            assertThat(fixture.store.reader().storedIntervals(series, Kind.WAITS))
                    .allSatisfy(interval -> assertThat(interval.distinctKeys()).isEqualTo(interval.rows()));
            assertThat(executions(fixture, series)).isEqualTo(executionTruth(fixture));
            assertThat(fixture.server().judge().maximum()).isOne();
            lane.close();
        }
    }

    @Test
    void givenAVersionWithoutWaits_whenTickedAndBackfilled_thenNoneAreListedAndRuntimeStatsAreWhole() {
        try (CollectorFixture fixture = new CollectorFixture(OLTP.as(VersionProfile.V13))) {
            ServerLane lane = lane(fixture, fixture.tools, 100_000);
            read(fixture, lane);

            SeriesKey series = series(lane);
            assertThat(fixture.store.reader().ledger(series, Kind.WAITS)).isEmpty();
            assertThat(executions(fixture, series)).isEqualTo(executionTruth(fixture));
            lane.close();
        }
    }

    @Test
    void givenAStoreThatFailsTwice_whenReadOn_thenNoWaitIsLostOrTwice() {
        try (CollectorFixture fixture = new CollectorFixture(OLTP)) {
            int[] calls = {0};
            ServerLane lane = lane(
                    fixture,
                    fixture.tools(StoreHook.before(fixture.store, "stage", () -> {
                        if (++calls[0] == 3 || calls[0] == 8) {
                            throw new StoreException("the disk is gone for a moment", null, false);
                        }
                    })),
                    700);
            read(fixture, lane);

            assertThat(calls[0]).isGreaterThan(8);
            assertThat(stored(fixture, series(lane))).isEqualTo(truth(fixture));
            lane.close();
        }
    }

    @Test
    void givenHeldWaits_whenTheCensusIsDue_thenTheyAreVerifiedLikeRuntimeStats() {
        try (CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST)) {
            ServerLane lane = lane(fixture, fixture.tools, 100_000);
            lane.tick(fixture.ticker.readNanos());
            lane.backfill();

            for (Kind kind : Kind.values()) {
                List<LedgerEntry> held = fixture.store.reader().ledger(series(lane), kind).stream()
                        .filter(entry -> entry.state() == State.HELD)
                        .toList();
                assertThat(held)
                        .isNotEmpty()
                        .allSatisfy(entry -> assertThat(entry.flags()).containsExactly(Flag.VERIFIED));
            }
            lane.close();
        }
    }

    private static ServerLane lane(CollectorFixture fixture, CollectorTools tools, long rows) {
        CollectorSettings lite = CollectorFixture.settings();
        CollectorSettings small = new CollectorSettings(
                lite.tick(),
                lite.backfill(),
                lite.deadline(),
                new ReadBudget(lite.budget().bytes(), rows, lite.budget().time()),
                lite.read(),
                lite.planCapBytes(),
                lite.horizon(),
                true,
                true);
        long phase = fixture.ticker.readNanos();
        return fixture.lane(
                tools,
                small,
                fixture.target(),
                phase,
                phase + Duration.ofSeconds(30).toNanos());
    }

    /** Passes of both loops while the source's clock goes on; then it stands until all is held. */
    private static void read(CollectorFixture fixture, ServerLane lane) {
        for (int i = 0; i < 6; i++) {
            lane.tick(fixture.ticker.readNanos());
            fixture.clock.advance(Duration.ofMinutes(1));
            lane.backfill();
        }
        fixture.clock.advance(Duration.ofMinutes(3));
        int passes = 0;
        while (lane.tick(fixture.ticker.readNanos()) != PassOutcome.DONE || isPending(fixture, lane)) {
            lane.backfill();
            fixture.pass(Duration.ofMinutes(1));
            assertThat(++passes).as("passes until all is held").isLessThan(300);
        }
    }

    private static boolean isPending(CollectorFixture fixture, ServerLane lane) {
        long due = fixture.settled().getLast().intervalId() - 1;
        return List.of(Kind.values()).stream()
                .flatMap(kind -> fixture.store.unheld(series(lane), kind).stream())
                .anyMatch(entry -> entry.interval().id() <= due);
    }

    private static SeriesKey series(ServerLane lane) {
        return lane.databases().iterator().next().series().key();
    }

    private static Map<Long, Long> stored(CollectorFixture fixture, SeriesKey series) {
        long last = fixture.settled().getLast().intervalId() - 1;
        return new TreeMap<>(fixture.store.reader().storedIntervals(series, Kind.WAITS).stream()
                .filter(interval -> interval.intervalId() <= last)
                .collect(Collectors.toMap(StoredInterval::intervalId, StoredInterval::waitMillis)));
    }

    private static Map<Long, Long> truth(CollectorFixture fixture) {
        List<IntervalBook> books = fixture.settled();
        return new TreeMap<>(books.subList(0, books.size() - 1).stream()
                .collect(Collectors.toMap(
                        IntervalBook::intervalId,
                        book ->
                                fixture
                                        .queryStore()
                                        .books()
                                        .waits(book.epoch(), book.intervalId(), fixture.clock.now())
                                        .stream()
                                        .mapToLong(WaitBook::totalWaitMillis)
                                        .sum())));
    }

    private static Map<Long, Long> executions(CollectorFixture fixture, SeriesKey series) {
        long last = fixture.settled().getLast().intervalId() - 1;
        return new TreeMap<>(fixture.store.reader().storedIntervals(series).stream()
                .filter(interval -> interval.intervalId() <= last)
                .collect(Collectors.toMap(StoredInterval::intervalId, StoredInterval::executions)));
    }

    private static Map<Long, Long> executionTruth(CollectorFixture fixture) {
        List<IntervalBook> books = fixture.settled();
        return new TreeMap<>(books.subList(0, books.size() - 1).stream()
                .collect(Collectors.toMap(IntervalBook::intervalId, IntervalBook::executions)));
    }
}
