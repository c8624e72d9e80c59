package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.SimulatedServer;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.core.time.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every fault of the simulated server, by a fixed seed, until each has struck; then the rest is collected in calm.
 * Mutations that break it: a cursor that moves before its rows are stored, a retry that stages a batch again, or a lowest id
 * that is told too high ({@code ListKeeper.tail}) to a store that takes nothing back ({@code ObserveSql.list}), so that
 * intervals which are there are called gone.
 */
class StormTest {
    private static final Duration DEADLINE = Duration.ofSeconds(2);

    @TempDir
    Path folder;

    @Test
    void givenEachFaultStruckOnce_whenCollectedToTheEnd_thenNothingIsLostOrDoubled() throws Exception {
        storm(1);
    }

    @Test
    @Tag("proof")
    void givenEachFaultStruckTwentyTimes_whenCollectedToTheEnd_thenNothingIsLostOrDoubled() throws Exception {
        storm(20);
    }

    private void storm(long strikes) throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET.sized(2, 1));
                LiteProcess lite = LiteProcess.start(Pace.lite(folder, DEADLINE, Pace.targets(fleet)))) {
            fleet.servers().forEach(server -> rules().forEach(server.faults()::add));
            fleet.servers().forEach(server -> struck(server, strikes));
            deniedForAWhile(fleet, lite);
            fleet.servers().forEach(server -> {
                server.faults().clear();
                server.faults().release();
            });
            assertThat(Truth.whenCaughtUp(fleet, lite)).matches(Truth::isWhole);
            assertThat(fleet.servers())
                    .allSatisfy(server -> assertThat(server.judge().maximum()).isOne());
        }
    }

    private static void struck(SimulatedServer server, long strikes) {
        Await.until(
                "each fault has struck on " + server.name(),
                Pace.BOUND.multipliedBy(strikes),
                () -> server.faults().triggered().values().stream().allMatch(times -> times >= strikes));
    }

    /** The application lock is denied, and the look at other sessions stands in for it. */
    private static void deniedForAWhile(Fleet fleet, LiteProcess lite) {
        fleet.servers().forEach(server -> server.locks().deny(true));
        long before = good(lite);
        Await.until("some passes without the lock", Pace.BOUND, () -> good(lite) >= before + 4);
        fleet.servers().forEach(server -> server.locks().deny(false));
    }

    private static long good(LiteProcess lite) {
        return lite.collector().servers().stream()
                .mapToLong(status -> Pace.good(status.tick()) + Pace.good(status.backfill()))
                .sum();
    }

    private static List<FaultRule> rules() {
        return List.of(
                heavy("deaf hang", 2, new Fault.Hang(Point.START, seconds(3), true)),
                heavy("hang before the first row", 4, new Fault.Hang(Point.START, Hold.UNTIL_RELEASED, false)),
                heavy("hang mid-rowset", 5, new Fault.Hang(Point.afterRows(3), Hold.UNTIL_RELEASED, false)),
                heavy("drop", 6, new Fault.Drop(Point.afterRows(2))),
                heavy("lock time-out", 7, fail(1222, 16, "Lock request time out period exceeded.")),
                heavy("out of memory", 8, fail(701, 17, "There is insufficient system memory.")),
                heavy("trickle", 9, new Fault.Trickle(Duration.ofMillis(5), false)),
                new FaultRule(
                        "login refused",
                        Match.ANY,
                        Occurrence.spaced(8, 10, 20, Duration.ofSeconds(1)),
                        new Fault.RefuseLogin(List.of(new SqlError(17187, 16, 1, "SQL Server is not ready.")))));
    }

    private static FaultRule heavy(String name, long first, Fault fault) {
        return new FaultRule(name, Match.HEAVY, Occurrence.spaced(first, 6, 12, Duration.ofSeconds(1)), fault);
    }

    private static Fault fail(int number, int severity, String message) {
        return new Fault.Fail(Point.afterRows(1), new SqlError(number, severity, 1, message));
    }

    private static Hold seconds(long time) {
        return Hold.real(Duration.ofSeconds(time));
    }
}
