package io.tidegate.core.step;

import static io.tidegate.core.step.StepFixture.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.step.StepFixture.Gated;
import io.tidegate.core.step.StepFixture.TracedLease;
import io.tidegate.core.step.StepOutcome.Abandoned;
import io.tidegate.core.step.StepOutcome.Completed;
import io.tidegate.core.step.StepOutcome.Failed;
import io.tidegate.core.time.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Decided, guard, lease, published: what somebody sees who comes in between.
 *
 * <p>Seen to fail with: deciding after the lease is closed (a body that ended in time is called abandoned); publishing
 * before closing (told completed, the lease is not home); clearing the guard after closing (the lease is free, the step
 * says still running); an interrupt of the worker at the deadline.
 */
@Timeout(60)
class StepOrderTest {
    private final StepFixture f = new StepFixture();

    @Test
    void givenBodyThatEndedInTime_whenDeadlinePassesDuringItsClose_thenNotCalledAbandoned() {
        TracedLease slow = f.lease("slow", () -> f.pass(LIMIT));

        assertThat(f.step.<String>run(slow, LIMIT, context -> "rows")).isInstanceOf(Completed.class);
        assertThat(f.abandoned.running()).isZero();
    }

    @Test
    @Incident(51)
    void givenClosingLease_whenSomebodyFindsItFree_thenTheStepTakesTheNextBody() {
        AtomicReference<StepOutcome<String>> next = new AtomicReference<>();
        TracedLease first =
                f.lease("first", () -> next.set(f.step.run(f.lease("second"), LIMIT, context -> "next rows")));

        f.step.run(first, LIMIT, context -> "rows");

        assertThat(next.get()).isInstanceOf(Completed.class);
    }

    @Test
    void givenClosingLease_whenLookedAt_thenNoOutcomeIsPublishedYet() throws Exception {
        AtomicReference<StepRun<String>> run = new AtomicReference<>();
        AtomicReference<Boolean> published = new AtomicReference<>();
        Gated body = new Gated(context -> "rows");
        TracedLease lease =
                f.lease("lease", () -> published.set(run.get().outcome().isPresent()));

        run.set(f.step.start(lease, LIMIT, body));
        body.go.countDown();

        assertThat(run.get().await()).isInstanceOf(Completed.class);
        assertThat(published).hasValue(false);
    }

    @Test
    @Incident(54)
    void givenAbandonedBody_whenSecondLimitPasses_thenAbortHookFiresOnceAndNoThreadIsInterrupted() throws Exception {
        CountDownLatch aborted = new CountDownLatch(1);
        CountDownLatch ready = new CountDownLatch(1);
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        StepRun<String> run = f.step.start(f.lease("lease"), LIMIT, context -> {
            context.onAbort(aborted::countDown);
            ready.countDown();
            aborted.await();
            interrupted.set(Thread.currentThread().isInterrupted());
            return context.isPastDeadline() ? "late" : "in time";
        });
        ready.await();

        f.pass(LIMIT);
        assertThat(run.await()).isInstanceOf(Abandoned.class);
        assertThat(aborted.getCount()).as("abandoned is not aborted").isEqualTo(1);
        f.pass(LIMIT);

        f.awaitEnd(run);
        assertThat(interrupted).hasValue(false);
    }

    @Test
    void givenBodyThatEnded_whenSecondLimitWouldPass_thenItsHookIsNotFired() {
        AtomicReference<String> fired = new AtomicReference<>("no");
        StepContext[] kept = new StepContext[1];
        f.step.run(f.lease("lease"), LIMIT, context -> {
            context.onAbort(() -> fired.set("yes"));
            kept[0] = context;
            return "rows";
        });

        f.pass(LIMIT.multipliedBy(3));
        kept[0].onAbort(() -> fired.set("yes"));

        assertThat(fired).hasValue("no");
    }

    @Test
    void givenHookTakenAway_whenCancelled_thenNotFired() throws Exception {
        AtomicReference<String> fired = new AtomicReference<>("no");
        CountDownLatch ready = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        StepRun<String> run = f.step.start(f.lease("lease"), LIMIT, context -> {
            context.onCancel(() -> fired.set("yes")).close();
            ready.countDown();
            go.await();
            return "rows";
        });
        ready.await();
        run.cancel();
        go.countDown();

        assertThat(run.await()).isInstanceOf(Completed.class);
        assertThat(fired).hasValue("no");
    }

    @Test
    void givenWaitingCaller_whenInterrupted_thenLeavesAndTheWorkGoesOn() throws Exception {
        Gated body = new Gated(context -> "rows");
        TracedLease lease = f.lease("lease");
        StepRun<String> run = f.step.start(lease, LIMIT, body);
        body.began.await();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        AtomicReference<StepOutcome<String>> told = new AtomicReference<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            told.set(run.await());
            flag.set(Thread.currentThread().isInterrupted());
        });
        caller.interrupt();
        caller.join();

        assertThat(told.get()).isInstanceOf(Abandoned.class);
        assertThat(flag).as("the flag stays").hasValue(true);
        assertThat(lease.closes()).isZero();
        body.go.countDown();
        f.awaitEnd(run);
        assertThat(lease.closes()).isEqualTo(1);
    }

    @Test
    @Incident({66, 100})
    void givenDeadline_whenTimePasses_thenBodyCanTell() throws Exception {
        AtomicReference<StepContext> context = new AtomicReference<>();
        Gated body = new Gated(c -> {
            context.set(c);
            return c.isPastDeadline() + " " + c.nanosLeft();
        });
        StepRun<String> run = f.step.start(f.lease("lease"), LIMIT, body);
        body.began.await();
        f.ticker.advance(LIMIT.minusNanos(1));
        body.go.countDown();

        assertThat(run.await()).isEqualTo(new Completed<>("false 1", LIMIT.minusNanos(1)));
        f.ticker.advance(Duration.ofNanos(1));
        assertThat(context.get().isPastDeadline()).isTrue();
    }

    @Test
    void givenStepAbandonedBeforeItsWorkerStarts_whenTheWorkerCannotStart_thenLateFaultAndLeaseHome() {
        StepFixture[] own = new StepFixture[1];
        own[0] = new StepFixture(action -> new Thread(action) {
            @Override
            public void start() {
                own[0].pass(LIMIT);
                throw new OutOfMemoryError("unable to create native thread");
            }
        });
        TracedLease lease = own[0].lease("lease");

        StepOutcome<String> outcome = own[0].step.run(lease, LIMIT, context -> "rows");

        assertThat(outcome).isInstanceOf(Abandoned.class).isNotInstanceOf(Failed.class);
        Await.until("home", () -> own[0].abandoned.running() == 0);
        assertThat(lease.closes()).isEqualTo(1);
        assertThat(own[0].faults).hasSize(1);
    }
}
