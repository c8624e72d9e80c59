package io.sqlserversim.session;

import io.sqlserversim.engine.StatementEnded;
import io.sqlserversim.engine.StatementEnded.Reason;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What may end a session's running statement from outside, and the place where a statement parks when a fault holds
 * it. Thread-safe. The wire's reader and KILL raise signals; the executing thread checks them on every row.
 */
public final class SessionSignals {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile @Nullable Reason pending; // written under lock
    private long releases; // under lock
    private boolean deaf; // under lock
    private boolean withheld; // under lock: an attention came for the running statement while deaf
    private long attentions; // under lock
    private Runnable listener = () -> {}; // under lock

    /** No signal is pending. */
    public SessionSignals() {}

    /**
     * Asks the running statement to end. A KILL or a shutdown is never replaced by an attention.
     *
     * @param reason why
     */
    public void raise(Reason reason) {
        Runnable told;
        lock.lock();
        try {
            if (reason == Reason.ATTENTION && deaf) {
                withheld = true;
            } else if (pending == null || pending == Reason.ATTENTION) {
                pending = reason;
            }
            changed.signalAll();
            told = listener;
        } finally {
            lock.unlock();
        }
        told.run();
    }

    /** Counts an attention that the server read from the wire, whether or not it will act on it. */
    public void attentionArrived() {
        lock.lock();
        try {
            attentions++;
        } finally {
            lock.unlock();
        }
    }

    /**
     * How many attentions the server has read for this session, acted on or not.
     *
     * @return 0 or more
     */
    public long attentions() {
        lock.lock();
        try {
            return attentions;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes the session deaf to attention, or lets it hear again. While it is deaf an attention is counted, ends
     * nothing and is not acknowledged; when it hears again, one that came for the statement still running ends it.
     *
     * @param value whether it is deaf
     */
    public void deaf(boolean value) {
        Runnable told;
        lock.lock();
        try {
            deaf = value;
            if (!value && withheld) {
                withheld = false;
                if (pending == null) {
                    pending = Reason.ATTENTION;
                }
            }
            changed.signalAll();
            told = listener;
        } finally {
            lock.unlock();
        }
        told.run();
    }

    /**
     * Whether the session is deaf to attention.
     *
     * @return true when it is
     */
    public boolean isDeaf() {
        lock.lock();
        try {
            return deaf;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sets who is told, after the fact and outside the lock, that a signal was raised or deafness ended. The
     * connection uses it to notice a KILL while the session sleeps.
     *
     * @param listener must not block; called on the raising thread
     */
    public void listener(Runnable listener) {
        lock.lock();
        try {
            this.listener = listener;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Forgets an attention that was acknowledged or whose statement ended before it was heard. Other reasons stay.
     */
    public void acknowledgeAttention() {
        lock.lock();
        try {
            withheld = false;
            if (pending == Reason.ATTENTION) {
                pending = null;
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * What is pending.
     *
     * @return null when nothing is
     */
    public @Nullable Reason pending() {
        return pending;
    }

    /**
     * Whether something has asked the running statement to end, be it that it is deaf to it as yet.
     *
     * @return true from the signal on, until it is acknowledged or the next request begins
     */
    public boolean isAskedToEnd() {
        lock.lock();
        try {
            return pending != null || withheld;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the calling statement when a signal is pending; cheap enough for every row.
     *
     * @throws StatementEnded when one is
     */
    public void check() {
        Reason reason = pending;
        if (reason != null) {
            throw new StatementEnded(reason);
        }
    }

    /**
     * Lets every statement that is parked here go on.
     */
    public void release() {
        lock.lock();
        try {
            releases++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Parks the calling statement until {@link #release()}, a signal, or the time is over.
     *
     * @param deafToAttention whether an attention does not end it
     * @param nanos the longest time, {@link Long#MAX_VALUE} for no limit
     * @throws StatementEnded when a signal ends it
     */
    public void park(boolean deafToAttention, long nanos) {
        lock.lock();
        try {
            long seen = releases;
            long left = nanos;
            while (seen == releases && left > 0) {
                Reason reason = pending;
                if (reason != null && !(deafToAttention && reason == Reason.ATTENTION)) {
                    throw new StatementEnded(reason);
                }
                if (nanos == Long.MAX_VALUE) {
                    changed.await(1, TimeUnit.DAYS);
                } else {
                    left = changed.awaitNanos(left);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StatementEnded(Reason.SHUTDOWN);
        } finally {
            lock.unlock();
        }
    }

    /** Lets a statement that is parked in {@link #parkUntil} look at its condition again. */
    public void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Parks the calling statement until a condition holds, a signal comes, or the time is over. Whoever makes the
     * condition true calls {@link #wake()} afterwards.
     *
     * @param condition cheap, non-blocking; asked under this object's lock
     * @param nanos the longest time, {@link Long#MAX_VALUE} for no limit
     * @return whether the condition holds; false when the time is over first
     * @throws StatementEnded when a signal ends it
     */
    public boolean parkUntil(BooleanSupplier condition, long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while (!condition.getAsBoolean()) {
                check();
                if (left <= 0) {
                    return false;
                }
                if (nanos == Long.MAX_VALUE) {
                    changed.await(1, TimeUnit.DAYS);
                } else {
                    left = changed.awaitNanos(left);
                }
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StatementEnded(Reason.SHUTDOWN);
        } finally {
            lock.unlock();
        }
    }
}
