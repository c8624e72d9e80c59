package io.tidegate.collector;

import io.tidegate.core.time.Ticker;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Something that does not work for a while, and when it is to be told: as it begins, or becomes another kind of trouble, once an hour
 * while it lasts, and as it ends. Thread-safe: every mutable field is guarded by the lock; does not block.
 */
public final class Outage {
    private static final long AGAIN_NANOS = Duration.ofHours(1).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private final Ticker ticker;
    private @Nullable Object kind;
    private long toldNanos;

    /**
     * All is well.
     *
     * @param ticker a monotonic clock
     */
    public Outage(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * It does not work.
     *
     * @param now of what kind the trouble is
     * @return whether that is to be told
     */
    public boolean begins(Object now) {
        lock.lock();
        try {
            long nanos = ticker.readNanos();
            if (now.equals(kind) && nanos - toldNanos < AGAIN_NANOS) {
                return false;
            }
            kind = now;
            toldNanos = nanos;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * It works.
     *
     * @return whether it did not before, which is to be told
     */
    public boolean ends() {
        lock.lock();
        try {
            boolean stood = kind != null;
            kind = null;
            return stood;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether it does not work.
     *
     * @param asked a kind of trouble
     * @return true while it is of that kind
     */
    public boolean is(Object asked) {
        lock.lock();
        try {
            return asked.equals(kind);
        } finally {
            lock.unlock();
        }
    }
}
