package io.tidegate.sqlserver.session;

import io.tidegate.core.step.StepContext;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** A step's context that a test moves by hand. Thread-safe. */
public final class TestStep implements StepContext {
    private final AtomicReference<Runnable> onCancel = new AtomicReference<>();
    private final AtomicReference<Runnable> onAbort = new AtomicReference<>();
    private volatile boolean pastDeadline;
    private volatile boolean cancelled;
    private volatile long nanosLeft = Duration.ofMinutes(3).toNanos();

    @Override
    public boolean isPastDeadline() {
        return pastDeadline;
    }

    @Override
    public long nanosLeft() {
        return nanosLeft;
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public Registration onCancel(Runnable hook) {
        onCancel.set(hook);
        return () -> onCancel.compareAndSet(hook, null);
    }

    @Override
    public Registration onAbort(Runnable hook) {
        onAbort.set(hook);
        return () -> onAbort.compareAndSet(hook, null);
    }

    /** The deadline passes. */
    public void passDeadline() {
        pastDeadline = true;
        nanosLeft = -1;
    }

    /** Shortens the time that is left. */
    public void leave(Duration left) {
        nanosLeft = left.toNanos();
    }

    /** Somebody asks the step to stop. */
    public void cancel() {
        cancelled = true;
        run(onCancel.get());
    }

    /** The second limit passes. */
    public void abort() {
        run(onAbort.get());
    }

    private static void run(Runnable hook) {
        if (hook != null) {
            hook.run();
        }
    }
}
