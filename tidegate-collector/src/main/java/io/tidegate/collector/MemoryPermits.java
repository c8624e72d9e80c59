package io.tidegate.collector;

import io.tidegate.core.ledger.SpareBatches;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds how many slices hold batches in memory at once. Tried, never waited for. A slice that was abandoned moves to a
 * count of its own, so that wedged servers starve nobody. Thread-safe.
 */
public final class MemoryPermits {
    private static final long HEAP_PER_PERMIT = 24L << 20;

    /** Of about 4 MB, in all slices together. */
    private static final int SPARE_BATCHES = 5;

    private final int limit;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger quarantined = new AtomicInteger();
    private final SpareBatches spare = new SpareBatches(SPARE_BATCHES);

    /**
     * A number of permits.
     *
     * @param limit at least one
     */
    public MemoryPermits(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, was " + limit);
        }
        this.limit = limit;
    }

    /**
     * As many as a heap allows: one per 24 MB, which is what a slice's batches take at most.
     *
     * @param maxHeapBytes the heap's limit
     * @return at least one permit
     */
    public static MemoryPermits forHeap(long maxHeapBytes) {
        return new MemoryPermits(Math.clamp(maxHeapBytes / HEAP_PER_PERMIT, 1, 10_000));
    }

    /**
     * Tries to take one; never waits.
     *
     * @return empty when all are taken
     */
    public Optional<Permit> tryAcquire() {
        int seen = taken.get();
        while (seen < limit) {
            if (taken.compareAndSet(seen, seen + 1)) {
                return Optional.of(new Permit());
            }
            seen = taken.get();
        }
        return Optional.empty();
    }

    /**
     * Batches that all slices together may have waiting for the store beyond one each.
     *
     * @return the same each time
     */
    public SpareBatches spare() {
        return spare;
    }

    /**
     * Permits taken by slices that their loops still wait for.
     *
     * @return 0 to the limit
     */
    public int taken() {
        return taken.get();
    }

    /**
     * Permits that abandoned slices keep.
     *
     * @return 0 or more
     */
    public int quarantined() {
        return quarantined.get();
    }

    /** One permit. Thread-safe; given back once, whoever closes it. */
    public final class Permit implements AutoCloseable {
        private static final int IN_USE = 0;
        private static final int QUARANTINED = 1;
        private static final int BACK = 2;

        private final AtomicInteger state = new AtomicInteger(IN_USE);

        private Permit() {}

        /** Its slice was abandoned: it counts with the others of that kind. Does nothing once it is back. */
        public void quarantine() {
            if (state.compareAndSet(IN_USE, QUARANTINED)) {
                quarantined.incrementAndGet();
                taken.decrementAndGet();
            }
        }

        @Override
        public void close() {
            switch (state.getAndSet(BACK)) {
                case IN_USE -> taken.decrementAndGet();
                case QUARANTINED -> quarantined.decrementAndGet();
                default -> {
                    // it is back already
                }
            }
        }
    }
}
