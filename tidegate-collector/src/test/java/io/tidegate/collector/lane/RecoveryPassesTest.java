package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.session.Session;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorTools;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.time.Await;
import io.tidegate.sqlserver.Login;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.HeavySessions;
import io.tidegate.sqlserver.session.LightSessions;
import io.tidegate.sqlserver.session.RingThreeChain;
import io.tidegate.sqlserver.session.SessionLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong in the midst of a slice, and the passes after it, until everything is there. */
class RecoveryPassesTest {
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Match STATS = Match.HEAVY.withText("tidegate:runtime_stats_by_");
    private static final Set<PassOutcome> GOOD = EnumSet.of(PassOutcome.DONE, PassOutcome.EMPTY, PassOutcome.CUT);
    private static final Point AMID = Point.afterRows(3);

    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST);
    private final Relay relay;
    private final long phase = fixture.ticker.readNanos();
    private final ServerLane lane;

    RecoveryPassesTest() throws IOException {
        relay = new Relay(fixture.server().port());
        lane = fixture.lane(tools(), CollectorFixture.settings(), target(), phase, phase + 1);
    }

    /** Light statements and logins end soon where nobody answers. */
    private CollectorTools tools() {
        CollectorTools all = fixture.tools;
        DriverConnections connections = new DriverConnections();
        SessionLimits limits = new SessionLimits(BOUND, SHORT, CollectorFixture.DEADLINE.multipliedBy(2));
        return new CollectorTools(
                all.store(),
                all.gates(),
                new HeavySessions(
                        connections,
                        RingThreeChain.standard((server, session) -> {}),
                        limits,
                        fixture.deadlines,
                        all.threads(),
                        fixture.ticker,
                        "test"),
                new LightSessions(connections, limits, fixture.ticker, "test"),
                all.steps(),
                all.memory(),
                all.clock(),
                all.ticker(),
                all.threads(),
                all.accounts(),
                all.registrations());
    }

    private ServerTarget target() {
        return ServerTarget.trusted(
                fixture.server().name(),
                "127.0.0.1",
                relay.port(),
                new Login("monitor", new Secret(FleetSpec.TEST.password())));
    }

    @AfterEach
    void close() throws IOException {
        fixture.server().faults().clear();
        fixture.server().faults().release();
        Await.until("the bodies' end", BOUND, () -> !lane.isBusy());
        lane.close();
        relay.close();
        fixture.close();
    }

    /**
     * Neither side is told: our sockets stay open, and at the server our session stays, with its lock, until it is ended there.
     */
    @Test
    void
            givenAPeerThatVanishedWithoutAWord_whenPassAfterPassIsTried_thenItIsRefusedWhileItsSessionIsThereAndThenAllIsHeldOnce() {
        lane.tick(phase);
        rule(new Fault.Hang(AMID, Hold.UNTIL_RELEASED, false), Occurrence.only(1));
        CompletableFuture<PassOutcome> pass = start();
        Await.until("it is held", BOUND, () -> !fixture.server().faults().held().isEmpty());
        relay.vanish();
        fixture.server().faults().release();
        fixture.pass(CollectorFixture.DEADLINE);
        assertThat(pass.join()).isEqualTo(PassOutcome.ABANDONED);
        fixture.pass(CollectorFixture.DEADLINE); // the second limit
        awaitUnknown();
        int suspect = ours().getFirst().sessionId();

        for (int tried = 0; tried < 3; tried++) {
            assertThat(lane.backfill()).as(lane.status().backfill().detail()).isEqualTo(PassOutcome.DEFERRED);
            assertThat(lane.status().backfill().detail()).contains("" + suspect);
            assertThat(ours()).extracting(Session::sessionId).contains(suspect);
        }
        endOurs(); // as keep-alive does in the end

        holdsAll();
    }

    @ParameterizedTest
    @ValueSource(ints = {1101, 1105})
    void givenTempdbThatIsFullForSomePasses_whenItHasSpaceAgain_thenTheReadingGoesOnAndAllIsHeldOnce(int number) {
        lane.tick(phase);
        rule(new Fault.Fail(AMID, new SqlError(number, 17, 2, "tempdb is full")), Occurrence.ALWAYS);

        for (int tried = 0; tried < 3; tried++) {
            assertThat(lane.backfill()).isEqualTo(PassOutcome.FAILED);
            assertThat(lane.status().backfill().detail()).contains("" + number, "Free space in tempdb");
            assertThat(fixture.leases.getLast().ending()).isEqualTo(LeaseEnding.RELEASED);
        }
        fixture.server().faults().clear();

        holdsAll();
    }

    /** The suspect lived on an instance that is gone; a new one is not bound by it. */
    @Test
    void givenAFailoverInTheMidstOfASlice_whenTheOtherInstanceIsThere_thenItIsReadAtOnceAndAllIsHeldOnce()
            throws Exception {
        lane.tick(phase);
        rule(new Fault.Hang(AMID, Hold.UNTIL_RELEASED, true), Occurrence.only(1));
        CompletableFuture<PassOutcome> pass = start();
        Await.until("it is held", BOUND, () -> !fixture.server().faults().held().isEmpty());

        fixture.server().failover("NODE-B", fixture.clock.now());

        assertThat(pass.join()).isEqualTo(PassOutcome.FAILED);
        awaitUnknown();
        fixture.pass(CollectorFixture.settings().backfill());
        holdsAll();
    }

    private CompletableFuture<PassOutcome> start() {
        return CompletableFuture.supplyAsync(lane::backfill, Thread::startVirtualThread);
    }

    private void rule(Fault fault, Occurrence occurrence) {
        fixture.server().faults().add(new FaultRule("amid", STATS, occurrence, fault));
    }

    private void awaitUnknown() {
        Await.until(
                "an end that is not known",
                BOUND,
                () -> fixture.leases.stream().anyMatch(row -> row.ending() == LeaseEnding.UNKNOWN));
    }

    /** Our heavy sessions, as the server sees them. */
    private List<Session> ours() {
        return fixture.server().instance().sessions().all().stream()
                .filter(session -> session.login().programName().startsWith("Tidegate/heavy"))
                .toList();
    }

    private void endOurs() {
        ours().forEach(session -> fixture.server().instance().sessions().kill(session.sessionId()));
        Await.until("it has ended", BOUND, () -> ours().isEmpty());
    }

    private void holdsAll() {
        for (int pass = 0; pass < 4; pass++) {
            assertThat(lane.backfill()).as(lane.status().backfill().detail()).isIn(GOOD);
            assertThat(lane.tick(phase)).as(lane.status().tick().detail()).isIn(GOOD);
        }
        assertThat(lane.backfill()).isEqualTo(PassOutcome.EMPTY);
        HeldRows.assertWhole(fixture, lane, CollectorFixture.START);
        assertThat(lane.status().isGateUnknown()).isFalse();
        assertThat(fixture.server().judge().maximum()).isOne();
    }
}
