package io.tidegate.core.gate;

/**
 * Where the rows of leases go. Called in the middle of a lease's end, so an implementation only queues: it must not block
 * and must not throw. Implementations are thread-safe.
 *
 * @param <K> the host's own server key
 */
@FunctionalInterface
public interface LeaseJournal<K> {

    /**
     * Takes one row.
     *
     * @param row of a lease that has ended, or of a deferral
     */
    void offer(LeaseRow<K> row);
}
