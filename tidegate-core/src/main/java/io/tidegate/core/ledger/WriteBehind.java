package io.tidegate.core.ledger;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Store calls that run behind the reading, so that the wire and the disk work at the same time: one at a time, in the order
 * given, or a few at once where their order does not matter; so many batches lie between wire and disk at most. A call's
 * effects are seen after {@link #join()}. Confined to one thread, but for the calls themselves.
 */
public final class WriteBehind implements AutoCloseable {
    private final Executor executor;
    private final int atOnce;
    private final Deque<FutureTask<@Nullable Void>> underWay = new ArrayDeque<>();

    /**
     * Nothing is under way; one call at a time.
     *
     * @param executor runs each call, on a thread of its own or at once
     */
    public WriteBehind(Executor executor) {
        this(executor, 1);
    }

    /**
     * Nothing is under way.
     *
     * @param executor runs each call, on a thread of its own or at once
     * @param atOnce calls that may run at the same time, from 1; with more than one they must not depend on each other
     */
    public WriteBehind(Executor executor, int atOnce) {
        this.executor = executor;
        this.atOnce = atOnce;
    }

    /**
     * Hands a call over. Blocks while as many run as may run at once.
     *
     * @param call what to do; what it throws comes out of a later method called here
     */
    public void run(Runnable call) {
        while (underWay.size() >= atOnce) {
            Throwable failure = failureOf(underWay.removeFirst());
            if (failure != null) {
                joinAfter(failure);
            }
        }
        FutureTask<@Nullable Void> task = new FutureTask<>(call, null);
        executor.execute(task);
        underWay.addLast(task);
    }

    /**
     * Waits for all calls under way, an interrupt or not, and throws what the first of them threw. Nothing under way: nothing
     * happens.
     */
    public void join() {
        joinAfter(null);
    }

    private void joinAfter(@Nullable Throwable failed) {
        Throwable first = failed;
        while (!underWay.isEmpty()) {
            Throwable failure = failureOf(underWay.removeFirst());
            if (first == null) {
                first = failure;
            } else if (failure != null && !failure.equals(first)) {
                first.addSuppressed(failure);
            }
        }
        if (first != null) {
            rethrow(first);
        }
    }

    /** Waits for a call, however often it is interrupted: a commit must not outlive its lease. Null when it went well. */
    private static @Nullable Throwable failureOf(FutureTask<@Nullable Void> task) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    task.get();
                    return null;
                } catch (InterruptedException later) {
                    interrupted = true;
                } catch (ExecutionException failed) {
                    return failed.getCause();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void rethrow(Throwable failure) {
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
