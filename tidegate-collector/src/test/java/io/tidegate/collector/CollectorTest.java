package io.tidegate.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Point;
import io.tidegate.collector.lane.ServerLane;
import io.tidegate.core.gate.Admission;
import io.tidegate.core.gate.InstanceIdentity;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.ForwardingStore;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.core.time.Await;
import io.tidegate.core.time.ManualPause;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a process does once for all its lanes. Mutations seen to break it: intents that are not made suspects; old facts that
 * one step is thought to have deleted; a close that lets loops go on, sends no attention, or forgets what is still held.
 */
class CollectorTest {
    private final CollectorFixture fixture = new CollectorFixture();
    private final MemoryLeaseLog log = new MemoryLeaseLog();
    private final List<ManualPause> pauses = new CopyOnWriteArrayList<>();
    private Collector collector;

    @AfterEach
    void close() {
        fixture.server().faults().release();
        Await.until("no body runs", () -> collector.lanes().stream().noneMatch(ServerLane::isBusy));
        collector.close();
        fixture.close();
    }

    @Test
    void givenAStoredIntentOfAnEarlierLife_whenTheFirstProbeSeesTheRestart_thenTheIntentEndsAndReadingGoesOn() {
        SessionIdentity old = session(fixture.server().name(), LocalDateTime.parse("2020-01-01T00:00:00"));
        log.storeIntent(fixture.server().name(), old, Instant.EPOCH);
        collector = collector(CollectorFixture.HORIZON);

        assertThat(collector.lanes().getFirst().tick(fixture.ticker.readNanos()))
                .isEqualTo(PassOutcome.DONE);

        assertThat(fixture.endedIntents).containsExactly(old);
    }

    @Test
    void givenAStoredIntentOfAnotherInstance_whenProbed_thenItStays() {
        SessionIdentity elsewhere = session("other", LocalDateTime.parse("2020-01-01T00:00:00"));
        log.storeIntent(fixture.server().name(), elsewhere, Instant.EPOCH);
        collector = collector(CollectorFixture.HORIZON);

        collector.lanes().getFirst().tick(fixture.ticker.readNanos());

        assertThat(fixture.endedIntents).isEmpty();
        var lease = ((Admission.Granted)
                        fixture.tools.gates().gate(fixture.server().name()).tryAcquire(Purpose.TICK, ""))
                .lease();
        assertThat(lease.suspectOn(elsewhere.instance())).isPresent();
        lease.close();
    }

    @Test
    @Incident({47, 103})
    void givenFactsBeyondTheHorizon_whenTheirTurnComes_thenTheyAreDeletedInStepsUntilNoneIsLeft() {
        long[] ids = java.util.stream.LongStream.rangeClosed(1, 450).toArray();
        SeriesKey series = StoreFixture.listed(fixture.store, ids);
        for (long id : ids) {
            StoreFixture.held(fixture.store, series, id, StoreFixture.row(id, 1, 1));
        }
        fixture.store.observe(
                new Observation(series, fixture.clock.now(), List.of(), false, Long.MIN_VALUE, StoreFixture.options()));
        Instant kept = StoreFixture.interval(440).end();
        collector = collector(Duration.between(kept, fixture.clock.now()));
        collector.start();
        ManualPause expiry = pauses.getFirst();
        Await.until("it waits", expiry::isWaiting);
        assertThat(expiry.lastAskedNanos() - fixture.ticker.readNanos())
                .isEqualTo(Duration.ofMinutes(10).toNanos());

        expiry.release();

        Await.until("it waits again", expiry::isWaiting);
        assertThat(fixture.store.reader().storedIntervals(series))
                .extracting(interval -> interval.intervalId())
                .startsWith(440L)
                .hasSize(11);
        assertThat(StoreFixture.entry(fixture.store, series, 1).state()).isEqualTo(State.GONE);
    }

