package io.tidegate.bench.overlap.day;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.engine.ResponseSink;
import io.sqlserversim.engine.StatementEnded;
import io.sqlserversim.engine.StatementEnded.Reason;
import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.session.RunningRequest;
import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionLogin;
import io.tidegate.core.gate.Admission;
import io.tidegate.core.gate.Gate;
import io.tidegate.core.gate.GateRegistry;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.time.Await;
import io.tidegate.core.time.Pause;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each part of the rule by which the clock may move; broken by leaving out that part of {@code Stillness} or {@code Site}. */
class StillnessTest {
    private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");

    private final VirtualTime time = new VirtualTime(START);
    private final ManualClock clock = new ManualClock(START);
    private final SimulatedServer server =
            DayServers.make(clock, DayPlan.brief(Duration.ofHours(1), 7)).getFirst();
    private final Gate gate = new GateRegistry<String>("n", row -> {}, time, time).gate("a");
    private final CountedThreads steps = new CountedThreads();
    private final CountedThreads attentions = new CountedThreads();
    private final CountedThreads looks = new CountedThreads();
    private final Stillness stillness =
            new Stillness(time, List.of(new Site(server, gate)), steps, attentions, looks, 2);
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterEach
    void end() {
        over.countDown();
        server.faults().release();
        time.end();
    }

    private void park(Pause pause) {
        int before = time.parked();
        Thread.ofVirtual().start(() -> pause.until(time.readNanos() + 1));
        Await.until("it is parked", () -> time.parked() == before + 1);
    }

    /** A session whose request runs; not held yet. */
    private Session running() {
        SessionLogin login =
                new SessionLogin("monitor", "p", "host", "jdbc", 1, false, false, new UUID(0, 1), "127.0.0.1", 1);
        Session session = server.instance().sessions().open(51, login, "tempdb");
        session.begin(new RunningRequest(clock.now(), "SELECT", "select 1", "tempdb"));
        return session;
    }

    private void hold(Session session) {
        server.faults()
                .add(new FaultRule(
                        "hold",
                        Match.HEAVY,
                        Occurrence.ALWAYS,
                        new Fault.Hang(Point.START, Hold.simulated(Duration.ofMinutes(1)), false)));
        ResponseSink sink = (ResponseSink) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ResponseSink.class}, (proxy, method, args) -> 0L);
        Thread.ofVirtual().start(() -> {
            try {
                server.faults().begin(session, "select 1", true).beforeRow(sink, 0);
            } catch (StatementEnded asked) {
                // as an attention does
            }
        });
        Await.until("it is held", () -> server.faults().held().size() == 1);
    }

    private Lease lease() {
        return gate.tryAcquire(Purpose.TICK, "Sales") instanceof Admission.Granted granted
                ? granted.lease()
                : Lease.UNGATED;
    }

    private void body() {
        steps.newThread(this::awaitOver).start();
    }

    private void awaitOver() {
        try {
            over.await();
        } catch (InterruptedException leaving) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void givenALoopThatIsNotInItsPause_whenNothingElseRuns_thenItIsNotStill() {
        park(time.pause());
        assertThat(stillness.holds()).isFalse();
        park(time.pause());
        assertThat(stillness.holds()).isTrue();
    }

    @Test
    void givenARunningStatement_whenItIsHeld_thenOnlyThenItIsStill() {
        park(time.pause());
        park(time.pause());
        Session session = running();
        assertThat(stillness.holds()).isFalse();
        hold(session);
        assertThat(stillness.holds()).isTrue();
        clock.advance(Duration.ofMinutes(1));
        assertThat(stillness.holds()).isFalse();
    }

    @Test
    void givenALeaseWhoseStatementIsHeld_whenItsLoopWaits_thenItIsStillAndWithoutTheLoopOnceAbandoned() {
        park(time.pause());
        Lease lease = lease();
        body();
        assertThat(stillness.holds()).isFalse();
        hold(running());
        assertThat(stillness.holds()).isTrue();
        lease.abandoned();
        assertThat(stillness.holds()).isFalse();
        park(time.pause());
        assertThat(stillness.holds()).isTrue();
    }

    @Test
    void givenAStatementOlderThanTheLease_whenTheLeaseIsAtWork_thenItExcusesNobody() {
        hold(running());
        time.moveTo(time.readNanos() + 100);
        park(time.pause());
        lease();
        body();
        assertThat(stillness.holds()).isFalse();
    }

    /** The server's clock shows whole ticks: by it the statement seems to be older than its own lease. */
    @Test
    void givenALeaseBetweenTwoTicksOfTheServersClock_whenItsStatementIsHeld_thenItIsStill() {
        time.moveTo(time.readNanos() + 99);
        clock.set(time.instant());
        park(time.pause());
        lease();
        body();
        hold(running());
        assertThat(stillness.holds()).isTrue();
    }

    @Test
    void givenAnAttentionOnItsWay_whenTheServerHasNotReadIt_thenItIsNotStill() throws Exception {
        park(time.pause());
        park(time.pause());
        Session session = running();
        hold(session);
        session.signals().deaf(true);
        CountDownLatch sent = new CountDownLatch(1);
        time.after(Duration.ZERO, () -> attentions.newThread(sent::countDown).start());

        assertThat(stillness.fireOne()).isTrue();
        sent.await();
        Await.until("its thread has ended", () -> attentions.alive() == 0);
        assertThat(stillness.holds()).isFalse();
        session.signals().raise(Reason.ATTENTION);
        assertThat(stillness.holds()).isTrue();
    }

    /** Fails when a look is taken for an attention: no statement ever hears of it, and it is never at rest again. */
    @Test
    void givenALookAtWhoWaits_whenItHasEnded_thenNothingElseIsWaitedFor() {
        park(time.pause());
        park(time.pause());
        hold(running());
        CountDownLatch answered = new CountDownLatch(1);
        time.after(
                Duration.ZERO,
                () -> looks.newThread(() -> Await.until("answered", () -> answered.getCount() == 0))
                        .start());

        assertThat(stillness.fireOne()).isTrue();
        assertThat(stillness.holds()).isFalse();
        answered.countDown();
        Await.until("its thread has ended", () -> looks.alive() == 0);
        assertThat(stillness.holds()).isTrue();
    }

    @Test
    void givenAnAbort_whenTheBodyHasNotEnded_thenItIsNotStill() {
        park(time.pause());
        park(time.pause());
        Lease lease = lease();
        lease.abandoned();
        body();
        hold(running());
        assertThat(stillness.holds()).isTrue();
        time.after(Duration.ZERO, () -> steps.newThread(() -> {}).start());

        assertThat(stillness.fireOne()).isTrue();
        Await.until("the hook has ended", () -> steps.alive() == 1);
        assertThat(stillness.holds()).isFalse();
        lease.close();
        over.countDown();
        Await.until("the body has ended", () -> steps.alive() == 0);
        assertThat(stillness.holds()).isTrue();
    }
}
