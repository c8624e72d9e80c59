package io.tidegate.core.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A {@link LeaseJournal} that keeps rows and ended intents in memory, up to a bound each, until a writer drains them.
 * Thread-safe, lock-free.
 *
 * @param <K> the host's own server key
 */
public final class QueuedLeaseJournal<K> implements LeaseJournal<K> {
    private final Bounded<LeaseRow<K>> rows;
    private final Bounded<EndedIntent<K>> ended;

    /**
     * Makes an empty one.
     *
     * @param capacity of either kind, how many are kept at most; further ones are counted and dropped
     */
    public QueuedLeaseJournal(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1, was " + capacity);
        }
        this.rows = new Bounded<>(capacity);
        this.ended = new Bounded<>(capacity);
    }

    /**
     * An intent that is over. Immutable.
     *
     * @param server which server
     * @param session the session of the intent
     * @param <K> the host's own server key
     */
    public record EndedIntent<K>(K server, SessionIdentity session) {}

    @Override
    public void offer(LeaseRow<K> row) {
        rows.add(row);
    }

    /** As any; one that is dropped, since the queue is full, stays stored and is met again at the next start. */
    @Override
    public void intentEnded(K server, SessionIdentity session) {
        ended.add(new EndedIntent<>(server, session));
    }

    /**
     * Takes rows out, oldest first. Never waits for any.
     *
     * @param max how many at most
     * @return the rows, perhaps none
     */
    public List<LeaseRow<K>> drain(int max) {
        return rows.take(max);
    }

    /**
     * Takes ended intents out, oldest first. Never waits for any.
     *
     * @param max how many at most
     * @return the intents, perhaps none
     */
    public List<EndedIntent<K>> drainEndedIntents(int max) {
        return ended.take(max);
    }

    /**
     * Rows that were dropped because the journal was full.
     *
     * @return the count since the start
     */
    public long dropped() {
        return rows.dropped.get();
    }

    private static final class Bounded<T> {
        private final ConcurrentLinkedQueue<T> queue = new ConcurrentLinkedQueue<>();
        private final AtomicInteger size = new AtomicInteger();
        private final AtomicLong dropped = new AtomicLong();
        private final int capacity;

        Bounded(int capacity) {
            this.capacity = capacity;
        }

        void add(T one) {
            if (size.incrementAndGet() > capacity) {
                size.decrementAndGet();
                dropped.incrementAndGet();
            } else {
                queue.add(one);
            }
        }

        List<T> take(int max) {
            List<T> taken = new ArrayList<>();
            while (taken.size() < max) {
                T one = queue.poll();
                if (one == null) {
                    break;
                }
                size.decrementAndGet();
                taken.add(one);
            }
            return taken;
        }
    }
}
