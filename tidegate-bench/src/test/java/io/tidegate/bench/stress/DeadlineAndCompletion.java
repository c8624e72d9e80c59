package io.tidegate.bench.stress;

import io.tidegate.core.step.AbandonableStep;
import io.tidegate.core.step.AbandonedSteps;
import io.tidegate.core.step.StepOutcome;
import io.tidegate.core.step.StepRun;
import io.tidegate.core.step.StepTools;
import io.tidegate.core.time.Deadlines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * A body ends while its deadline passes: one outcome, one close, nothing left in flight, no count left over. Seen to fail
 * with a decision that is read and then written.
 */
@JCStressTest
@State
@Outcome(id = "1, 1, 0, 0", expect = Expect.ACCEPTABLE, desc = "completed in time")
@Outcome(id = "2, 1, 0, 0", expect = Expect.ACCEPTABLE, desc = "abandoned, then ended")
@Outcome(expect = Expect.FORBIDDEN, desc = "two truths, or something left over")
public class DeadlineAndCompletion {
    private final Leases leases = new Leases();
    private final List<Runnable> armed = new ArrayList<>();
    private final List<Runnable> work = new ArrayList<>();
    private final AbandonedSteps abandoned = new AbandonedSteps();
    private final AbandonableStep step =
            new AbandonableStep("step", new StepTools(this::keep, this::arm, () -> 0, fault -> {}, abandoned));
    private final StepRun<String> run = step.start(leases.lease, Duration.ofSeconds(1), context -> "rows");

    /** The body runs to its end. */
    @Actor
    public void body() {
        work.getFirst().run();
    }

    /** The deadline passes. */
    @Actor
    public void deadline() {
        armed.getFirst().run();
    }

    /**
     * Looks afterwards.
     *
     * @param r outcome (1 completed, 2 abandoned), rows, in flight, abandoned
     */
    @Arbiter
    public void look(IIII_Result r) {
        StepOutcome<String> outcome = run.await();
        r.r1 = outcome instanceof StepOutcome.Completed ? 1 : outcome instanceof StepOutcome.Abandoned ? 2 : 3;
        r.r2 = leases.rows.get();
        r.r3 = (step.isInFlight() ? 1 : 0) + leases.held();
        r.r4 = abandoned.running();
    }

    private Thread keep(Runnable action) {
        work.add(action);
        return new Unstarted();
    }

    private Deadlines.Pending arm(Duration limit, Runnable action) {
        armed.add(action);
        return () -> {};
    }

    /** A thread in name only: an actor runs its work. */
    private static final class Unstarted extends Thread {
        @Override
        public void start() {}
    }
}
