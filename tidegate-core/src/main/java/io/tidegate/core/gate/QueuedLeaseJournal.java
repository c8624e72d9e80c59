package io.tidegate.core.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A {@link LeaseJournal} that keeps rows in memory, up to a bound, until a writer drains them. Thread-safe, lock-free.
 *
 * @param <K> the host's own server key
 */
public final class QueuedLeaseJournal<K> implements LeaseJournal<K> {
    private final ConcurrentLinkedQueue<LeaseRow<K>> rows = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private final int capacity;

    /**
     * Makes an empty one.
     *
     * @param capacity rows that are kept at most; further ones are counted and dropped
     */
    public QueuedLeaseJournal(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1, was " + capacity);
        }
        this.capacity = capacity;
    }

    @Override
    public void offer(LeaseRow<K> row) {
        if (size.incrementAndGet() > capacity) {
            size.decrementAndGet();
            dropped.incrementAndGet();
        } else {
            rows.add(row);
        }
    }

    /**
     * Takes rows out, oldest first. Never waits for any.
     *
     * @param max how many at most
     * @return the rows, perhaps none
     */
    public List<LeaseRow<K>> drain(int max) {
        List<LeaseRow<K>> taken = new ArrayList<>();
        while (taken.size() < max) {
            LeaseRow<K> row = rows.poll();
            if (row == null) {
                break;
            }
            size.decrementAndGet();
            taken.add(row);
        }
        return taken;
    }

    /**
     * Rows that were dropped because the journal was full.
     *
     * @return the count since the start
     */
    public long dropped() {
        return dropped.get();
    }
}
