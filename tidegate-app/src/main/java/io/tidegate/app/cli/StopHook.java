package io.tidegate.app.cli;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Closes a process in order when a signal ends it (Ctrl-C, SIGTERM), so that what runs at a server is asked to end. Closes it
 * once, whoever comes first; whoever comes second waits for that. Thread-safe.
 */
final class StopHook implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Runnable closing;
    private final Thread hook;
    private boolean isClosed;

    private StopHook(Runnable closing, Runnable afterSignal) {
        this.closing = closing;
        this.hook = Thread.ofPlatform().name("stop").unstarted(() -> {
            System.err.println("stopping: what runs is asked to end, for at most 10 s");
            closeOnce();
            afterSignal.run();
        });
    }

    /**
     * From now on a signal closes.
     *
     * @param closing closes what runs; called once, by a signal or by {@link #close}
     * @param afterSignal what a signal's thread does then, such as to choose the exit code
     */
    static StopHook closing(Runnable closing, Runnable afterSignal) {
        StopHook stop = new StopHook(closing, afterSignal);
        Runtime.getRuntime().addShutdownHook(stop.hook);
        return stop;
    }

    private void closeOnce() {
        lock.lock();
        try {
            if (!isClosed) {
                isClosed = true;
                closing.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Closes, or waits until the signal's thread has; after that a signal finds nothing to close. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException stopping) {
            // a signal has begun to close: waited for below
        }
        closeOnce();
    }
}
