package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.work.WorkResult;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.time.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clocks on walls jump; what is measured does not. */
class ClockJumpTest {
    private final CollectorFixture fixture = new CollectorFixture();
    private final LeaseRunner runner = new LeaseRunner(
            fixture.tools, fixture.target(), Purpose.TICK, new LoopRecord(), () -> Duration.ofSeconds(30));
    private final CountDownLatch began = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    @AfterEach
    void close() {
        go.countDown();
        Await.until("the body's end", () -> !runner.step().isInFlight());
        fixture.close();
    }

    /** Fails with a deadline that is an instant of the clock. */
    @ParameterizedTest
    @ValueSource(longs = {2, -2})
    @Incident(100)
    void givenASliceInItsDeadline_whenTheClockJumpsTwoHours_thenItEndsAsIfNothingHadHappened(long hours)
            throws Exception {
        CompletableFuture<Ended> ended = start();
        fixture.clock.set(CollectorFixture.START.plus(Duration.ofHours(hours)));
        fixture.pass(CollectorFixture.DEADLINE.minusNanos(1));
        assertThat(ended).isNotDone();

        go.countDown();

        assertThat(ended.get().outcome()).isEqualTo(PassOutcome.DONE);
        assertThat(fixture.leases.getLast().ending()).isEqualTo(LeaseEnding.RELEASED);
        assertThat(fixture.leases.getLast().abandoned()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {2, -2})
    @Incident(100)
    void givenASlicePastItsDeadline_whenTheClockJumpsTwoHours_thenItIsAbandonedAllTheSame(long hours) throws Exception {
        CompletableFuture<Ended> ended = start();
        fixture.clock.set(CollectorFixture.START.plus(Duration.ofHours(hours)));

        fixture.pass(CollectorFixture.DEADLINE);

        assertThat(ended.get().outcome()).isEqualTo(PassOutcome.ABANDONED);
    }

    private CompletableFuture<Ended> start() throws InterruptedException {
        CompletableFuture<Ended> ended = CompletableFuture.supplyAsync(() ->
                runner.run(fixture.database(), CollectorFixture.DEADLINE, ReadBudget.STANDARD, (session, slice) -> {
                    began.countDown();
                    try {
                        go.await();
                    } catch (InterruptedException never) {
                        throw new AssertionError("no worker is interrupted", never);
                    }
                    return WorkResult.of(PassOutcome.DONE, 0);
                }));
        began.await();
        return ended;
    }
}
