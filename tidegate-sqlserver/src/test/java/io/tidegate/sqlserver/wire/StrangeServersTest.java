package io.tidegate.sqlserver.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.querystore.books.IntervalBook;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.incident.Incident;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.read.ContentReader;
import io.tidegate.sqlserver.read.DatabaseProbe;
import io.tidegate.sqlserver.read.DatabaseState;
import io.tidegate.sqlserver.read.IdentityReader;
import io.tidegate.sqlserver.read.IntervalReader;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.ServerProbe;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.HeavyEntry;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadLimits;
import io.tidegate.sqlserver.session.TestStep;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole way through one database, from its state to its plans, where names or collations are not the usual ones. */
class StrangeServersTest {
    private Simulated sim;

    @BeforeEach
    void start() {
        sim = new Simulated();
    }

    @AfterEach
    void stop() {
        sim.close();
    }

    static Stream<String> names() {
        return Stream.of(
                "we]ird",
                "]",
                "]]",
                "[x]; DROP TABLE y --",
                "O'Hara",
                "''",
                "a\"b",
                "100% _x_",
                "two  spaces ",
                "{db}",
                ":plan_ids ?",
                "/* */ -- x",
                "Zażółć gęślą 中文 😀",
                "x".repeat(128));
    }

    @ParameterizedTest
    @MethodSource("names")
    @Incident(122)
    void givenADatabaseOfAStrangeName_whenReadFromStateToPlans_thenAllComesFromIt(String name) {
        sim.server.databases().rename(sim.database, name);

        assertReadable(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Latin1_General_CS_AS", "Turkish_CI_AS", "Turkish_CS_AS", "Latin1_General_BIN2"})
    @Incident(95)
    void givenAServerOfAnotherCollation_whenReadFromStateToPlans_thenAllComes(String collation) {
        for (String database : List.of("master", "tempdb", sim.database)) {
            sim.server.databases().collation(database, collation);
        }

        assertReadable(sim.database);
    }

    private void assertReadable(String name) {
        List<IntervalBook> settled = sim.settled(name).subList(0, 3);
        try (var channel = sim.light().channel()) {
            assertThat(DatabaseState.readAll(channel))
                    .filteredOn(state -> state.name().equals(name))
                    .singleElement()
                    .satisfies(state ->
                            assertThat(state.ineligible(DatabaseFilter.ALL)).isEmpty());
            assertThat(ServerProbe.run(channel, List.of(new ServerProbe.Ask(name, Long.MIN_VALUE, 10))))
                    .singleElement()
                    .isInstanceOfSatisfying(
                            DatabaseProbe.Seen.class,
                            seen -> assertThat(seen.above()).hasSize(10));
            List<Long> ids = new ArrayList<>();
            IntervalReader.readAll(channel, name, interval -> ids.add(interval.id()));
            assertThat(ids).contains(settled.getFirst().intervalId());
        }
        Lease lease = sim.gate.acquire();
        HeavyEntry entry = sim.open(name, lease, new TestStep());
        try (HeavySession session = ((HeavyEntry.Entered) entry).session()) {
            StatsRange range = new StatsRange(
                    settled.getFirst().intervalId(), settled.getLast().intervalId(), false, null);
            var read = new RuntimeStatsReader(StoreColumns.OF_2022)
                    .read(session, name, range, ReadLimits.STANDARD, row -> {});
            assertThat(read.end().rows())
                    .isEqualTo(settled.stream().mapToLong(IntervalBook::rows).sum());
            assertThat(IdentityReader.identities(session, name, List.of(1L, 2L), ReadLimits.STANDARD)
                            .found())
                    .hasSize(2);
            List<Long> plans = new ArrayList<>();
            ContentReader.plans(
                    session, name, List.of(1L, 2L), 1 << 20, ReadLimits.STANDARD, plan -> plans.add(plan.planId()));
            assertThat(plans).containsExactly(1L, 2L);
        }
        lease.close();
    }
}
