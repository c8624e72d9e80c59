package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.DatabaseOperations;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.DatabaseState;
import io.tidegate.collector.CapturedLog;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.incident.Incident;
import java.time.Duration;
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
                        going((databases, name) -> databases.state(name, DatabaseState.ONLINE))),
                Arguments.of(
                        "restoring",
                        going((databases, name) -> databases.state(name, DatabaseState.RESTORING)),
                        "it is restoring",
                        going((databases, name) -> databases.state(name, DatabaseState.ONLINE))),
                Arguments.of(
                        "single-user",
                        going((databases, name) -> databases.singleUser(name, 0)),
                        "single-user",
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

        returns.accept(fixture.server().databases(), gone);
        passes(PASSES);

        assertThat(log.lines())
                .hasSize(2)
                .last()
                .satisfies(line -> assertThat(line).endsWith("database=" + gone + " is collected again"));
        assertThat(lane.status().detail()).doesNotContain("not collected");
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

    private void passes(int count) {
        for (int i = 0; i < count; i++) {
            fixture.clock.advance(Duration.ofMinutes(1));
            fixture.pass(Duration.ofMinutes(1));
            lane.tick(phase);
            lane.backfill();
        }
    }
}
