package io.tidegate.sqlserver.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.WaitBook;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.ledger.RowMerger;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.model.WaitRow;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.sqlserver.read.CensusReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StatsRead;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.read.WaitStatsReader;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadLimits;
import io.tidegate.sqlserver.session.TestStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows of wait stats from the wire, against the books of the simulated Query Store. */
class WaitStatsReaderTest {
    private static final FleetSpec OLTP = FleetSpec.TEST.withWorkloads("oltp");
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:30Z");

    static Stream<VersionProfile> versions() {
        return Stream.of(VersionProfile.V14, VersionProfile.V15, VersionProfile.V16, VersionProfile.V17);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void givenAVersion_whenSettledIntervalsAreRead_thenRowsAndCensusAreThoseOfTheBooks(VersionProfile profile) {
        try (Simulated sim = new Simulated(OLTP.as(profile), new ManualClock(NOW))) {
            inside(sim, session -> {
                StoreColumns columns = StoreColumns.probe(session.channel());
                List<IntervalBook> few = sim.settled().subList(0, 4);
                StatsRange range = range(few);
                List<WaitRow> rows = readAll(sim, session, columns, range, ReadLimits.STANDARD);
                assertThat(rows).hasSizeGreaterThan(20);
                assertThat(rows).extracting(WaitRow::key).isSorted();
                assertThat(sums(rows)).isEqualTo(truth(sim, few));

                Map<Long, IntervalFigures> counted = new HashMap<>();
                CensusReader.read(
                        session,
                        sim.database,
                        Kind.WAITS,
                        range.firstIntervalId(),
                        range.lastIntervalId(),
                        ReadLimits.STANDARD,
                        count -> counted.put(count.intervalId(), count.figures()));
                for (IntervalBook book : few) {
                    List<WaitRow> own = rows.stream()
                            .filter(row -> row.key().intervalId() == book.intervalId())
                            .toList();
                    assertThat(counted.get(book.intervalId())).isEqualTo(IntervalFigures.of(own));
                }
            });
        }
    }

    @Test
    void givenRowsInTwoParts_whenCutAtEveryRow_thenPartsStayTogetherAndAddUp() {
        try (Simulated sim = new Simulated(OLTP, new ManualClock(NOW))) {
            inside(sim, session -> {
                List<IntervalBook> books = sim.store().books().booksAt(NOW);
                StatsRange range = range(books.subList(books.size() - 3, books.size()));
                List<WaitRow> whole = readAll(sim, session, StoreColumns.OF_2022, range, ReadLimits.STANDARD);
                assertThat(whole.stream().map(WaitRow::key).distinct().count())
                        .as("the newest intervals have split rows")
                        .isLessThan(whole.size());
                ReadLimits one = new ReadLimits(1, Long.MAX_VALUE, Duration.ofSeconds(30));
                assertThat(readAll(sim, session, StoreColumns.OF_2022, range, one))
                        .isEqualTo(whole);
            });
        }
    }

    @Test
    void givenAKeyOfTheOtherKindOrAnOrderByPlan_whenRead_thenRefused() {
        try (Simulated sim = new Simulated(OLTP, new ManualClock(NOW))) {
            inside(sim, session -> {
                StatsRange wrong = new StatsRange(1, 2, false, new RuntimeKey(1, 1, 1, 0));
                assertThatThrownBy(() -> readAll(sim, session, StoreColumns.OF_2022, wrong, ReadLimits.STANDARD))
                        .isInstanceOf(IllegalArgumentException.class);
                StatsRange byPlan = new StatsRange(1, 2, true, null);
                assertThatThrownBy(() -> readAll(sim, session, StoreColumns.OF_2022, byPlan, ReadLimits.STANDARD))
                        .isInstanceOf(IllegalArgumentException.class);
            });
        }
    }

    private static StatsRange range(List<IntervalBook> books) {
        return new StatsRange(books.getFirst().intervalId(), books.getLast().intervalId(), false, null);
    }

    private static List<WaitRow> readAll(
            Simulated sim, HeavySession session, StoreColumns columns, StatsRange all, ReadLimits limits) {
        List<WaitRow> rows = new ArrayList<>();
        WaitStatsReader reader = new WaitStatsReader(columns);
        StatsRange range = all;
        StatsRead read = reader.read(session, sim.database, range, limits, rows::add);
        while (!read.end().isComplete()) {
            range = range.behind(read.lastKey());
            read = reader.read(session, sim.database, range, limits, rows::add);
        }
        return rows;
    }

    private static Map<WaitKey, Long> sums(List<WaitRow> raw) {
        Map<WaitKey, Long> sums = new HashMap<>();
        RowMerger<WaitRow> merger = RowMerger.waits();
        for (WaitRow part : raw) {
            put(sums, merger.accept(part));
        }
        put(sums, merger.finish());
        return sums;
    }

    private static void put(Map<WaitKey, Long> sums, WaitRow finished) {
        if (finished != null) {
            assertThat(sums.put(finished.key(), finished.totalMillis())).isNull();
        }
    }

    private static Map<WaitKey, Long> truth(Simulated sim, List<IntervalBook> books) {
        Map<WaitKey, Long> sums = new HashMap<>();
        for (IntervalBook book : books) {
            for (WaitBook row : sim.store().books().waits(book.epoch(), book.intervalId(), NOW)) {
                WaitKey key = new WaitKey(
                        book.intervalId(), row.replicaGroupId(), row.planId(), row.waitCategory(), row.executionType());
                sums.put(key, row.totalWaitMillis());
            }
        }
        return sums;
    }

    private static void inside(Simulated sim, Consumer<HeavySession> work) {
        Lease lease = sim.gate.acquire();
        try (HeavySession session = sim.entered(lease, new TestStep())) {
            work.accept(session);
        }
        lease.close();
    }
}
