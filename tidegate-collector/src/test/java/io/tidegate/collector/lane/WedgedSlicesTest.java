package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.ledger.BudgetLadder;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.time.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A database whose statements wedge each time, over the wire. Mutations seen to break it: an abandoned slice that leaves the
 * budgets; a census in the day of rest.
 */
class WedgedSlicesTest {
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
    void givenStatementsThatWedge_whenAbandonedThreeTimes_thenBudgetsHalveAndItIsFailingAndTriedOnceADay()
            throws Exception {
        lane.backfill();
        fixture.clock.advance(Duration.ofMinutes(5));
        lane.tick(fixture.ticker.readNanos()); // what it holds is to be counted yet
        Instant success = lane.status().tick().lastSuccess();
        abandoned();
        assertThat(ladder())
                .extracting(BudgetLadder::level, BudgetLadder::failures)
                .containsExactly(1, 1);
        abandoned();
        assertThat(ladder())
                .extracting(BudgetLadder::level, BudgetLadder::failures)
                .containsExactly(2, 2);
        assertThat(ladder().isBackOfLine()).isFalse();
        abandoned();

        assertThat(ladder().isBackOfLine()).isTrue();
        assertThat(lane.status().detail())
                .contains("failing, fixed cost; tried once a day: a slice did not end by its deadline");
        assertThat(lane.status().tick().lastSuccess()).isEqualTo(success).isNotNull();

        fixture.clock.advance(Duration.ofHours(1)); // the census, and what was compiled, would be due
        long heavy = fixture.server().judge().total();
        lane.backfill();
        lane.tick(fixture.ticker.readNanos());
        assertThat(fixture.server().judge().total()).isEqualTo(heavy);
        fixture.clock.advance(Duration.ofDays(1));
        lane.backfill();
        assertThat(fixture.server().judge().total()).isGreaterThan(heavy);
    }

    private void abandoned() throws Exception {
        fixture.server().faults().clear();
        fixture.clock.advance(CollectorFixture.DEADLINE);
        CollectorFixture.hang(fixture.server());
        CompletableFuture<PassOutcome> pass =
                CompletableFuture.supplyAsync(() -> lane.tick(fixture.ticker.readNanos()), threads);
        Await.until("it hangs", () -> !fixture.server().faults().held().isEmpty());
        fixture.pass(CollectorFixture.DEADLINE);
        assertThat(pass.get()).isEqualTo(PassOutcome.ABANDONED);
        fixture.server().faults().release();
        Await.until("its body ends", () -> !lane.isBusy());
    }

    private BudgetLadder ladder() {
        return lane.databases().getFirst().ladder();
    }
}
