package io.tidegate.core.step;

import static io.tidegate.core.step.StepFixture.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.step.LateFaults.Where;
import io.tidegate.core.step.StepFixture.Gated;
import io.tidegate.core.step.StepFixture.TracedLease;
import io.tidegate.core.step.StepOutcome.Abandoned;
import io.tidegate.core.step.StepOutcome.Cancelled;
import io.tidegate.core.step.StepOutcome.Completed;
import io.tidegate.core.step.StepOutcome.Failed;
import io.tidegate.core.step.StepOutcome.SkippedStillRunning;
import io.tidegate.core.time.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every path through a step: its outcome, and the lease closed exactly once with the guard already cleared.
 *
 * <p>Seen to fail with: the lease closed before the guard is cleared; the outcome published before the lease is closed; an
 * end that does not close when it was abandoned; {@code launch} whose catch only publishes; {@code quietly} that lets a throw out (hangs);
 * {@code reportLate} called twice.
 */
@Timeout(60)
class AbandonableStepTest {
    private final StepFixture f = new StepFixture();
    private final TracedLease lease = f.lease("lease");

    @Test
    void givenBodyThatReturns_whenRun_thenCompletedAndEverythingHome() {
        StepOutcome<String> outcome = f.step.run(lease, LIMIT, context -> "rows");

        assertThat(outcome).isEqualTo(new Completed<>("rows", Duration.ZERO));
        assertHome();
    }

    @Test
    @Incident(2)
    void givenBodyThatThrows_whenRun_thenFailedNotThrown() {
        Error fault = new StackOverflowError("deep");

        StepOutcome<String> outcome = f.step.run(lease, LIMIT, context -> {
            throw fault;
        });

        assertThat(outcome).isEqualTo(new Failed<>(fault, Duration.ZERO));
        assertHome();
    }

    @Test
    @Incident(51)
    void givenNullBody_whenRun_thenFailed() {
        StepOutcome<String> outcome = f.step.run(lease, LIMIT, null);

        assertThat(outcome).isInstanceOf(Failed.class);
        assertHome();
    }

    @Test
    void givenBodyThatReturnsNull_whenRun_thenFailedNotCompleted() {
        StepOutcome<String> outcome = f.step.run(lease, LIMIT, context -> null);

        assertThat(outcome).isInstanceOf(Failed.class);
        assertHome();
    }

    @Test
    void givenDeadlineThatIsNotPositive_whenRun_thenFailedAndNothingRan() {
        StepOutcome<String> outcome = f.step.run(lease, Duration.ZERO, context -> "rows");

        assertThat(outcome).isInstanceOf(Failed.class);
        assertHome();
    }

