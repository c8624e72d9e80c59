package io.tidegate.core.step;

import static io.tidegate.core.step.StepFixture.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.step.StepFixture.TracedLease;
import io.tidegate.core.time.Await;
import java.util.EnumSet;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random events on one step against a table of five states.
 *
 * <p>Seen to fail with: a guard that is cleared at the deadline; a throw after a cancel that is called Failed; an end that
 * does not close the lease when it was abandoned.
 */
@Timeout(120)
class StepModelTest {
    private enum State {
        IDLE,
        RUNNING,
        STOPPING,
        ABANDONED,
        ABANDONED_STOPPING;

        boolean abandoned() {
            return this == ABANDONED || this == ABANDONED_STOPPING;
        }
    }

    /** One body: it ends when and how the test says, and counts its hooks. */
    private static final class Body implements StepBody<String> {
        final CountDownLatch began = new CountDownLatch(1);
        final CountDownLatch go = new CountDownLatch(1);
        final AtomicInteger stops = new AtomicInteger();
        final AtomicInteger aborts = new AtomicInteger();
        volatile boolean throwing;

        @Override
        public String run(StepContext context) throws Exception {
            context.onCancel(stops::incrementAndGet);
            context.onAbort(aborts::incrementAndGet);
            began.countDown();
            go.await();
            if (throwing) {
                throw new IllegalStateException("told to throw");
            }
            return "value";
        }
    }

    private final StepFixture f = new StepFixture();
    private final EnumSet<State> reached = EnumSet.noneOf(State.class);
    private State state = State.IDLE;
    private Body body;
    private StepRun<String> run;
    private TracedLease lease;
    private Class<?> told;
    private int faults;
    private boolean aborted;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void givenAnyEvents_whenComparedWithTheTable_thenStepAgrees(long seed) throws Exception {
        walk(seed, 2_000);
    }

    @Tag("proof")
    @ParameterizedTest
    @ValueSource(longs = {101, 102})
    void givenManyMoreEvents_whenComparedWithTheTable_thenStepAgrees(long seed) throws Exception {
        walk(seed, 50_000);
    }

    private void walk(long seed, int steps) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < steps; i++) {
            String event = event(random);
            check("seed " + seed + ", step " + i + ", " + event + " -> " + state);
            reached.add(state);
            f.trace.clear();
        }
        assertThat(reached).isEqualTo(EnumSet.allOf(State.class));
        if (state != State.IDLE) {
            end(false);
        }
    }

    private String event(Random random) throws Exception {
        return switch (random.nextInt(6)) {
            case 0, 1 -> start();
            case 2 -> end(false);
            case 3 -> end(true);
            case 4 -> limit();
            default -> cancel();
        };
    }

    private String limit() {
        f.pass(LIMIT);
        aborted |= state.abandoned();
        if (state == State.RUNNING || state == State.STOPPING) {
            state = state == State.RUNNING ? State.ABANDONED : State.ABANDONED_STOPPING;
            told = StepOutcome.Abandoned.class;
            assertThat(f.trace).containsExactly("lease abandoned");
        }
        return "limit";
    }

    private String cancel() {
        f.step.cancel();
        if (state == State.RUNNING) {
            state = State.STOPPING;
        } else if (state == State.ABANDONED) {
            state = State.ABANDONED_STOPPING;
        }
        return "cancel";
    }

    private String start() throws Exception {
        TracedLease offered = f.lease(state == State.IDLE ? "lease" : "second");
        Body next = new Body();
        StepRun<String> started = f.step.start(offered, LIMIT, next);
        if (state == State.IDLE) {
            next.began.await();
            body = next;
            run = started;
            lease = offered;
            told = null;
            aborted = false;
            state = State.RUNNING;
        } else {
            assertThat(started.await()).isInstanceOf(StepOutcome.SkippedStillRunning.class);
            assertThat(f.trace).hasSize(1).first().asString().startsWith("second closed");
        }
        return "start";
    }

    private String end(boolean throwing) {
        if (state == State.IDLE) {
            return "nothing to end";
        }
        body.throwing = throwing;
        body.go.countDown();
        f.awaitEnd(run);
        run.await();
        Await.until("the count", () -> f.abandoned.running() == 0);
        if (!state.abandoned()) {
            told = !throwing
                    ? StepOutcome.Completed.class
                    : state == State.STOPPING ? StepOutcome.Cancelled.class : StepOutcome.Failed.class;
        } else if (throwing) {
            faults++;
            Await.until("the report", () -> f.faults.size() >= faults);
        }
        assertThat(lease.closes()).isEqualTo(1);
        state = State.IDLE;
        return throwing ? "throws" : "returns";
    }

    private void check(String where) {
        assertThat(f.step.isInFlight()).as(where).isEqualTo(state != State.IDLE);
        assertThat(f.abandoned.running()).as(where).isEqualTo(state.abandoned() ? 1 : 0);
        assertThat(f.faults).as(where).hasSize(faults);
        if (run == null) {
            return;
        }
        assertThat(run.isRunning()).as(where).isEqualTo(state != State.IDLE);
        assertThat(run.outcome().map(o -> (Object) o.getClass()).orElse(null))
                .as(where)
                .isEqualTo(told);
        if (state == State.STOPPING || state == State.ABANDONED_STOPPING) {
            Await.until("the cancel hook, " + where, () -> body.stops.get() == 1);
        }
        if (aborted && state != State.IDLE) {
            Await.until("the abort hook, " + where, () -> body.aborts.get() == 1);
        }
        assertThat(body.stops.get()).as(where).isLessThanOrEqualTo(1);
        assertThat(body.aborts.get()).as(where).isLessThanOrEqualTo(aborted ? 1 : 0);
    }
}
