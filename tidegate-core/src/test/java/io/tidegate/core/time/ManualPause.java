package io.tidegate.core.time;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A {@link Pause} that a test steps: the loop waits until the test calls {@link #release}, whatever instant it asked for.
 * Thread-safe.
 */
public final class ManualPause implements Pause {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int permits;
    private int waiting;
    private long lastAsked;
    private boolean stopped;

    @Override
    public boolean until(long tickerNanos) {
        lock.lock();
        try {
            lastAsked = tickerNanos;
            waiting++;
            while (permits == 0 && !stopped) {
                changed.await();
            }
            if (stopped) {
                return false;
            }
            permits--;
            return true;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waiting--;
            lock.unlock();
        }
    }

    /** Lets one wait, the present or the next one, come to its end. */
    public void release() {
        lock.lock();
        try {
            permits++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The loop stands in a wait for which there is no release yet: it is parked. */
    public boolean isWaiting() {
        lock.lock();
        try {
            return waiting > permits;
        } finally {
            lock.unlock();
        }
    }

    /** The instant that the latest wait asked for, as a reading of the loop's ticker. */
    public long lastAskedNanos() {
        lock.lock();
        try {
            return lastAsked;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void stop() {
        lock.lock();
        try {
            stopped = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }
}
