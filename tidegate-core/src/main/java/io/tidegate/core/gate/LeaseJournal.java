package io.tidegate.core.gate;

/**
 * Where the rows of leases go, and the news that an intent is over. Called in the middle of a lease's end, so an implementation only queues: it must not block
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

    /**
     * Tells that the intent of a session is over, so that whoever stored it forgets it: its release was answered, or as a
     * suspect it was proven to have ended, had its grace, or met a restart of its instance. Told for sessions that ran by
     * the operator's word; the same one may be told twice.
     *
     * @param server which server
     * @param session the session of the intent
     */
    default void intentEnded(K server, SessionIdentity session) {}
}
