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
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Permission;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.core.gate.Gates;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus;
import io.tidegate.core.status.ServerStatus.State;
import io.tidegate.core.time.Await;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.session.RingThree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two loops on one server, while a slice is past its deadline and its statement runs on: how many heavy statements does the
 * server count at once? The proof that it can count two is the case {@link Rings#MUTANT_ALONE}, which differs from the
 * first case by nothing but the rings.
 */
class TwoLoopsOneServerTest {
    private static final Duration DEADLINE = Duration.ofSeconds(1);
    private static final String FAULT = "deaf hang";

    @TempDir
    Path folder;

    /** Which rings are on. */
    enum Rings {
        ONE_AND_THREE(1, false),
        NOTHING_PROVABLE(0, true),
        ALLOWED_UNPROVEN(1, true),
        MUTANT_WITH_RING_THREE(1, false),
        MUTANT_ALONE(2, false);

        final int heavyMax;
        final boolean lockDenied;

        Rings(int heavyMax, boolean lockDenied) {
            this.heavyMax = heavyMax;
            this.lockDenied = lockDenied;
        }

        boolean isMutant() {
            return this == MUTANT_WITH_RING_THREE || this == MUTANT_ALONE;
        }

        UnaryOperator<Gates<String>> ringOne() {
            return isMutant() ? real -> new LoopScopedGates() : UnaryOperator.identity();
        }

        UnaryOperator<RingThree> ringThree() {
            return this == MUTANT_ALONE ? real -> NO_RING : UnaryOperator.identity();
        }
    }

    private static final RingThree NO_RING = (session, lease) -> new RingThree.Entry.Entered(new RingThree.Hold() {
        @Override
        public List<BoundSql> guards() {
            return List.of();
        }

        @Override
        public void leave() {}
    });

    @ParameterizedTest
    @EnumSource
    @Incident(51)
    void givenSlicePastItsDeadline_whenTheOtherLoopComes_thenTheServerCountsAsTheRingsAllow(Rings rings)
            throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            SimulatedServer server = fleet.first();
            if (rings.lockDenied) {
                deny(server);
            }
            server.faults()
                    .add(new FaultRule(
                            FAULT,
                            Match.HEAVY,
                            Occurrence.only(1),
                            new Fault.Hang(Point.START, Hold.UNTIL_RELEASED, true)));
            var target = Pace.target(server, rings == Rings.ALLOWED_UNPROVEN);
            var settings = Pace.lite(folder, DEADLINE, List.of(target));
            try (LiteProcess lite = LiteProcess.start(settings, rings.ringOne(), rings.ringThree())) {
                try {
                    if (rings == Rings.NOTHING_PROVABLE) {
                        readsNothing(server, lite);
                    } else {
                        keepsTo(rings, server, lite);
                    }
                } finally {
                    server.faults().release();
                }
            }
            assertThat(server.judge().maximum()).isEqualTo(rings.heavyMax);
        }
    }

    private static void readsNothing(SimulatedServer server, LiteProcess lite) {
        Await.until(
                "both loops have tried three times",
                Pace.BOUND,
                () -> Pace.count(status(lite).tick(), PassOutcome.SKIPPED) >= 3
                        && Pace.count(status(lite).backfill(), PassOutcome.SKIPPED) >= 3);
        assertThat(status(lite).state()).isEqualTo(State.END_NOT_PROVABLE);
        assertThat(status(lite).detail()).contains("end not provable", "GRANT ");
        assertThat(server.judge().total()).isZero();
    }

    private static void keepsTo(Rings rings, SimulatedServer server, LiteProcess lite) {
        Await.until("a slice is abandoned", Pace.BOUND, () -> both(lite, PassOutcome.ABANDONED) >= 1);
        assertThat(server.judge().running()).isPositive();
        if (rings == Rings.MUTANT_ALONE) {
            Await.until("two at once", Pace.BOUND, () -> server.judge().maximum() == rings.heavyMax);
            return;
        }
        deferredAgain(lite, 2);
        Await.until("the second limit has cut the connection", Pace.BOUND, () -> lite.abandonedRunning() == 0);
        deferredAgain(lite, 3);
        assertThat(server.faults().held()).hasSize(1);
        assertThat(server.judge().total()).isOne();
        if (rings == Rings.ALLOWED_UNPROVEN) {
            return; // its suspect binds for an hour
        }
        server.faults().release();
        long good = good(lite);
        Await.until("reading goes on", Pace.BOUND, () -> good(lite) >= good + 2);
    }

    private static void deferredAgain(LiteProcess lite, int times) {
        long before = both(lite, PassOutcome.DEFERRED);
        Await.until(
                "deferred " + times + " more times",
                Pace.BOUND,
                () -> both(lite, PassOutcome.DEFERRED) >= before + times);
    }

    private static long both(LiteProcess lite, PassOutcome outcome) {
        ServerStatus status = status(lite);
        return Pace.count(status.tick(), outcome) + Pace.count(status.backfill(), outcome);
    }

    private static long good(LiteProcess lite) {
        return Pace.good(status(lite).tick()) + Pace.good(status(lite).backfill());
    }

    private static ServerStatus status(LiteProcess lite) {
        return lite.collector().servers().getFirst();
    }

    /** No application lock, and no look at other sessions; each database may still be read. */
    private static void deny(SimulatedServer server) {
        server.locks().deny(true);
        Grants grants = Grants.NONE.with(Permission.CONNECT_ANY_DATABASE).with(Permission.VIEW_ANY_DATABASE);
        for (String database : server.queryStores().keySet()) {
            grants = grants.withDatabase(database, Permission.VIEW_DATABASE_STATE);
        }
        Objects.requireNonNull(server.instance().login("monitor")).grants(grants);
    }
}
