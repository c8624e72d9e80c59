package io.tidegate.core.step;

import io.tidegate.core.gate.Lease;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs one kind of work, one body at a time, and holds its caller no longer than a deadline. Thread-safe; one instance per
 * server and loop.
 *
 * <p>The lease is handed to the step, which closes it exactly once, when the body has truly ended, on every path. The
 * order at the end is: the end is decided (one compare-and-set against the deadline), the in-flight guard is cleared, the
 * lease is closed, the outcome is published. So whoever finds the lease free is not then told <em>still running</em>, and
 * nothing that ended in time is called abandoned.
 */
public final class AbandonableStep {
    private final String name;
    private final StepTools tools;
    private final AtomicReference<@Nullable RunningStep<?>> inFlight = new AtomicReference<>();

    /**
     * Makes a step with nothing in flight.
     *
     * @param name for faults
     * @param tools threads, deadlines, sinks
     */
    public AbandonableStep(String name, StepTools tools) {
        this.name = Objects.requireNonNull(name, "name");
        this.tools = Objects.requireNonNull(tools, "tools");
    }

    /**
     * Starts a body on a thread of its own and waits for the outcome, at most until the deadline.
     *
     * @param lease closed by the step on every path, also when nothing is started
     * @param deadline how long the caller may be held; at twice that the body's abort hook fires
     * @param body the work
     * @param <T> what it makes
     * @return how it ended for the caller; never throws
     */
    public <T> StepOutcome<T> run(Lease lease, Duration deadline, StepBody<T> body) {
        return start(lease, deadline, body).await();
    }

    /**
     * Starts a body and does not wait. Otherwise as {@link #run}.
     *
     * @param lease closed by the step on every path, also when nothing is started
     * @param deadline when the run is abandoned if it has not ended; at twice that the body's abort hook fires
     * @param body the work
     * @param <T> what it makes
     * @return the run
     */
    public <T> StepRun<T> start(Lease lease, Duration deadline, StepBody<T> body) {
        RunningStep<T> run = new RunningStep<>(name, tools, lease, deadline, body, this::clear);
        if (inFlight.compareAndSet(null, run)) {
            run.launch();
        } else {
            run.skip();
        }
        return run;
    }

    /**
     * Looks; does not block.
     *
     * @return true while a body, abandoned or not, has not ended
     */
    public boolean isInFlight() {
        return inFlight.get() != null;
    }

    /** Asks the body in flight, if there is one, to stop. Does not block, does not wait for the end. */
    public void cancel() {
        RunningStep<?> run = inFlight.get();
        if (run != null) {
            run.cancel();
        }
    }

    private void clear(RunningStep<?> run) {
        inFlight.compareAndSet(run, null);
    }
}
