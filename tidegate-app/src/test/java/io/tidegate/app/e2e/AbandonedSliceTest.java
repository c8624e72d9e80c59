package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.SimulatedServer;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.core.gate.Holder;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.status.LoopStatus;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus;
import io.tidegate.core.time.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What happens while a slice is abandoned, and after it has ended. Mutation that breaks it: a lease that ends at the
 * deadline, as in {@link TwoLoopsOneServerTest}; or a gate that stays unknown after the lock was had again.
 */
class AbandonedSliceTest {

    @TempDir
    Path folder;

    @Test
    @Incident({50, 53, 60})
    void givenAbandonedSlice_whenItsStatementEnds_thenTheTickThatWasDeferredRunsAndNothingIsLostOrDoubled()
            throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET.sized(2, 1))) {
            SimulatedServer wedged = fleet.first();
            hold(wedged);
            Duration deadline = Duration.ofSeconds(10);
            try (LiteProcess lite = LiteProcess.start(Pace.lite(folder, deadline, Pace.targets(fleet)))) {
                try {
                    Await.until("a slice is abandoned", Pace.BOUND, () -> abandoned(lite, wedged) >= 1);
                    long neighbour =
                            Pace.good(status(lite, fleet.servers().getLast()).tick());
                    Holder holder = Objects.requireNonNull(status(lite, wedged).holder());
                    assertThat(holder.abandoned()).isTrue();
                    String who = holder.purpose().words() + " has the lease since " + holder.since() + ", abandoned";
                    Await.until(
                            "the tick is deferred, and says by whom",
                            Pace.BOUND,
                            () -> isDeferredBy(lite, wedged, who));
                    assertThat(wedged.judge().running()).isOne();
                    Await.until(
                            "the neighbour's ticks go on",
                            Pace.BOUND,
                            () -> Pace.good(status(lite, fleet.servers().getLast())
                                            .tick())
                                    >= neighbour + 2);
                    assertThat(wedged.faults().held()).hasSize(1);
                } finally {
                    wedged.faults().release();
                }
                Await.until(
                        "the next tick runs",
                        Pace.BOUND,
                        () -> Pace.good(status(lite, wedged).tick()) >= 1);
                nothingIsLostOrDoubled(fleet, lite);
            }
        }
    }

    @Test
    @Incident(54)
    void givenConnectionCutAtTheSecondLimit_whenTheServerEndsTheStatementLater_thenTheGateOpensThenAndNotBefore()
            throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            SimulatedServer wedged = fleet.first();
            hold(wedged);
            Duration deadline = Duration.ofSeconds(1);
            try (LiteProcess lite = LiteProcess.start(Pace.lite(folder, deadline, Pace.targets(fleet)))) {
                try {
                    Await.until("a slice is abandoned", Pace.BOUND, () -> abandoned(lite, wedged) >= 1);
                    Await.until("the connection is cut", Pace.BOUND, () -> lite.abandonedRunning() == 0);
                    long before = Pace.count(status(lite, wedged).tick(), PassOutcome.DEFERRED);
                    Await.until(
                            "the tick is refused again and again",
                            Pace.BOUND,
                            () -> Pace.count(status(lite, wedged).tick(), PassOutcome.DEFERRED) >= before + 5);
                    assertThat(wedged.judge().running()).isOne();
                    assertThat(wedged.judge().total()).isOne();
                } finally {
                    wedged.faults().release();
                }
                Await.until(
                        "the gate opens",
                        Pace.BOUND,
                        () -> Pace.good(status(lite, wedged).tick()) >= 1);
                nothingIsLostOrDoubled(fleet, lite);
            }
        }
    }

    private static void hold(SimulatedServer server) {
        server.faults()
                .add(new FaultRule(
                        "deaf hang",
                        Match.HEAVY,
                        Occurrence.only(1),
                        new Fault.Hang(Point.START, Hold.UNTIL_RELEASED, true)));
    }

    /** Stops the fleet's clock and lets the loops catch up with it. */
    private static void nothingIsLostOrDoubled(Fleet fleet, LiteProcess lite) {
        assertThat(Truth.whenCaughtUp(fleet, lite)).matches(Truth::isWhole);
        assertThat(fleet.servers())
                .allSatisfy(server -> assertThat(server.judge().maximum()).isOne());
    }

    private static boolean isDeferredBy(LiteProcess lite, SimulatedServer server, String who) {
        LoopStatus tick = status(lite, server).tick();
        return tick.last() == PassOutcome.DEFERRED && tick.detail().contains(who);
    }

    private static long abandoned(LiteProcess lite, SimulatedServer server) {
        ServerStatus status = status(lite, server);
        return Pace.count(status.tick(), PassOutcome.ABANDONED) + Pace.count(status.backfill(), PassOutcome.ABANDONED);
    }

    private static ServerStatus status(LiteProcess lite, SimulatedServer server) {
        return lite.collector().servers().stream()
                .filter(status -> status.name().equals(server.name()))
                .findFirst()
                .orElseThrow();
    }
}