    /** Fails when moving old facts stops after the first part, is not tried again after a failure, or is not reached by wrapped stores. */
    @Test
    void givenFactsToArchive_whenTheirTurnComes_thenTheyGoPartByPartAndAFailureWaitsForTheNextTurn() {
        AtomicInteger calls = new AtomicInteger();
        CollectorStore archiving = new ForwardingStore(fixture.store) {
            @Override
            public boolean archive() {
                if (calls.incrementAndGet() == 4) {
                    throw new StoreException("no space", new IllegalStateException("test"));
                }
                return calls.get() < 3;
            }
        };
        collector = collector(CollectorFixture.HORIZON, fixture.tools(new ForwardingStore(archiving) {}));
        collector.start();
        ManualPause turn = pauses.getFirst();
        for (int calledThen : new int[] {3, 4, 5}) {
            Await.until("it waits", turn::isWaiting);
            turn.release();
            Await.until("it waits again", () -> calls.get() == calledThen && turn.isWaiting());
        }
    }

    @Test
    void givenRunningLoops_whenClosed_thenTheyEndAndNothingIsAdmitted() {
        collector = collector(CollectorFixture.HORIZON);
        collector.start();

        collector.close();

        assertThat(pauses).hasSizeGreaterThanOrEqualTo(3).allSatisfy(pause -> {
            if (pause != pauses.getLast()) {
                assertThat(pause.isStopped()).isTrue();
            }
        });
        assertThat(collector.lanes().getFirst().tick(fixture.ticker.readNanos()))
                .isEqualTo(PassOutcome.CANCELLED);
    }

    /** Fails with a process that sends no attention when it is to stop. */
    @Test
    void givenAStatementThatHears_whenClosed_thenItIsAskedToEndAndReleasesItsLock() {
        CompletableFuture<PassOutcome> pass = passThatHangs(false);

        CompletableFuture<Void> closing = closing();

        Await.until("it has heard", pass::isDone); // long before the driver's own time limit
        assertThat(pass.join()).isIn(PassOutcome.CUT, PassOutcome.CANCELLED);
        Await.until("it is closed", () -> {
            pauses.getLast().release();
            return closing.isDone();
        });
        assertThat(fixture.leases).extracting(LeaseRow::ending).containsOnly(LeaseEnding.RELEASED);
    }

    /** Fails with a process that goes without writing down what it holds. */
    @Test
    void givenAStatementThatIsDeaf_whenClosed_thenItIsLeftAfterTenSecondsAndItsLeaseIsUnknownAtExit() {
        CompletableFuture<PassOutcome> pass = passThatHangs(true);
        int before = pauses.size();

        CompletableFuture<Void> closing = closing();
        Await.until(
                "it looks whether all have ended",
                () -> pauses.size() > before && pauses.getLast().isWaiting());
        fixture.ticker.advance(Duration.ofSeconds(10));
        pauses.getLast().release();
        closing.join();

        assertThat(fixture.leases)
                .extracting(LeaseRow::ending, LeaseRow::server)
                .containsExactly(
                        tuple(LeaseEnding.UNKNOWN_AT_EXIT, fixture.server().name()));
        assertThat(fixture.server().judge().running()).isOne();
        fixture.server().faults().release();
        pass.join();
    }

    private CompletableFuture<PassOutcome> passThatHangs(boolean isDeaf) {
        collector = collector(CollectorFixture.HORIZON);
        CollectorFixture.next(fixture.server(), new Fault.Hang(Point.START, Hold.UNTIL_RELEASED, isDeaf));
        CompletableFuture<PassOutcome> pass =
                CompletableFuture.supplyAsync(collector.lanes().getFirst()::backfill, Thread::startVirtualThread);
        Await.until("it is held", () -> !fixture.server().faults().held().isEmpty());
        return pass;
    }

    private CompletableFuture<Void> closing() {
        return CompletableFuture.runAsync(collector::close, Thread::startVirtualThread);
    }

    private Collector collector(Duration horizon) {
        return collector(horizon, fixture.tools);
    }

    private Collector collector(Duration horizon, CollectorTools tools) {
        CollectorSettings lite = CollectorFixture.settings();
        CollectorSettings settings = new CollectorSettings(
                lite.tick(),
                lite.backfill(),
                lite.deadline(),
                lite.budget(),
                lite.read(),
                lite.planCapBytes(),
                horizon,
                true,
                true);
        return new Collector(
                tools,
                settings,
                List.of(fixture.target()),
                log,
                () -> {
                    ManualPause pause = new ManualPause();
                    pauses.add(pause);
                    return pause;
                },
                "");
    }

    private static SessionIdentity session(String instance, LocalDateTime started) {
        return new SessionIdentity(new InstanceIdentity(instance, started), 51, started.plusHours(1));
    }
}
