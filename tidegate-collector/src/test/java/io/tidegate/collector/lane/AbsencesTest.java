package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.fleet.DatabaseOperations;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.Instance;
import io.tidegate.collector.CapturedLog;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.CoverageWord;
import io.tidegate.core.ledger.TimeCoverage;
import io.tidegate.core.store.Stretch;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the log says over twenty passes of both loops when a database goes: one line, not a storm, and one when it is back. Mutations seen to
 * break it: no memory of what was told; a line for each pass; a rename that is told as a going, too.
 */
class AbsencesTest {
    private static final int PASSES = 20;

    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.sized(1, 2));
    private final String gone = fixture.database();
    private final long phase = fixture.ticker.readNanos();
    private final ServerLane lane = fixture.lane(CollectorFixture.settings(), phase, phase + 1);
    private final CapturedLog log = CapturedLog.of("io.tidegate");

    @AfterEach
    void close() {
        log.close();
        lane.close();
        fixture.close();
    }

    static Stream<Arguments> goings() {
        return Stream.of(
                Arguments.of(
                        "offline",
                        going((databases, name) -> databases.state(name, DatabaseState.OFFLINE)),
                        "it is offline",
                        Stretch.Word.UNREACHABLE,
                        going((databases, name) -> databases.state(name, DatabaseState.ONLINE))),
                Arguments.of(
                        "restoring",
                        going((databases, name) -> databases.state(name, DatabaseState.RESTORING)),
                        "it is restoring",
                        Stretch.Word.UNREACHABLE,
                        going((databases, name) -> databases.state(name, DatabaseState.ONLINE))),
                Arguments.of(
                        "single-user",
                        going((databases, name) -> databases.singleUser(name, 0)),
                        "single-user",
                        Stretch.Word.UNOBSERVED,
                        going((databases, name) -> databases.restricted(name, false))));
    }

    private static BiConsumer<DatabaseOperations, String> going(BiConsumer<DatabaseOperations, String> change) {
        return change;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("goings")
    @Incident({92, 94})
    void givenADatabaseThatGoes_whenWatchedOverTwentyPasses_thenOneLineSaysSoAndOneThatItIsBack(
            String how,
            BiConsumer<DatabaseOperations, String> goes,
            String reason,
            Stretch.Word word,
            BiConsumer<DatabaseOperations, String> returns) {
        passes(2);
        assertThat(log.lines()).isEmpty();

        goes.accept(fixture.server().databases(), gone);
        passes(PASSES);

        assertThat(log.lines())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("server=sim-1 database=" + gone + " ", reason)
                        .doesNotContain("\n"));
        assertThat(lane.status().detail()).contains(gone + ": not collected, ", reason);
        assertThat(stretches(gone)).singleElement().satisfies(stretch -> {
            assertThat(stretch.word()).isEqualTo(word);
            assertThat(stretch.detail()).contains(reason);
            assertThat(Duration.between(stretch.from(), stretch.to())).isEqualTo(Duration.ofMinutes(PASSES));
        });

        returns.accept(fixture.server().databases(), gone);
        passes(PASSES);

        assertThat(log.lines())
                .hasSize(2)
                .last()
                .satisfies(line -> assertThat(line).endsWith("database=" + gone + " is collected again"));
        assertThat(lane.status().detail()).doesNotContain("not collected");
        assertThat(stretches(gone))
                .filteredOn(stretch -> stretch.word() == word)
                .singleElement()
                .satisfies(stretch -> assertThat(Duration.between(stretch.to(), fixture.clock.now()))
                        .isEqualTo(Duration.ofMinutes(PASSES)));
    }

    @Test
    @Incident(114)
    void givenADatabaseWhoseQueryStoreWasNeverOn_whenTicked_thenStatusAndCoverageSaySoWithWhatToDo() {
        Instance instance = fixture.server().instance();
        List<VirtualTable> empty = fixture.queryStore().tables().stream()
                .map(AbsencesTest::withoutRows)
                .toList();
        instance.add(new Database(
                instance.nextDatabaseId(), "Legacy", instance.clock().now(), empty, () -> false));

        passes(4);

        assertThat(lane.status().detail())
                .contains("Legacy: not collected, Query Store was never on."
                        + " Next: ALTER DATABASE [Legacy] SET QUERY_STORE = ON");
        assertThat(TimeCoverage.forgetful(fixture.store.reader()).of(null, "Legacy", (oldest, now) -> oldest))
                .singleElement()
                .satisfies(time -> {
                    assertThat(time.series()).isNull();
                    assertThat(time.time().words()).containsOnlyKeys(CoverageWord.OFF);
                    assertThat(Duration.between(time.from(), time.to())).isGreaterThanOrEqualTo(Duration.ofMinutes(3));
                });
    }

    static VirtualTable withoutRows(VirtualTable table) {
        return (VirtualTable) Objects.requireNonNull(Proxy.newProxyInstance(
                VirtualTable.class.getClassLoader(),
                new Class<?>[] {VirtualTable.class},
                (self, method, args) -> method.getName().equals("scan") ? new NoRows() : method.invoke(table, args)));
    }

    /** A scan of nothing. */
    private static final class NoRows implements RowCursor {
        @Override
        public boolean advance() {
            return false;
        }

        @Override
        public Object value(int column) {
            throw new IllegalStateException("no row");
        }

        @Override
        public void close() {}
    }

    @Test
    @Incident(94)
    void
            givenADatabaseThatIsDroppedOrDetached_whenWatchedOverTwentyPasses_thenOneLineSaysSoAndOneThatItIsAttachedAgain() {
        passes(2);
        Database file = Objects.requireNonNull(fixture.server().instance().database(gone));
        fixture.server().instance().drop(gone);
        passes(PASSES);

        assertThat(log.lines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("database=" + gone + " ", "dropped, detached"));
        assertThat(lane.status().detail()).doesNotContain(gone);
        assertThat(stretches(gone)).singleElement().satisfies(stretch -> {
            assertThat(stretch.word()).isEqualTo(Stretch.Word.UNOBSERVED);
            assertThat(stretch.detail()).contains("dropped, detached");
        });

        fixture.server().instance().add(file);
        passes(PASSES);

        assertThat(log.lines())
                .hasSize(2)
                .last()
                .satisfies(line -> assertThat(line).endsWith("database=" + gone + " is collected again"));
    }

    @Test
    @Incident(94)
    void givenARename_whenWatchedOverTwentyPasses_thenItIsOneLineAndNoGoing() {
        passes(2);
        fixture.server().databases().rename(gone, "Archive");
        passes(PASSES);

        assertThat(log.lines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("database=Archive was " + gone + " before"));
    }

    /** What is recorded of a database beside its idle minutes. */
    private List<Stretch> stretches(String database) {
        return fixture.store.reader().stretches(1).stream()
                .filter(stretch -> stretch.database().equals(database))
                .filter(stretch -> stretch.word() != Stretch.Word.IDLE)
                .toList();
    }

    private void passes(int count) {
        for (int i = 0; i < count; i++) {
            fixture.clock.advance(Duration.ofMinutes(1));
            fixture.pass(Duration.ofMinutes(1));
            lane.tick(phase);
            lane.backfill();
        }
    }
}
