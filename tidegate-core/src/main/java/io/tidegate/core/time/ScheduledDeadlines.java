package io.tidegate.core.time;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;

/**
 * Real {@link Deadlines}: one daemon platform thread that runs the actions one after the other. Thread-safe.
 *
 * <p>An action that throws harms no other: its fault goes to the sink that the constructor was given.
 */
public final class ScheduledDeadlines implements Deadlines, AutoCloseable {
    private final ScheduledThreadPoolExecutor timer;
    private final Consumer<Throwable> faults;

    /**
     * Starts the thread.
     *
     * @param threadName the name of the one thread
     * @param faults told of each action that threw, on the timer's thread; must not block
     */
    public ScheduledDeadlines(String threadName, Consumer<Throwable> faults) {
        this.faults = Objects.requireNonNull(faults, "faults");
        this.timer = new ScheduledThreadPoolExecutor(
                1, action -> Thread.ofPlatform().daemon().name(threadName).unstarted(action));
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public Pending after(Duration limit, Runnable action) {
        Objects.requireNonNull(action, "action");
        Future<?> armed = timer.schedule(() -> runQuietly(action), limit.toNanos(), NANOSECONDS);
        return () -> armed.cancel(false);
    }

    private void runQuietly(Runnable action) {
        try {
            action.run();
        } catch (Throwable fault) {
            faults.accept(fault);
        }
    }

    /** Drops all that is armed and ends the thread after the action that may be running. Idempotent, never blocks. */
    @Override
    public void close() {
        timer.shutdown();
    }
}
