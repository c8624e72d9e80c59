package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fault.Fault.Hang;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Point;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Permission;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.MemoryPermits.Permit;
import io.tidegate.collector.work.Work;
import io.tidegate.collector.work.WorkResult;
import io.tidegate.collector.work.WorkResult.Obstacle;
import io.tidegate.core.gate.Admission;
import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.Gate;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.time.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Each way in which a try for a lease ends: the word, the permit, the row. Mutations seen to break it: a permit that is not
 * given back (after a failure, a refusal at the server, an abandoned body's end); an abandoned slice that stays among the
 * others' permits.
 */
class LeaseRunnerTest {
    private static final Duration DEADLINE = CollectorFixture.DEADLINE;

    private final CollectorFixture fixture = new CollectorFixture();
    private final LoopRecord record = new LoopRecord();
    private final LeaseRunner runner =
            new LeaseRunner(fixture.tools, fixture.target(), Purpose.BACKFILL, record, () -> Duration.ofSeconds(30));
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch began = new CountDownLatch(1);

    @AfterEach
    void close() {
        go.countDown();
        Await.until("all permits are home", () -> fixture.memory.taken() == 0 && fixture.memory.quarantined() == 0);
        fixture.close();
    }

    @Test
    void givenAFreeServer_whenTheWorkEnds_thenItsResultIsReturnedAndTheLeaseReleased() {
        Ended ended = run((session, slice) -> WorkResult.of(PassOutcome.DONE, 3));

        assertThat(ended).isEqualTo(new Ended(PassOutcome.DONE, "", WorkResult.of(PassOutcome.DONE, 3), null));
        assertThat(lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
        assertThat(lastRow().purpose()).isEqualTo(Purpose.BACKFILL);
        assertThat(lastRow().database()).isEqualTo(fixture.database());
        assertThat(fixture.memory.taken()).isZero();
    }

    @Test
    @Incident(120)
    void givenWorkThatThrows_whenRun_thenFailedWithTheCauseAndTheLeaseReleasedInOrder() {
        IllegalStateException bug = new IllegalStateException("near 'SELECT secret'");

        Ended ended = run((session, slice) -> {
            throw bug;
        });

        assertThat(ended.outcome()).isEqualTo(PassOutcome.FAILED);
        assertThat(ended.failure()).isSameAs(bug);
        assertThat(ended.detail()).as("what the page shows").isEqualTo("an unforeseen IllegalStateException.");
        assertThat(lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
    }

    @Test
    void givenAServerThatIsGone_whenRun_thenFailedWithNothingSent() {
        fixture.server().close();

        assertThat(run(never()).outcome()).isEqualTo(PassOutcome.FAILED);
        assertThat(lastRow().ending()).isEqualTo(LeaseEnding.NOTHING_SENT);
    }

    @Test
    @Incident({58, 59})
    void givenWorkPastItsDeadline_whenRun_thenAbandonedWithItsPermitApartUntilItEnds() throws Exception {
        CompletableFuture<Ended> ended = CompletableFuture.supplyAsync(() -> run(waiting()));
        began.await();
        assertThat(fixture.memory.taken()).isOne();

        fixture.pass(DEADLINE);

        assertThat(ended.get().outcome()).isEqualTo(PassOutcome.ABANDONED);
        assertThat(ended.get().detail()).contains("abandoned after 180 s", "keeps the lease");
        assertThat(fixture.memory.taken()).isZero();
        assertThat(fixture.memory.quarantined()).isOne();
        assertThat(runner.step().isInFlight()).isTrue();
        assertThat(fixture.leases).isEmpty();

        Ended next = run(never());
        assertThat(next.outcome()).isEqualTo(PassOutcome.DEFERRED);
        assertThat(next.detail()).contains("backfill has the lease since ", ", abandoned");
        assertThat(lastRow().deferredBy().who()).contains("backfill of " + fixture.database() + ", abandoned");

        go.countDown();
        Await.until("the body's end", () -> !runner.step().isInFlight());
        Await.until("its lease", () -> lastRow().ending() == LeaseEnding.RELEASED);
        assertThat(lastRow().abandoned()).isTrue();
        assertThat(run((session, slice) -> WorkResult.of(PassOutcome.DONE, 0)).outcome())
                .isEqualTo(PassOutcome.DONE);
    }

    @Test
    @Incident(52)
    void givenTheOtherLoopInside_whenTried_thenDeferredAtOnceAndTheHolderIsInTheRow() {
        try (var held = take(Purpose.TICK)) {
            Ended ended = run(never());

            assertThat(ended.outcome()).isEqualTo(PassOutcome.DEFERRED);
            assertThat(ended.detail()).startsWith("deferred: tick has the lease since ");
            assertThat(lastRow().ending()).isEqualTo(LeaseEnding.DEFERRED);
            assertThat(lastRow().deferredBy().what()).isEqualTo(DeferredBy.Kind.LEASE);
            assertThat(record.streak().refusals()).isOne();
        }
        run((session, slice) -> WorkResult.of(PassOutcome.DONE, 0));
        assertThat(record.streak().refusals()).isZero();
    }

    @Test
    void givenAnotherInstallationInside_whenTried_thenRefusedAtTheServerAndThePermitIsBack() throws Exception {
        CollectorFixture here = fixture;
        var theirs = new io.tidegate.core.gate.GateRegistry<String>("other", row -> {}, here.clock::now, here.ticker);
        var lease = ((Admission.Granted) theirs.gate("x").tryAcquire(Purpose.TICK, "")).lease();
        var step = new io.tidegate.core.step.AbandonableStep("other", here.tools.steps());
        var run = step.start(lease, DEADLINE, context -> {
            var entry = (io.tidegate.sqlserver.session.HeavyEntry.Entered)
                    here.tools.heavy().open(here.target(), "", lease, context);
            try (var session = entry.session()) {
                began.countDown();
                go.await();
            }
            return "";
        });
        began.await();

        Ended ended = run(never());

        assertThat(ended.outcome()).isEqualTo(PassOutcome.DEFERRED);
        assertThat(lastRow().deferredBy().what()).isEqualTo(DeferredBy.Kind.LOCK);
        assertThat(record.streak().refusals()).isOne();
        assertThat(here.memory.taken()).isZero();
        go.countDown();
        run.await();
    }

    @Test
    @Incident(114)
    void givenAServerWhereNothingIsProvable_whenTried_thenSkippedWithTheGrantAndNothingHeavyRuns() {
        fixture.server().locks().deny(true);
        fixture.server()
                .instance()
                .login("monitor")
                .grants(Grants.NONE.with(Permission.CONNECT_ANY_DATABASE).with(Permission.VIEW_ANY_DATABASE));

        Ended ended = run(never());

        assertThat(ended.outcome()).isEqualTo(PassOutcome.SKIPPED);
        assertThat(ended.detail()).contains("end not provable", "GRANT EXECUTE ON sys.sp_getapplock");
        assertThat(ended.result().obstacle()).isEqualTo(Obstacle.END_NOT_PROVABLE);
        assertThat(fixture.server().judge().total()).isZero();
    }

    @Test
    @Incident({5, 66})
    void givenNoMemory_whenTried_thenDeferredForMemoryAndTheGateIsFreeAgain() {
        List<Permit> all = List.of(
                fixture.memory.tryAcquire().orElseThrow(),
                fixture.memory.tryAcquire().orElseThrow());

        Ended ended = run(never());

        assertThat(ended.outcome()).isEqualTo(PassOutcome.DEFERRED);
        assertThat(lastRow().deferredBy().what()).isEqualTo(DeferredBy.Kind.MEMORY);
        assertThat(gate().holder()).isEmpty();
        assertThat(record.streak().refusals()).isOne();
        all.forEach(Permit::close);
    }

    @Test
    void givenARequestToStop_whenAStatementHangs_thenAttentionEndsItAndItsLeaseIsReleased() throws Exception {
        CollectorFixture.next(fixture.server(), new Hang(Point.START, Hold.UNTIL_RELEASED, false));
        CompletableFuture<Ended> ended = CompletableFuture.supplyAsync(() -> run((session, slice) -> {
            long first = fixture.settled().getFirst().intervalId();
            var end = io.tidegate.sqlserver.read.CensusReader.read(
                    session,
                    fixture.database(),
                    io.tidegate.core.model.Kind.RUNTIME,
                    first,
                    first,
                    slice.limits(),
                    count -> {});
            slice.context().throwIfCancelled();
            return WorkResult.of(end.isComplete() ? PassOutcome.DONE : PassOutcome.CUT, 0);
        }));
        Await.until(
                "the statement hangs", () -> !fixture.server().faults().held().isEmpty());

        runner.step().cancel();

        assertThat(ended.get().outcome()).isEqualTo(PassOutcome.CANCELLED);
        assertThat(lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
    }

    @Test
    void givenShutdown_whenTried_thenCancelled() {
        fixture.tools.gates().admitNothing();

        assertThat(run(never()).outcome()).isEqualTo(PassOutcome.CANCELLED);
        assertThat(fixture.leases).isEmpty();
    }

    private Ended run(Work work) {
        return runner.run(fixture.database(), DEADLINE, ReadBudget.STANDARD, work);
    }

    private Work waiting() {
        return (session, slice) -> {
            began.countDown();
            try {
                go.await();
            } catch (InterruptedException never) {
                throw new AssertionError("no worker is interrupted", never);
            }
            return WorkResult.of(PassOutcome.DONE, 0);
        };
    }

    private static Work never() {
        return (session, slice) -> {
            throw new AssertionError("must not be reached");
        };
    }

    private Gate gate() {
        return fixture.tools.gates().gate(fixture.server().name());
    }

    private io.tidegate.core.gate.Lease take(Purpose purpose) {
        return ((Admission.Granted) gate().tryAcquire(purpose, "")).lease();
    }

    private LeaseRow<String> lastRow() {
        return fixture.leases.getLast();
    }
}
