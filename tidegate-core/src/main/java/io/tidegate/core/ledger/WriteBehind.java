package io.tidegate.core.ledger;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Store calls that run behind the reading, so that the wire and the disk work at the same time: one at a time, in the order
 * given, or a few at once where their order does not matter. One more waits, and some more while there are spare batches, so
 * that neither side stands still while the other has a slow moment (a checkpoint, a thin stretch of the source). Behind a call that failed none is begun. A call's effects are seen after {@link #join()}, and by the calls that are begun
 * after it ended. Confined to one thread, but for the calls themselves.
 */
public final class WriteBehind implements AutoCloseable {
    private final Executor executor;
    private final int atOnce;
    private final SpareBatches spare;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition hasEnded = lock.newCondition();
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private int workers;
    private int spareTaken;
    private @Nullable Throwable failure;

    /**
     * Nothing is under way.
     *
     * @param executor runs each worker, on a thread of its own or at once
     * @param atOnce calls that may run at the same time, from 1; with more than one they must not depend on each other
     * @param spare calls that may wait behind these and one more, shared with others
     */
    public WriteBehind(Executor executor, int atOnce, SpareBatches spare) {
        this.executor = executor;
        this.atOnce = atOnce;
        this.spare = spare;
    }

    /**
     * Hands a call over. Blocks while as many as may are under way.
     *
     * @param call what to do; what it throws comes out of a later method called here
     */
    public void run(Runnable call) {
        lock.lock();
        try {
            while (failure == null && !hasRoom()) {
                hasEnded.awaitUninterruptibly();
            }
            if (failure != null) {
                join();
            }
            waiting.addLast(call);
            if (workers >= atOnce) {
                return;
            }
            workers++;
        } finally {
            lock.unlock();
        }
        begin();
    }

    private boolean hasRoom() {
        if (workers + waiting.size() <= atOnce + spareTaken) {
            return true;
        }
        boolean isTaken = spare.tryTake();
        spareTaken += isTaken ? 1 : 0;
        return isTaken;
    }

    /** Spare batches that are not needed any more go back. */
    private void giveBack() {
        while (spareTaken > 0 && workers + waiting.size() <= atOnce + spareTaken) {
            spareTaken--;
            spare.giveBack();
        }
    }

    private void begin() {
        boolean isBegun = false;
        try {
            executor.execute(this::work);
            isBegun = true;
        } finally {
            if (!isBegun) {
                end();
            }
        }
    }

    /** Runs calls until none waits; ends as a worker in the same breath, so that a call handed over then gets another. */
    private void work() {
        for (Runnable call = next(); call != null; call = next()) {
            try {
                call.run();
            } catch (Throwable failed) {
                note(failed);
            }
        }
    }

    private @Nullable Runnable next() {
        lock.lock();
        try {
            Runnable call = waiting.pollFirst();
            if (call == null) {
                workers--;
            }
            giveBack();
            hasEnded.signalAll();
            return call;
        } finally {
            lock.unlock();
        }
    }

    private void note(Throwable failed) {
        lock.lock();
        try {
            waiting.clear();
            giveBack();
            if (failure == null) {
                failure = failed;
            } else if (!failed.equals(failure)) {
                failure.addSuppressed(failed);
            }
        } finally {
            lock.unlock();
        }
    }

    /** A worker could not be started: nobody is there for what waits. */
    private void end() {
        lock.lock();
        try {
            workers--;
            if (workers == 0) {
                waiting.clear();
            }
            giveBack();
            hasEnded.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for all calls under way, an interrupt or not, since a commit must not outlive its lease; throws what the first of
     * them threw, once. Nothing under way: nothing happens.
     */
    public void join() {
        Throwable failed;
        lock.lock();
        try {
            while (workers > 0) {
                hasEnded.awaitUninterruptibly();
            }
            failed = failure;
            failure = null;
        } finally {
            lock.unlock();
        }
        if (failed != null) {
            rethrow(failed);
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