    @Test
    void givenNoThreadToBeHad_whenRun_thenFailedAndLeaseClosed() {
        StepFixture none = new StepFixture(action -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        TracedLease own = none.lease("own");

        StepOutcome<String> outcome = none.step.run(own, LIMIT, context -> "rows");

        assertThat(outcome).isInstanceOf(Failed.class);
        assertThat(none.trace).containsExactly("own closed");
        assertThat(none.deadlines.pending()).isZero();
    }

    @Test
    void givenFactoryThatMakesNoThread_whenRun_thenFailedAndLeaseClosed() {
        StepFixture none = new StepFixture(action -> null);
        TracedLease own = none.lease("own");

        assertThat(none.step.<String>run(own, LIMIT, context -> "rows")).isInstanceOf(Failed.class);
        assertThat(none.trace).containsExactly("own closed");
    }

    @Test
    void givenThreadThatCannotStart_whenRun_thenFailedAndDeadlinesCalledOff() {
        Thread dead = Thread.ofVirtual().start(() -> {});
        StepFixture none = new StepFixture(action -> dead);
        TracedLease own = none.lease("own");

        assertThat(none.step.<String>run(own, LIMIT, context -> "rows")).isInstanceOf(Failed.class);
        assertThat(none.trace).containsExactly("own closed");
        assertThat(none.deadlines.pending()).isZero();
        assertThat(none.step.isInFlight()).isFalse();
    }

    @Test
    @Incident(51)
    void givenSlowBody_whenDeadlinePasses_thenCallerFreedAndLeaseKeptUntilTheTrueEnd() throws Exception {
        Gated body = new Gated(context -> "late rows");
        StepRun<String> run = f.step.start(lease, LIMIT, body);
        body.began.await();

        f.pass(LIMIT);

        assertThat(run.await()).isEqualTo(new Abandoned<>(LIMIT));
        assertThat(f.trace).containsExactly("lease abandoned");
        assertThat(f.step.isInFlight()).isTrue();
        assertThat(run.isRunning()).isTrue();
        assertThat(f.abandoned.running()).isEqualTo(1);

        body.go.countDown();
        f.awaitEnd(run);
        Await.until("the count", () -> f.abandoned.running() == 0);

        assertThat(lease.closes()).isEqualTo(1);
        assertThat(f.trace.getLast()).isEqualTo("lease closed");
        assertThat(run.await()).as("what was told stays").isEqualTo(new Abandoned<>(LIMIT));
        assertThat(f.faults).isEmpty();
        assertThat(f.step.<String>run(f.lease("next"), LIMIT, context -> "rows"))
                .isInstanceOf(Completed.class);
    }

    @Test
    @Incident(61)
    void givenAbandonedBody_whenItThrows_thenReportedExactlyOnce() throws Exception {
        IllegalStateException fault = new IllegalStateException("socket aborted");
        Gated body = new Gated(context -> {
            throw fault;
        });
        StepRun<String> run = f.step.start(lease, LIMIT, body);
        body.began.await();
        f.pass(LIMIT);

        body.go.countDown();
        Await.until("the count", () -> f.abandoned.running() == 0);
        Await.until("the report", () -> !f.faults.isEmpty());

        assertThat(run.await()).isInstanceOf(Abandoned.class);
        assertThat(f.faults)
                .containsExactly(new LateFaults.LateFault("tick sim-1", Where.BODY_AFTER_ABANDONMENT, fault));
        assertThat(lease.closes()).isEqualTo(1);
    }

    @Test
    @Incident(51)
    void givenBodyStillRunning_whenRunAgain_thenSkippedAndOnlyTheNewLeaseClosed() throws Exception {
        Gated body = new Gated(context -> "rows");
        StepRun<String> first = f.step.start(lease, LIMIT, body);
        body.began.await();
        TracedLease second = f.lease("second");

        StepOutcome<String> outcome = f.step.run(second, LIMIT, context -> "never");

        assertThat(outcome).isEqualTo(new SkippedStillRunning<>());
        assertThat(second.closes()).isEqualTo(1);
        assertThat(lease.closes()).isZero();
        body.go.countDown();
        assertThat(first.await()).isInstanceOf(Completed.class);
        assertThat(lease.closes()).isEqualTo(1);
    }

    @Test
    @Incident(51)
    void givenCancelHook_whenCancelled_thenHookFiresOnceAndThrowMeansCancelled() throws Exception {
        CountDownLatch attention = new CountDownLatch(1);
        CountDownLatch ready = new CountDownLatch(1);
        StepRun<String> run = f.step.start(lease, LIMIT, context -> {
            context.onCancel(attention::countDown);
            ready.countDown();
            attention.await();
            throw new IllegalStateException("the query was cancelled");
        });
        ready.await();

        f.step.cancel();
        f.step.cancel();

        assertThat(run.await()).isInstanceOf(Cancelled.class);
        assertHome();
    }

    @Test
    void givenCancelBeforeTheHook_whenBodyRegisters_thenFiresAtOnce() throws Exception {
        CountDownLatch attention = new CountDownLatch(1);
        Gated body = new Gated(context -> {
            context.onCancel(attention::countDown);
            attention.await();
            context.throwIfCancelled();
            return "not reached";
        });
        StepRun<String> run = f.step.start(lease, LIMIT, body);
        body.began.await();
        run.cancel();
        body.go.countDown();

        assertThat(run.await()).isInstanceOf(Cancelled.class);
        assertHome();
    }

    @Test
    void givenCancelledBody_whenItReturnsAValue_thenCompleted() throws Exception {
        Gated body = new Gated(context -> context.isCancelled() ? "cut" : "whole");
        StepRun<String> run = f.step.start(lease, LIMIT, body);
        body.began.await();
        run.cancel();
        body.go.countDown();

        assertThat(run.await()).isEqualTo(new Completed<>("cut", Duration.ZERO));
        assertHome();
    }

    @Test
    @Incident(51)
    void givenLeaseWhoseCloseThrows_whenBodyEnds_thenOutcomeStandsAndTheThrowIsReportedOnce() {
        IllegalStateException broken = new IllegalStateException("journal is full");
        TracedLease bad = f.lease("bad", () -> {
            throw broken;
        });

        StepOutcome<String> outcome = f.step.run(bad, LIMIT, context -> "rows");

        assertThat(outcome).isInstanceOf(Completed.class);
        assertThat(f.step.isInFlight()).isFalse();
        assertThat(f.faults).containsExactly(new LateFaults.LateFault("tick sim-1", Where.LEASE, broken));
    }

    private void assertHome() {
        assertThat(f.trace).as("closed once, guard cleared before").containsExactly("lease closed");
        assertThat(f.step.isInFlight()).isFalse();
        assertThat(f.abandoned.running()).isZero();
        assertThat(f.faults).isEmpty();
        Await.until("deadlines called off", () -> f.deadlines.pending() == 0);
    }
}
