package io.tidegate.collector.work;

import io.tidegate.core.status.PassOutcome;

/**
 * What came of one lease. Immutable.
 *
 * @param outcome done, empty, cut or deferred
 * @param detail for a user; may be empty
 * @param held intervals that became held, each kind for itself
 * @param obstacle what at the server stood in the way, where something did
 */
public record WorkResult(PassOutcome outcome, String detail, int held, Obstacle obstacle) {
    /** What keeps a server from being read heavily, beside a lease or lock that is out. */
    public enum Obstacle {
        /** Nothing. */
        NONE,
        /** The end of a statement cannot be proven there. */
        END_NOT_PROVABLE,
        /** A suspect may still run there. */
        SUSPECT,
        /** Its budget for heavy work is spent. */
        BUDGET,
        /** The part of its budget that looks at unsettled intervals may use is spent. */
        BUDGET_FOR_PEEKS,
        /** The server works hard for others. */
        PRESSURE,
        /** Somebody waited for our session, and it gave way. */
        WAITED_FOR
    }

    /**
     * An end without anything to tell.
     *
     * @param outcome how
     * @param held intervals that became held
     * @return the result
     */
    public static WorkResult of(PassOutcome outcome, int held) {
        return new WorkResult(outcome, "", held, Obstacle.NONE);
    }

    /**
     * The same, shown with more words.
     *
     * @param words for a user; empty for none
     * @return with them before its own
     */
    public WorkResult noting(String words) {
        String all = words.isEmpty() || detail.isEmpty() ? words + detail : words + "; " + detail;
        return new WorkResult(outcome, all, held, obstacle);
    }

    /**
     * This and what followed it under the same lease.
     *
     * @param next the later part
     * @return cut when either was; the sum of both
     */
    public WorkResult then(WorkResult next) {
        PassOutcome both = outcome == PassOutcome.EMPTY || next.outcome == PassOutcome.CUT ? next.outcome : outcome;
        return new WorkResult(both, detail.isEmpty() ? next.detail : detail, held + next.held, Obstacle.NONE);
    }
}
