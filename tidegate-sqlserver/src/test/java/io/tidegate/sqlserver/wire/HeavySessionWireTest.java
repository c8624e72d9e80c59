package io.tidegate.sqlserver.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.fault.Fault.Drop;
import io.sqlserversim.fault.Fault.Fail;
import io.sqlserversim.fault.Fault.Hang;
import io.sqlserversim.fault.Fault.Trickle;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Point;
import io.sqlserversim.querystore.books.IntervalBook;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.gate.StandIn;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.time.Await;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StatsRead;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.HeavyEntry;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import io.tidegate.sqlserver.session.RingThree;
import io.tidegate.sqlserver.session.SessionCost;
import io.tidegate.sqlserver.session.TestGate;
import io.tidegate.sqlserver.session.TestStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ring 3, the guard, cuts and ends over the wire.
 *
 * <p>Mutations seen to break it: a {@code HeavySession.close} that tells the lease <em>released</em> where the server has not
 * answered (deaf, drop, kill); a {@code HeavyRead} that takes the close of its statement for an acknowledgement (deaf, cut by
 * the row limit); {@code Guards} that put no guard in front (the guard's test); a
 * lock that is waited for.
 */
class HeavySessionWireTest {
    private static final RuntimeStatsReader READER = new RuntimeStatsReader(StoreColumns.OF_2022);
    private static final ReadLimits SHORT = new ReadLimits(100_000, 64L << 20, Duration.ofMillis(500));

    private final TestStep step = new TestStep();
    private final List<RuntimeRow> rows = new ArrayList<>();
    private Simulated sim;

    @BeforeEach
    void start() {
        sim = new Simulated();
    }

    @AfterEach
    void stop() {
        sim.close();
    }

    @Test
    void givenAnotherInstallationInside_whenOpened_thenRefusedWithItsName_andGrantedAfterItLeft() {
        TestGate other = new TestGate();
        Lease theirs = other.acquire();
        HeavySession inside = sim.entered(theirs, new TestStep());
        Lease ours = sim.gate.acquire();
        HeavyEntry.Refused refused = refusedWithoutWaiting(ours);
        ours.close();
        assertThat(refused.by().who())
                .contains("session " + inside.opened().identity().sessionId());
        assertThat(sim.gate.lastRow().ending()).isEqualTo(LeaseEnding.DEFERRED);

        inside.close();
        theirs.close();
        assertThat(other.lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
        try (Lease again = sim.gate.acquire();
                HeavySession session = sim.entered(again, step)) {
            assertThat(read(session, ReadLimits.STANDARD).end().isComplete()).isTrue();
        }
        assertThat(sim.server.judge().maximum()).isEqualTo(1);
    }

    /** Fails with a lock that is waited for. */
    private HeavyEntry.Refused refusedWithoutWaiting(Lease lease) {
        AtomicBoolean waited = new AtomicBoolean();
        CompletableFuture<HeavyEntry> entry =
                CompletableFuture.supplyAsync(() -> sim.open(lease, step), Thread::startVirtualThread);
        Await.until("an answer", () -> {
            sim.server.locks().snapshot().stream()
                    .filter(lock -> !lock.granted())
                    .forEach(lock -> waited.set(true));
            return entry.isDone();
        });
        assertThat(waited).as("a session waited for the lock").isFalse();
        return (HeavyEntry.Refused) entry.join();
    }

    @Test
    void givenTheLockDenied_whenOpened_thenTheViewStandsIn() {
        sim.server.locks().deny(true);
        Lease lease = sim.gate.acquire();
        try (HeavySession session = sim.entered(lease, step)) {
            assertThat(read(session, ReadLimits.STANDARD).end().isComplete()).isTrue();
        }
        lease.close();
        assertThat(sim.gate.lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
    }

    @Test
    void givenNoLock_whenReadBehindTheGuard_thenItThrowsAndNothingHeavyRuns() {
        RingThree mutant = (opened, lease) -> {
            lease.sentUnproven(opened.identity(), StandIn.OPERATOR);
            return new RingThree.Entry.Entered(new GuardWithoutLock(lease));
        };
        Lease lease = sim.gate.acquire();
        HeavyEntry entry = sim.sessions(mutant).open(sim.target, sim.database, lease, step);
        try (HeavySession session = ((HeavyEntry.Entered) entry).session()) {
            assertThatThrownBy(() -> read(session, ReadLimits.STANDARD))
                    .isInstanceOfSatisfying(
                            SqlServerException.class, e -> assertThat(e.fault()).isInstanceOf(Fault.Guarded.class));
        }
        lease.close();
        assertThat(sim.server.judge().total()).isZero();
    }

    @Test
    @Incident(56)
    void givenAHangBetweenRows_whenTheTimeLimitComes_thenCutAtAKeyAndReleased() {
        sim.next(new Hang(Point.afterRows(50), Hold.UNTIL_RELEASED, false));
        Lease lease = sim.gate.acquire();
        StatsRead read;
        try (HeavySession session = sim.entered(lease, step)) {
            read = read(session, SHORT);
            assertThat(sim.server.judge().running()).isZero();
            StatsRead rest = read(session, ReadLimits.STANDARD, range().behind(read.lastKey()));
            assertThat(rest.end().isComplete()).isTrue();
        }
        lease.close();
        assertThat(read.end().how()).isEqualTo(ReadEnd.How.TIME);
        assertThat(rows.stream().map(RuntimeRow::key).distinct().count()).isEqualTo(rowsInBooks());
        assertThat(sim.gate.lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
    }

    @Test
    @Incident({60, 86})
    void givenAHangBeforeTheFirstRow_whenTheDeadlineComes_thenCutWithoutARow() {
        sim.next(new Hang(Point.START, Hold.UNTIL_RELEASED, false));
        Lease lease = sim.gate.acquire();
        try (HeavySession session = sim.entered(lease, step)) {
            step.leave(Duration.ofMillis(300));
            StatsRead read = read(session, ReadLimits.STANDARD);
            assertThat(read.end().how()).isEqualTo(ReadEnd.How.DEADLINE);
            assertThat(read.lastKey()).isNull();
        }
        lease.close();
        assertThat(rows).isEmpty();
        assertThat(sim.gate.lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
    }

    @Test
    @Incident(55)
    void givenATricklingServer_whenTheDeadlinePasses_thenCutOnTheNextRow() {
        sim.next(new Trickle(Duration.ofMillis(20), false));
        Lease lease = sim.gate.acquire();
        try (HeavySession session = sim.entered(lease, step)) {
            StatsRead read = READER.read(session, sim.database, range(), ReadLimits.STANDARD, row -> {
                rows.add(row);
                if (rows.size() == 5) {
                    step.passDeadline();
                }
            });
            assertThat(read.end().how()).isEqualTo(ReadEnd.How.DEADLINE);
            assertThat(rows).hasSizeBetween(5, 8);
        }
        lease.close();
        assertThat(sim.gate.lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
    }

    @Test
    void givenAStopFromOutside_whenAStatementHangs_thenAttentionEndsIt() throws Exception {
        sim.next(new Hang(Point.afterRows(3), Hold.UNTIL_RELEASED, false));
        Lease lease = sim.gate.acquire();
        try (ExecutorService worker = Executors.newVirtualThreadPerTaskExecutor();
                HeavySession session = sim.entered(lease, step)) {
            CompletableFuture<StatsRead> reading =
                    CompletableFuture.supplyAsync(() -> read(session, ReadLimits.STANDARD), worker);
            awaitHeld();
            step.cancel();
            assertThat(reading.get().end().how()).isEqualTo(ReadEnd.How.CANCELLED);
        }
        lease.close();
        assertThat(sim.gate.lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
    }

    @Test
    @Incident({54, 57})
    void givenADeafServer_whenTheSecondLimitAborts_thenUnknownUntilTheServerHasEndedIt() throws Exception {
        sim.next(new Hang(Point.afterRows(3), Hold.UNTIL_RELEASED, true));
        Lease lease = sim.gate.acquire();
        HeavySession session = sim.entered(lease, step);
        SessionIdentity dead = session.opened().identity();
        try (ExecutorService worker = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<Void> reading = CompletableFuture.runAsync(
                    () -> {
                        try (session) {
                            read(session, SHORT);
                        }
                    },
                    worker);
            awaitHeld();
            step.abort();
            assertThatThrownBy(reading::get)
                    .hasCauseInstanceOf(SqlServerException.class)
                    .cause()
                    .satisfies(e -> assertThat(((SqlServerException) e).fault().endsSession())
                            .isTrue());
        }
        lease.close();
        assertThat(sim.gate.suspectOn(dead.instance()))
                .hasValueSatisfying(s -> assertThat(s.session()).isEqualTo(dead));
        assertThat(sim.server.judge().running()).isEqualTo(1);
        Lease refused = sim.gate.acquire();
        assertThat(sim.open(refused, new TestStep())).isInstanceOf(HeavyEntry.Refused.class);
        refused.close();
        assertThat(sim.gate.suspectOn(dead.instance())).isPresent();

        sim.server.faults().release();
        sim.awaitNoSessions();
        Lease proven = sim.gate.acquire();
        try (HeavySession next = sim.entered(proven, new TestStep())) {
            assertThat(read(next, ReadLimits.STANDARD).end().isComplete()).isTrue();
        }
        proven.close();
        assertThat(sim.gate.suspectOn(dead.instance())).isEmpty();
        assertThat(sim.server.judge().maximum()).isEqualTo(1);
    }

    @Test
    void givenACutThatADeafServerNeverAcknowledges_whenAborted_thenItIsNoCutButABrokenConnection() throws Exception {
        sim.next(new Hang(Point.afterRows(20), Hold.UNTIL_RELEASED, true));
        Lease lease = sim.gate.acquire();
        HeavySession session = sim.entered(lease, step);
        try (ExecutorService worker = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<StatsRead> reading = CompletableFuture.supplyAsync(
                    () -> read(session, new ReadLimits(2, 64L << 20, Duration.ofMinutes(1))), worker);
            Await.until("the cut of the row limit", () -> attentions(session) == 1);
            step.abort();
            assertThatThrownBy(reading::get)
                    .cause()
                    .isInstanceOfSatisfying(
                            SqlServerException.class, e -> assertThat(e.fault()).isInstanceOf(Fault.Unreachable.class));
        }
        session.close();
        lease.close();
        assertThat(sim.gate.suspectOn(session.opened().identity().instance())).isPresent();
    }

    private long attentions(HeavySession session) {
        int id = session.opened().identity().sessionId();
        return sim.server.instance().sessions().all().stream()
                .filter(other -> other.sessionId() == id)
                .mapToLong(other -> other.signals().attentions())
                .sum();
    }

    @Test
    void givenAConnectionThatDropsMidRow_whenRead_thenUnreachableAndUnknown() {
        sim.next(new Drop(Point.afterRows(20)));
        Lease lease = sim.gate.acquire();
        HeavySession session = sim.entered(lease, step);
        assertThatThrownBy(() -> read(session, ReadLimits.STANDARD))
                .isInstanceOfSatisfying(
                        SqlServerException.class, e -> assertThat(e.fault()).isInstanceOf(Fault.Unreachable.class));
        session.close();
        lease.close();
        assertThat(sim.gate.suspectOn(session.opened().identity().instance())).isPresent();
        sim.awaitNoSessions();
        Lease next = sim.gate.acquire();
        sim.entered(next, new TestStep()).close();
        next.close();
        assertThat(sim.gate.lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
    }

    @ParameterizedTest
    @CsvSource({
        "701, 17, 0, Transient",
        "1205, 13, 25, Transient",
        "262, 14, 0, NotPermitted",
        "976, 14, 3, DatabaseUnavailable",
        "12408, 16, 3, QueryStoreError"
    })
    void givenAnErrorAfterSomeRows_whenRead_thenClassifiedAndStillReleased(
            int number, int severity, int afterRows, String kind) {
        sim.next(new Fail(Point.afterRows(afterRows), new SqlError(number, severity, 1, "as scripted")));
        Lease lease = sim.gate.acquire();
        try (HeavySession session = sim.entered(lease, step)) {
            assertThatThrownBy(() -> read(session, ReadLimits.STANDARD))
                    .isInstanceOfSatisfying(SqlServerException.class, e -> {
                        assertThat(e.fault().getClass().getSimpleName()).isEqualTo(kind);
                        assertThat(e.fault().number()).isEqualTo(number);
                    });
        }
        lease.close();
        assertThat(rows.size()).isLessThanOrEqualTo(afterRows);
        assertThat(sim.gate.lastRow().ending()).isEqualTo(LeaseEnding.RELEASED);
    }

    @Test
    void givenAKill_whenRead_thenTheSessionIsOverAndUnknown() throws Exception {
        sim.next(new Hang(Point.afterRows(3), Hold.UNTIL_RELEASED, false));
        Lease lease = sim.gate.acquire();
        HeavySession session = sim.entered(lease, step);
        try (ExecutorService worker = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<StatsRead> reading =
                    CompletableFuture.supplyAsync(() -> read(session, ReadLimits.STANDARD), worker);
            awaitHeld();
            sim.server.instance().sessions().kill(session.opened().identity().sessionId());
            assertThatThrownBy(reading::get).hasCauseInstanceOf(SqlServerException.class);
        }
        session.close();
        lease.close();
        assertThat(sim.gate.suspectOn(session.opened().identity().instance())).isPresent();
    }

    @Test
    @Incident({73, 112})
    void givenARead_whenCharged_thenTheCostIsTheServersOwn() {
        Lease lease = sim.gate.acquire();
        try (HeavySession session = sim.entered(lease, step)) {
            read(session, ReadLimits.STANDARD);
            SessionCost first = session.charge();
            assertThat(first.logicalReads()).isPositive();
            assertThat(session.charge().logicalReads()).isLessThan(first.logicalReads());
        }
        lease.close();
        assertThat(sim.gate.lastRow().estimated()).isFalse();
        assertThat(sim.gate.lastRow().reads()).isPositive();
        assertThat(sim.gate.lastRow().rows()).isEqualTo(rows.size());
    }

    private StatsRead read(HeavySession session, ReadLimits limits) {
        return read(session, limits, range());
    }

    private StatsRead read(HeavySession session, ReadLimits limits, StatsRange range) {
        return READER.read(session, sim.database, range, limits, rows::add);
    }

    private StatsRange range() {
        List<IntervalBook> settled = sim.settled();
        return new StatsRange(settled.getFirst().intervalId(), settled.get(9).intervalId(), false, null);
    }

    private long rowsInBooks() {
        return sim.settled().subList(0, 10).stream()
                .mapToLong(IntervalBook::rows)
                .sum();
    }

    private void awaitHeld() {
        Await.until("a statement is held", () -> !sim.server.faults().held().isEmpty());
    }

    private record GuardWithoutLock(Lease lease) implements RingThree.Hold {
        @Override
        public List<BoundSql> guards() {
            return List.of(Statements.GUARD_LOCK.text().bind().build());
        }

        @Override
        public void leave() {
            lease.released();
        }
    }
}
