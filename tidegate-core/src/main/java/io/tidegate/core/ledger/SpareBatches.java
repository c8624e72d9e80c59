package io.tidegate.core.ledger;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Batches that all slices together may have waiting for the store beyond one each: a slice that has the store to itself
 * reads on over a checkpoint, and many slices do not queue up before it, each for longer than its deadline. Tried, never
 * waited for. Thread-safe.
 */
public final class SpareBatches {
    private final AtomicInteger left;

    /**
     * A number of batches.
     *
     * @param most 0 or more
     */
    public SpareBatches(int most) {
        if (most < 0) {
            throw new IllegalArgumentException("most must be 0 or more, was " + most);
        }
        left = new AtomicInteger(most);
    }

    /** Takes one; false when all are taken. */
    boolean tryTake() {
        int seen = left.get();
        while (seen > 0) {
            if (left.compareAndSet(seen, seen - 1)) {
                return true;
            }
            seen = left.get();
        }
        return false;
    }

    /** Gives back one that was taken. */
    void giveBack() {
        left.incrementAndGet();
    }

    /**
     * Batches that may still be taken.
     *
     * @return 0 or more
     */
    public int left() {
        return left.get();
    }
}
