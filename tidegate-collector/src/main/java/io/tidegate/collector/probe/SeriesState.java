package io.tidegate.collector.probe;

import io.tidegate.core.ledger.BudgetLadder;
import io.tidegate.core.ledger.PeekSchedule;
import io.tidegate.core.ledger.Situation;
import io.tidegate.core.store.SeriesRecord;

/**
 * What a lane knows of one database between two passes. Immutable; a lane keeps the newest.
 *
 * @param series its series
 * @param situation the source as last probed
 * @param ladder what failures have left of its budgets
 * @param peek when to peek next
 * @param isEpochSuspect whether the interval list speaks of a new life of the ids: witnesses are asked before anything
 *     is read
 * @param lastServedNanos ticker when it last had a lease; {@link Long#MIN_VALUE} when it never had
 * @param censusHour source hour in which the last census ran, in hours since 1970; -1 before the first
 */
public record SeriesState(
        SeriesRecord series,
        Situation situation,
        BudgetLadder ladder,
        PeekSchedule peek,
        boolean isEpochSuspect,
        long lastServedNanos,
        long censusHour) {
    /**
     * After a new probe.
     *
     * @param record the series as the store knows it
     * @param now the source
     * @param suspect whether its ids are suspect
     * @return the rest unchanged
     */
    public SeriesState probed(SeriesRecord record, Situation now, boolean suspect) {
        return new SeriesState(record, now, ladder, peek, suspect, lastServedNanos, censusHour);
    }

    /**
     * After a lease.
     *
     * @param next budgets
     * @param nowNanos the ticker
     * @return the rest unchanged
     */
    public SeriesState served(BudgetLadder next, long nowNanos) {
        return new SeriesState(series, situation, next, peek, isEpochSuspect, nowNanos, censusHour);
    }

    /**
     * With another peek schedule.
     *
     * @param next when to peek
     * @return the rest unchanged
     */
    public SeriesState peeked(PeekSchedule next) {
        return new SeriesState(series, situation, ladder, next, isEpochSuspect, lastServedNanos, censusHour);
    }

    /**
     * After a fork.
     *
     * @param record the new epoch
     * @return nothing suspect
     */
    public SeriesState forked(SeriesRecord record) {
        return new SeriesState(record, situation, ladder, peek, false, lastServedNanos, -1);
    }

    /**
     * After the witnesses agreed.
     *
     * @return nothing suspect
     */
    public SeriesState trusted() {
        return new SeriesState(series, situation, ladder, peek, false, lastServedNanos, censusHour);
    }

    /**
     * After a census.
     *
     * @param hour source hour, in hours since 1970
     * @return the rest unchanged
     */
    public SeriesState counted(long hour) {
        return new SeriesState(series, situation, ladder, peek, isEpochSuspect, lastServedNanos, hour);
    }
}
