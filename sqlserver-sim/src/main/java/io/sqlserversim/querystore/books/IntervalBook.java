package io.sqlserversim.querystore.books;

import java.time.Instant;

/**
 * The truth about one runtime stats interval at one instant. Immutable.
 *
 * @param epoch which life of the Query Store's ids, from 0
 * @param intervalId its id in that epoch
 * @param start inclusive
 * @param end exclusive
 * @param settledAt from when on the views show it whole, with one row per natural key
 * @param rows natural keys (replica group, plan, execution type) that have executions
 * @param executions over all rows and execution types, those included that no view shows yet or any more
 * @param presence where it stands
 */
public record IntervalBook(
        int epoch,
        long intervalId,
        Instant start,
        Instant end,
        Instant settledAt,
        long rows,
        long executions,
        Presence presence) {
    /** Where an interval stands at the instant of the book. */
    public enum Presence {
        /** Its end has not come. */
        OPEN,
        /** Over, but not yet whole in the views. */
        UNSETTLED,
        /** Over and whole. */
        SETTLED,
        /** Over and settled; clean-up has taken some of its rows. */
        THINNED,
        /** Removed by clean-up; no view shows it. */
        EXPIRED,
        /** Of an epoch that a CLEAR or a restore ended; its id may have another meaning now. */
        CLEARED
    }
}
