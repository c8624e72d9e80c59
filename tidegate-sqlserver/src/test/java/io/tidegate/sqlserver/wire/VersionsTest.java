package io.tidegate.sqlserver.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.books.IntervalBook;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.sqlserver.capability.ServerVersion;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StatsRead;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadLimits;
import io.tidegate.sqlserver.session.TestStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Versions by what their views have, and rows that the source still keeps in two parts. */
class VersionsTest {
    private static final FleetSpec OLTP = FleetSpec.TEST.withWorkloads("oltp");
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:30Z");

    static Stream<Arguments> versions() {
        return Stream.of(
                Arguments.of(VersionProfile.V13, 13, new StoreColumns(false, false, false, false, false)),
                Arguments.of(VersionProfile.V14, 14, new StoreColumns(true, false, false, true, false)),
                Arguments.of(VersionProfile.V15, 15, new StoreColumns(true, false, false, true, false)),
                Arguments.of(VersionProfile.V16, 16, StoreColumns.OF_2022),
                Arguments.of(VersionProfile.V17, 17, StoreColumns.OF_2022));
    }

    @ParameterizedTest
    @MethodSource("versions")
    @Incident(36)
    void givenAVersion_whenProbedAndRead_thenItsMetricsAreThereAndTheOthersAbsent(
            VersionProfile profile, int major, StoreColumns expected) {
        try (Simulated sim = new Simulated(OLTP.as(profile))) {
            Lease lease = sim.gate.acquire();
            try (HeavySession session = sim.entered(lease, new TestStep())) {
                assertThat(ServerVersion.read(session.channel()).major()).isEqualTo(major);
                StoreColumns columns = StoreColumns.probe(session.channel());
                assertThat(columns).isEqualTo(expected);
                for (boolean byPlan : new boolean[] {false, true}) {
                    List<RuntimeRow> rows = readAll(sim, session, columns, byPlan, ReadLimits.STANDARD);
                    assertThat(rows).isNotEmpty().allSatisfy(row -> {
                        for (Metric metric : Metric.values()) {
                            assertThat(row.values().has(metric)).isEqualTo(metric.since() <= major);
                        }
                        assertThat(row.key().replicaGroup()).isEqualTo(1);
                    });
                }
            }
            lease.close();
        }
    }

    /** Mutation seen to break it: {@code KeyGroups.take} that stops at the limit although the key goes on. */
    @Test
    @Incident(15)
    void givenRowsInTwoParts_whenCutAtEveryRow_thenPartsOfAKeyStayTogether() {
        try (Simulated sim = new Simulated(OLTP, new ManualClock(NOW))) {
            Lease lease = sim.gate.acquire();
            try (HeavySession session = sim.entered(lease, new TestStep())) {
                List<RuntimeRow> whole = readAll(sim, session, StoreColumns.OF_2022, false, ReadLimits.STANDARD);
                assertThat(whole.stream().map(RuntimeRow::key).distinct().count())
                        .as("the newest intervals have split rows")
                        .isLessThan(whole.size());
                ReadLimits one = new ReadLimits(1, Long.MAX_VALUE, Duration.ofSeconds(30));
                List<RuntimeRow> pieces = readAll(sim, session, StoreColumns.OF_2022, false, one);
                assertThat(pieces).usingRecursiveComparison().isEqualTo(whole);
            }
            lease.close();
        }
    }

    /** Mutation seen to break it: {@code HeavyRead.endedBy} that ends the handler as if all had come. */
    @Test
    void givenAHangBetweenTheTwoPartsOfAKey_whenCutAndResumed_thenNoPartIsLostOrTwice() {
        try (Simulated sim = new Simulated(OLTP, new ManualClock(NOW))) {
            Lease lease = sim.gate.acquire();
            try (HeavySession session = sim.entered(lease, new TestStep())) {
                List<RuntimeRow> whole = readAll(sim, session, StoreColumns.OF_2022, false, ReadLimits.STANDARD);
                int part = 0;
                while (!whole.get(part).key().equals(whole.get(part + 1).key())) {
                    part++;
                }
                sim.next(new Fault.Hang(Point.afterRows(part + 1), Hold.UNTIL_RELEASED, false));
                ReadLimits brief = new ReadLimits(100_000, Long.MAX_VALUE, Duration.ofMillis(500));
                List<RuntimeRow> pieces = readAll(sim, session, StoreColumns.OF_2022, false, brief);
                assertThat(sim.server.faults().triggered()).containsEntry("next", 1L);
                assertThat(pieces).usingRecursiveComparison().isEqualTo(whole);
            }
            lease.close();
        }
    }

    /** The newest intervals, the open one among them. */
    private static List<RuntimeRow> readAll(
            Simulated sim, HeavySession session, StoreColumns columns, boolean byPlan, ReadLimits limits) {
        List<IntervalBook> books = sim.store().books().booksAt(sim.fleet.clock().now());
        List<IntervalBook> newest = books.subList(books.size() - 3, books.size());
        StatsRange range =
                new StatsRange(newest.getFirst().intervalId(), newest.getLast().intervalId(), byPlan, null);
        List<RuntimeRow> rows = new ArrayList<>();
        RuntimeStatsReader reader = new RuntimeStatsReader(columns);
        StatsRead read = reader.read(session, sim.database, range, limits, rows::add);
        while (!read.end().isComplete()) {
            range = range.behind(read.lastKey());
            read = reader.read(session, sim.database, range, limits, rows::add);
        }
        return rows;
    }
}
