package io.tidegate.core.ledger;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Store calls that run behind the reading: one at a time, in the order given, so that the wire and the disk work at the
 * same time and at most one batch lies between them. A call's effects are seen after {@link #join()}. Confined to one
 * thread, but for the calls themselves.
 */
public final class WriteBehind implements AutoCloseable {
    private final Executor executor;
    private @Nullable FutureTask<@Nullable Void> underWay;

    /**
     * Nothing is under way.
     *
     * @param executor runs each call, on a thread of its own or at once
     */
    public WriteBehind(Executor executor) {
        this.executor = executor;
    }

    /**
     * Hands a call over. Blocks until the one before has ended.
     *
     * @param call what to do; what it throws comes out of the next method called here
     */
    public void run(Runnable call) {
        join();
        FutureTask<@Nullable Void> task = new FutureTask<>(call, null);
        executor.execute(task);
        underWay = task;
    }

    /** Waits for the call under way, an interrupt or not, and throws what it threw. Nothing under way: nothing happens. */
    public void join() {
        FutureTask<@Nullable Void> task = underWay;
        underWay = null;
        if (task == null) {
            return;
        }
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    task.get();
                    return;
                } catch (InterruptedException later) {
                    interrupted = true; // a commit must not outlive its lease
                } catch (ExecutionException failed) {
                    rethrow(failed.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void rethrow(@Nullable Throwable failure) {
        if (failure instanceof RuntimeException known) {
            throw known;
        }
        if (failure instanceof Error serious) {
            throw serious;
        }
        throw new IllegalStateException("a store call failed", failure);
    }

    /** As {@link #join()}: nothing runs any more when this returns or throws. */
    @Override
    public void close() {
        join();
    }
}
