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
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.Verifier.Scope;
import io.tidegate.core.time.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The most that one server can see of us at once, by the formula of {@code docs/concurrency.md}: everything that may ask does so
 * while everything is held. Mutations seen to break it: a probe that logs in anew
 * and leaves the kept session; a kept session whose predecessor is not closed.
 */
class ConnectionBoundTest {
    private static final String LIGHT = "Tidegate/light";
    private static final String HEAVY = "Tidegate/heavy";
    private static final Duration LOOK = Duration.ofSeconds(3);

    private final CountedConnections connections = new CountedConnections();
    private final CollectorFixture fixture =
            new CollectorFixture(FleetSpec.TEST, connections, Thread.ofVirtual().factory());
    private final long phase = fixture.ticker.readNanos();
    private final ServerLane lane = fixture.lane(CollectorFixture.settings(), phase, phase + 1);

    @AfterEach
    void close() {
        fixture.server().faults().clear();
        fixture.server().faults().release();
        Await.until("the bodies' end", Duration.ofMinutes(1), () -> !lane.isBusy());
        lane.close();
        fixture.close();
    }

    @Test
    void
            givenAnAbandonedStatement_whenBothLoopsAComparisonAndALookStandStillToo_thenTheServerHasFiveConnectionsOfOurs() {
        CollectorFixture.hang(fixture.server());
        hold("tidegate:blocked_by_session");
        CompletableFuture<PassOutcome> abandoned = start(lane::backfill);
        awaitHeld(1);
        fixture.pass(LOOK);
        awaitHeld(2);
        fixture.pass(CollectorFixture.DEADLINE);
        assertThat(abandoned.join()).isEqualTo(PassOutcome.ABANDONED);

        hold("tidegate:databases");
        List<CompletableFuture<?>> asking = List.of(
                start(() -> lane.tick(phase)),
                start(lane::backfill),
                start(() -> lane.verify(new Scope(null, null, null, Duration.ZERO), new VerifyFindings())));
        awaitHeld(5);

        assertThat(sessions(HEAVY)).isOne();
        assertThat(sessions(LIGHT)).isEqualTo(4);
        assertThat(fixture.server().connections()).isEqualTo(5);
        assertThat(connections.most(fixture.server().name())).isEqualTo(5);
        fixture.server().faults().clear();
        fixture.server().faults().release();
        asking.forEach(CompletableFuture::join);
        Await.until("the bodies' end", Duration.ofMinutes(1), () -> !lane.isBusy());
        Await.until(
                "one light session rests",
                Duration.ofMinutes(1),
                () -> fixture.server().connections() == 1);
        assertThat(connections.most(fixture.server().name())).isEqualTo(5);
    }

    /** Fails with a session that is left open when what was asked on it failed. */
    @Test
    void givenProbesThatFail_whenPassAfterPassIsTried_thenNoConnectionIsLeftOpen() {
        lane.tick(phase);
        fixture.server()
                .faults()
                .add(new FaultRule(
                        "ill",
                        Match.ANY.withText("tidegate:databases"),
                        Occurrence.ALWAYS,
                        new Fault.Fail(Point.START, new SqlError(8134, 16, 1, "Divide by zero error encountered."))));

        for (int pass = 0; pass < 5; pass++) {
            assertThat(lane.tick(phase)).isEqualTo(PassOutcome.FAILED);
        }

        Await.until(
                "none is open", Duration.ofMinutes(1), () -> fixture.server().connections() == 0);
        assertThat(connections.open(fixture.server().name())).isZero();
    }

    private static <T> CompletableFuture<T> start(Supplier<T> pass) {
        return CompletableFuture.supplyAsync(pass, Thread::startVirtualThread);
    }

    private void hold(String marker) {
        fixture.server()
                .faults()
                .add(new FaultRule(
                        marker,
                        Match.ANY.withText(marker),
                        Occurrence.ALWAYS,
                        new Fault.Hang(Point.START, Hold.UNTIL_RELEASED, true)));
    }

    private void awaitHeld(int statements) {
        Await.until(
                statements + " are held",
                Duration.ofMinutes(1),
                () -> fixture.server().faults().held().size() == statements);
    }

    private long sessions(String program) {
        Stream<Session> all = fixture.server().instance().sessions().all().stream();
        return all.filter(session -> session.login().programName().startsWith(program))
                .count();
    }
}
