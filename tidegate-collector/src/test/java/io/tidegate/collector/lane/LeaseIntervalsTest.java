package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.Point;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.ledger.IntervalClock.Phase;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.Verifier.Scope;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.time.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The row of each lease tells of which time its work was, however it ended. Mutations seen to break it: bands, counts or
 * peeks that tell nothing.
 */
class LeaseIntervalsTest {
    private final CollectorFixture fixture = new CollectorFixture();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ServerLane lane = fixture.lane(CollectorFixture.settings(), fixture.ticker.readNanos(), 0);

    @AfterEach
    void close() {
        fixture.server().faults().release();
        Await.until("no body runs", () -> !lane.isBusy());
        lane.close();
        fixture.close();
        threads.shutdownNow();
    }

    @Test
    void givenHistory_whenBackfilledAndCounted_thenBothLeasesTellFromTheFirstStartToTheLastEnd() {
        lane.backfill();

        assertOf(fixture.leases.get(0), stored());
        assertOf(fixture.leases.get(1), stored());
        assertThat(fixture.leases.get(2).from())
                .as("what was compiled is of no interval")
                .isNull();
    }

    @Test
    void givenAnOpenInterval_whenPeekedAt_thenItsLeaseTellsOfIt() {
        lane.tick(0);

        assertOf(fixture.leases.getFirst(), unsettled());
    }

    @Test
    void givenSettledIntervalsAndAnOpenOne_whenReadUnderOneLease_thenItTellsOfBoth() {
        lane.tick(0);
        fixture.clock.advance(Duration.ofMinutes(10));
        fixture.pass(Duration.ofMinutes(10));
        lane.tick(fixture.ticker.readNanos());

        LeaseRow<String> row = fixture.leases.stream()
                .filter(lease -> lease.from() != null)
                .skip(1)
                .findFirst()
                .orElseThrow();
        assertThat(row.from()).isEqualTo(stored().getFirst().start());
        assertThat(row.to()).isEqualTo(unsettled().getLast().end());
    }

    @Test
    void givenTextsAndPlans_whenFetched_thenTheirLeaseTellsOfNoTime() {
        lane.backfill();
        lane.tick(0);

        assertThat(fixture.leases.getLast().bytes()).isPositive();
        assertThat(fixture.leases.getLast().from()).isNull();
        assertThat(fixture.leases.getLast().to()).isNull();
    }

    @Test
    void givenHeldIntervals_whenVerified_thenEachLeaseTellsOfThem() {
        lane.backfill();
        fixture.leases.clear();

        lane.verify(new Scope(null, null, null, Duration.ZERO), new VerifyFindings());

        assertThat(fixture.leases).isNotEmpty().allSatisfy(row -> assertOf(row, stored()));
    }

    @Test
    void givenABandWhoseReadingFails_whenBackfilled_thenTheLeaseTellsOfIt() {
        CollectorFixture.next(
                fixture.server(), new Fault.Fail(Point.START, new SqlError(8134, 16, 1, "Divide by zero")));

        assertThat(lane.backfill()).isEqualTo(PassOutcome.FAILED);

        assertOf(fixture.leases.getFirst(), List.of(newest()));
    }

    @Test
    void givenABandThatIsAbandoned_whenItsBodyEnds_thenTheLeaseTellsOfIt() throws Exception {
        CollectorFixture.hang(fixture.server());
        CompletableFuture<PassOutcome> pass = CompletableFuture.supplyAsync(lane::backfill, threads);
        Await.until("it hangs", () -> !fixture.server().faults().held().isEmpty());

        fixture.pass(CollectorFixture.DEADLINE);
        assertThat(pass.get()).isEqualTo(PassOutcome.ABANDONED);
        fixture.server().faults().release();
        Await.until("its body ends", () -> !fixture.leases.isEmpty());

        assertThat(fixture.leases.getFirst().abandoned()).isTrue();
        assertOf(fixture.leases.getFirst(), List.of(newest()));
    }

    private static void assertOf(LeaseRow<String> row, List<RuntimeStatsInterval> intervals) {
        assertThat(row.from()).isEqualTo(intervals.getFirst().start());
        assertThat(row.to()).isEqualTo(intervals.getLast().end());
    }

    private SeriesKey series() {
        return lane.databases().getFirst().series().key();
    }

    private List<RuntimeStatsInterval> stored() {
        return fixture.held(series()).stream().map(LedgerEntry::interval).toList();
    }

    private List<RuntimeStatsInterval> unsettled() {
        return unheld(false);
    }

    /** Where the backfill begins. */
    private RuntimeStatsInterval newest() {
        return unheld(true).getLast();
    }

    private List<RuntimeStatsInterval> unheld(boolean isSettled) {
        var situation = lane.databases().getFirst().situation();
        Instant now = situation.sourceNow();
        return fixture.store.unheld(series(), Kind.RUNTIME).stream()
                .map(LedgerEntry::interval)
                .filter(interval -> (situation.clock().phase(interval, now) == Phase.SETTLED) == isSettled)
                .toList();
    }
}
