package io.tidegate.collector.probe;

import io.tidegate.core.ledger.BudgetLadder;
import io.tidegate.core.ledger.HourlyDuties;
import io.tidegate.core.ledger.LayoutBelief;
import io.tidegate.core.ledger.PeekSchedule;
import io.tidegate.core.ledger.SettlingProgress;
import io.tidegate.core.ledger.Situation;
import io.tidegate.core.store.SeriesRecord;
import java.util.Optional;

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
 * @param duties what was done by the source's hour
 * @param settling what was learnt of its epoch while that is suspect
 * @param layout how its runtime rows are believed to lie; the situation has what was believed when it was probed
 * @param plansMade plans that were first compiled in the hour before the last look at what was compiled; 0 before that
 */
public record SeriesState(
        SeriesRecord series,
        Situation situation,
        BudgetLadder ladder,
        PeekSchedule peek,
        boolean isEpochSuspect,
        long lastServedNanos,
        HourlyDuties duties,
        SettlingProgress settling,
        LayoutBelief layout,
        long plansMade) {
    /** From so many an hour on its statements have a plan each, and fill Query Store. */
    private static final long WITHOUT_END = 1_000;

    /**
     * What is known at first, or after a rename.
     *
     * @param series its series
     * @param situation the source as just probed
     * @param suspect whether its ids are suspect
     * @param nowNanos the ticker
     * @param noneDone duties of which none was done
     * @return full budgets, peeks from now on, never served
     */
    static SeriesState fresh(
            SeriesRecord series, Situation situation, boolean suspect, long nowNanos, HourlyDuties noneDone) {
        return new SeriesState(
                series,
                situation,
                BudgetLadder.FULL,
                PeekSchedule.startingAt(nowNanos),
                suspect,
                Long.MIN_VALUE,
                noneDone,
                new SettlingProgress(),
                LayoutBelief.of(situation.layout()),
                0);
    }

    /**
     * After a new probe.
     *
     * @param record the series as the store knows it
     * @param now the source
     * @param suspect whether its ids are suspect
     * @return the rest unchanged; no duty done when it is another series
     */
    public SeriesState probed(SeriesRecord record, Situation now, boolean suspect) {
        HourlyDuties same = record.key().equals(series.key()) ? duties : duties.anew();
        return new SeriesState(record, now, ladder, peek, suspect, lastServedNanos, same, settling, layout, plansMade);
    }

    /**
     * After a lease.
     *
     * @param next budgets
     * @param nowNanos the ticker
     * @return the rest unchanged
     */
    public SeriesState served(BudgetLadder next, long nowNanos) {
        return new SeriesState(
                series, situation, next, peek, isEpochSuspect, nowNanos, duties, settling, layout, plansMade);
    }

    /**
     * With another peek schedule.
     *
     * @param next when to peek
     * @return the rest unchanged
     */
    public SeriesState peeked(PeekSchedule next) {
        return new SeriesState(
                series, situation, ladder, next, isEpochSuspect, lastServedNanos, duties, settling, layout, plansMade);
    }

    /**
     * After an interval was read alone.
     *
     * @param next how rows are believed to lie; from the next probe on it is what the situation says
     * @return the rest unchanged
     */
    public SeriesState lies(LayoutBelief next) {
        return new SeriesState(
                series, situation, ladder, peek, isEpochSuspect, lastServedNanos, duties, settling, next, plansMade);
    }

    /**
     * After a fork.
     *
     * @param record the new epoch
     * @return nothing suspect
     */
    public SeriesState forked(SeriesRecord record) {
        return new SeriesState(
                record,
                situation,
                ladder,
                peek.unseen(),
                false,
                lastServedNanos,
                duties.anew(),
                new SettlingProgress(),
                layout,
                0);
    }

    /**
     * After a duty was done, or there was nothing to do.
     *
     * @param duty which
     * @return by the source's clock as last probed; the rest unchanged
     */
    public SeriesState did(HourlyDuties.Duty duty) {
        HourlyDuties next = duties.done(duty, situation.sourceNow());
        return new SeriesState(
                series, situation, ladder, peek, isEpochSuspect, lastServedNanos, next, settling, layout, plansMade);
    }

    /**
     * After a look at what was compiled.
     *
     * @param plans first compiled in the hour before
     * @return the rest unchanged
     */
    public SeriesState made(long plans) {
        return new SeriesState(
                series, situation, ladder, peek, isEpochSuspect, lastServedNanos, duties, settling, layout, plans);
    }

    /**
     * What an operator should know of a database that makes plans without end.
     *
     * @return for a user, with what to do; empty for most
     */
    public Optional<String> plansWithoutEnd() {
        return plansMade < WITHOUT_END
                ? Optional.empty()
                : Optional.of(
                        "made " + plansMade + " new plans in an hour, so that Query Store fills with plans that run"
                                + " once. Next: let its statements have parameters, or set PARAMETERIZATION FORCED, or"
                                + " QUERY_CAPTURE_MODE = AUTO or CUSTOM");
    }

    /**
     * Whether a duty is due.
     *
     * @param duty one that is done by the hour
     * @return true until it was done in this hour of the server, by the source's clock
     */
    public boolean isDue(HourlyDuties.Duty duty) {
        return duties.due(situation.sourceNow(), 0).contains(duty);
    }

    /**
     * Whether the census is due.
     *
     * @return true until it was done in this hour of the server, by the source's clock
     */
    public boolean isCensusDue() {
        return duties.due(situation.sourceNow(), 0).contains(HourlyDuties.Duty.CENSUS);
    }
}
