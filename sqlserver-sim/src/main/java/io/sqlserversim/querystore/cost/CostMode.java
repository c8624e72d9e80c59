package io.sqlserversim.querystore.cost;

import io.sqlserversim.session.Session;

/** What becomes of the CPU time that a read costs, besides being charged to its session. Thread-safe. */
@FunctionalInterface
public interface CostMode {
    /** Charged only. */
    CostMode CHARGED = (session, nanos) -> {};

    /** The statement also takes as long, in real time; an attention or a KILL ends it meanwhile. */
    CostMode REAL = (session, nanos) -> session.signals().park(false, nanos);

    /**
     * Spends CPU time of a statement; may block for as long.
     *
     * @param session runs the statement
     * @param nanos how much
     */
    void spend(Session session, long nanos);
}
