package io.tidegate.core.step;

import io.tidegate.core.gate.Lease;
import io.tidegate.core.step.LateFaults.LateFault;
import io.tidegate.core.step.LateFaults.Where;
import io.tidegate.core.time.Deadlines.Pending;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run: the race of the body's end against the deadline is one compare-and-set on {@link #decided}. Thread-safe. */
final class RunningStep<T> implements StepRun<T>, StepContext {
    private enum Decided {
        PENDING,
        ENDED,
        ABANDONED
    }

    private final String name;
    private final StepTools tools;
    private final Lease lease;
    private final Duration limit;
    private final StepBody<T> body;
    private final Consumer<RunningStep<?>> clearGuard;
    private final long startNanos;
    private final Hook onCancel;
    private final Hook onAbort;
    private final AtomicReference<Decided> decided = new AtomicReference<>(Decided.PENDING);
    private final CompletableFuture<StepOutcome<T>> published = new CompletableFuture<>();
    private volatile @Nullable Pending deadline;
    private volatile @Nullable Pending secondLimit;
    private volatile boolean running = true;
    private volatile boolean cancelled;
    private volatile boolean limitFired;

    RunningStep(
            String name,
            StepTools tools,
            Lease lease,
            Duration limit,
            StepBody<T> body,
            Consumer<RunningStep<?>> clearGuard) {
        this.name = name;
        this.tools = tools;
        this.lease = lease;
        this.limit = limit;
        this.body = body;
        this.clearGuard = clearGuard;
        this.startNanos = tools.ticker().readNanos();
        this.onCancel = new Hook(tools, name, Where.CANCEL_HOOK);
        this.onAbort = new Hook(tools, name, Where.ABORT_HOOK);
    }

    // ---- the ways to an end ----------------------------------------------------------------------------------------

    void launch() {
        try {
            if (!limit.isPositive()) {
                throw new IllegalArgumentException("the deadline must be positive, was " + limit);
            }
            Thread worker = Objects.requireNonNull(tools.threads().newThread(this::work), "thread");
            deadline = tools.deadlines().after(limit, this::limitPassed);
            secondLimit = tools.deadlines().after(limit.multipliedBy(2), onAbort::fire);
            worker.start();
        } catch (Throwable cannotStart) {
            end(new StepOutcome.Failed<>(cannotStart, took()));
        }
    }

    void skip() {
        decided.set(Decided.ENDED);
        closeLease();
        publish(new StepOutcome.SkippedStillRunning<>());
    }

    private void work() {
        StepOutcome<T> how;
        try {
            T value = Objects.requireNonNull(body, "body").run(this);
            how = new StepOutcome.Completed<>(Objects.requireNonNull(value, "the body returned null"), took());
        } catch (Throwable fault) {
            how = cancelled ? new StepOutcome.Cancelled<>(fault, took()) : new StepOutcome.Failed<>(fault, took());
        }
        end(how);
    }

    /** The body has truly ended, or never began. Nothing in here blocks or throws. */
    private void end(StepOutcome<T> how) {
        onCancel.retire();
        onAbort.retire();
        boolean inTime = decided.compareAndSet(Decided.PENDING, Decided.ENDED);
        if (!inTime) {
            quietly(Where.LEASE, lease::abandoned);
        }
        clearGuard.accept(this);
        closeLease();
        if (inTime) {
            publish(how);
        } else {
            tools.abandoned().end();
            reportLate(how);
        }
        disarm(deadline);
        disarm(secondLimit);
    }

    /** The deadline, or a caller who leaves: only the caller is freed. */
    private void abandon() {
        tools.abandoned().begin();
        if (decided.compareAndSet(Decided.PENDING, Decided.ABANDONED)) {
            quietly(Where.LEASE, lease::abandoned);
            published.complete(new StepOutcome.Abandoned<>(took()));
        } else {
            tools.abandoned().end();
        }
    }

    private void limitPassed() {
        limitFired = true;
        abandon();
    }

    private void closeLease() {
        quietly(Where.LEASE, lease::close);
        running = false;
    }

    private void publish(StepOutcome<T> how) {
        published.complete(how);
    }

    private void reportLate(StepOutcome<T> how) {
        if (how instanceof StepOutcome.Failed<T> failed) {
            report(Where.BODY_AFTER_ABANDONMENT, failed.cause());
        } else if (how instanceof StepOutcome.Cancelled<T> stopped
                && !(stopped.cause() instanceof CancellationException)) {
            report(Where.BODY_AFTER_ABANDONMENT, stopped.cause());
        }
    }

    private void quietly(Where where, Runnable action) {
        try {
            action.run();
        } catch (Throwable fault) {
            report(where, fault);
        }
    }

    private void report(Where where, Throwable fault) {
        try {
            tools.lateFaults().report(new LateFault(name, where, fault));
        } catch (Throwable nobodyLeft) {
            // The sink broke its promise not to throw; there is nobody else to tell.
        }
    }

    private void disarm(@Nullable Pending armed) {
        if (armed != null) {
            quietly(Where.DEADLINE, armed::close);
        }
    }

    private Duration took() {
        return Duration.ofNanos(tools.ticker().readNanos() - startNanos);
    }

    // ---- as its starter sees it ------------------------------------------------------------------------------------

    @Override
    public StepOutcome<T> await() {
        try {
            return published.get();
        } catch (InterruptedException leaving) {
            abandon();
            Thread.currentThread().interrupt();
            return published.join();
        } catch (ExecutionException never) {
            throw new AssertionError("an outcome is never published exceptionally", never);
        }
    }

    @Override
    public Optional<StepOutcome<T>> outcome() {
        return Optional.ofNullable(published.getNow(null));
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public void cancel() {
        cancelled = true;
        onCancel.fire();
    }

    // ---- as its body sees it ---------------------------------------------------------------------------------------

    @Override
    public boolean isPastDeadline() {
        return limitFired || nanosLeft() <= 0;
    }

    @Override
    public long nanosLeft() {
        return limit.toNanos() - (tools.ticker().readNanos() - startNanos);
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public Registration onCancel(Runnable hook) {
        return onCancel.register(hook);
    }

    @Override
    public Registration onAbort(Runnable hook) {
        return onAbort.register(hook);
    }
}
