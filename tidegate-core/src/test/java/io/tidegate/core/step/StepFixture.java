package io.tidegate.core.step;

import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.InstanceIdentity;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.LeaseMeter;
import io.tidegate.core.gate.Proof;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.gate.StandIn;
import io.tidegate.core.gate.Suspect;
import io.tidegate.core.step.LateFaults.LateFault;
import io.tidegate.core.time.Await;
import io.tidegate.core.time.ManualDeadlines;
import io.tidegate.core.time.ManualTicker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;

/** A step with manual time, and a trace of what happened in what order. */
final class StepFixture {
    static final Duration LIMIT = Duration.ofMinutes(3);

    final ManualDeadlines deadlines = new ManualDeadlines();
    final ManualTicker ticker = new ManualTicker();
    final List<LateFault> faults = new CopyOnWriteArrayList<>();
    final List<String> trace = new CopyOnWriteArrayList<>();
    final AbandonedSteps abandoned = new AbandonedSteps();
    final AbandonableStep step;

    StepFixture() {
        this(Thread.ofVirtual().factory());
    }

    StepFixture(ThreadFactory threads) {
        step = new AbandonableStep("tick sim-1", new StepTools(threads, deadlines, ticker, faults::add, abandoned));
    }

    /** Moves both clocks. */
    void pass(Duration time) {
        ticker.advance(time);
        deadlines.advance(time);
    }

    /** A lease that traces {@code abandoned} and {@code close}. */
    TracedLease lease(String name) {
        return new TracedLease(name, () -> {});
    }

    TracedLease lease(String name, Runnable onClose) {
        return new TracedLease(name, onClose);
    }

    void awaitEnd(StepRun<?> run) {
        Await.until("the body's end", () -> !run.isRunning());
    }

    /** A body that waits until the test lets it go. */
    static final class Gated implements StepBody<String> {
        final CountDownLatch began = new CountDownLatch(1);
        final CountDownLatch go = new CountDownLatch(1);
        private final StepBody<String> then;

        Gated(StepBody<String> then) {
            this.then = then;
        }

        @Override
        public String run(StepContext context) throws Exception {
            began.countDown();
            go.await();
            return then.run(context);
        }
    }

    final class TracedLease implements Lease {
        private final String name;
        private final Runnable onClose;

        TracedLease(String name, Runnable onClose) {
            this.name = name;
            this.onClose = onClose;
        }

        @Override
        public void abandoned() {
            trace.add(name + " abandoned");
        }

        @Override
        public void close() {
            trace.add(name + " closed" + (step.isInFlight() ? ", guard set" : ""));
            onClose.run();
        }

        long closes() {
            return trace.stream().filter(t -> t.startsWith(name + " closed")).count();
        }

        @Override
        public Optional<Suspect> suspectOn(InstanceIdentity here) {
            return Optional.empty();
        }

        @Override
        public void lockAsked(SessionIdentity session) {}

        @Override
        public void lockRefused() {}

        @Override
        public void lockDenied() {}

        @Override
        public void lockGranted() {}

        @Override
        public void sentUnproven(SessionIdentity session, StandIn by) {}

        @Override
        public boolean provenBy(Proof proof) {
            return true;
        }

        @Override
        public boolean mayRunHeavy() {
            return true;
        }

        @Override
        public void released() {}

        @Override
        public void deferredBy(DeferredBy by) {}

        @Override
        public LeaseMeter meter() {
            return Lease.UNGATED.meter();
        }
    }
}
