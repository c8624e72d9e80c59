package io.tidegate.core.ledger;

import io.tidegate.core.model.RuntimeStatsInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When to peek at the open interval again: 240 times what the last peek took, between 1 and 30 minutes, so that peeks
 * take no more than a 240th of the time. A cut peek is dropped and its spacing doubles; after three in a row that were cut by
 * their own size or time the interval is <em>open, too large to peek</em>. Immutable.
 *
 * <p>The time runs from one due time to the next, so that peeks which begin at ticks, a little later or sooner each, come
 * as often as the spacing says: a peek that begins late takes nothing from the next one's time. What it may make up for is
 * half a minute; no two due times are closer than the spacing.
 *
 * @param spacing time from one peek to the next
 * @param cuts peeks in a row that were cut by their own size or time, others in between not counted
 * @param dueNanos reading of the ticker at which the next one is due
 * @param intervalId the newest interval that it is for; 0 before the first
 * @param seenTo the source's clock at the last whole peek; {@link Instant#MIN} before the first
 */
public record PeekSchedule(Duration spacing, int cuts, long dueNanos, long intervalId, Instant seenTo) {
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final Duration MADE_UP_FOR = Duration.ofSeconds(30);
    private static final int COST_SHARE = 240;
    private static final int CUTS_TO_GIVE_UP = 3;

    /**
     * A schedule whose first peek is due at once.
     *
     * @param nowNanos the ticker
     * @return shortest spacing
     */
    public static PeekSchedule startingAt(long nowNanos) {
        return new PeekSchedule(SHORTEST, 0, nowNanos - MADE_UP_FOR.toNanos(), 0, Instant.MIN);
    }

    /**
     * Whether to peek.
     *
     * @param nowNanos the ticker
     * @return false before the due time, and when the interval is too large
     */
    public boolean isDue(long nowNanos) {
        return !isTooLarge() && nowNanos - dueNanos >= 0;
    }

    /**
     * Whether three peeks in a row were cut by their own size or time.
     *
     * @return true until there is a newer interval
     */
    public boolean isTooLarge() {
        return cuts >= CUTS_TO_GIVE_UP;
    }

    /**
     * Whether a peek at an interval would bring nothing new before it settles: the last one came when its end and the
     * margin had passed. Rows that are registered even later come with the final read.
     *
     * @param interval one that has not settled
     * @param clock of its source
     * @param sourceNow the source's clock
     * @return false for one that is open; and when the source's clock has gone back
     */
    public boolean hasSeen(RuntimeStatsInterval interval, IntervalClock clock, Instant sourceNow) {
        return !seenTo.isAfter(sourceNow) && !seenTo.isBefore(interval.end().plus(clock.margin()));
    }

    /**
     * After a whole peek at a server with a budget.
     *
     * @param took what it took
     * @param atLeast spacing that the budget allows, {@link io.tidegate.core.budget.PeekPace}; 30 minutes count at most
     * @param begunNanos the ticker at its begin
     * @param sourceNow the source's clock, before it began
     * @return the next one's schedule
     */
    public PeekSchedule afterPeek(Duration took, Duration atLeast, long begunNanos, Instant sourceNow) {
        Duration byTime = took.multipliedBy(COST_SHARE);
        Duration next = clamp(byTime.compareTo(atLeast) < 0 ? atLeast : byTime);
        long late = Math.clamp(begunNanos - dueNanos, 0, MADE_UP_FOR.toNanos());
        return new PeekSchedule(next, 0, begunNanos - late + next.toNanos(), intervalId, sourceNow);
    }

    /**
     * After a peek that was cut by its own size or time, and dropped.
     *
     * @param nowNanos the ticker at its end
     * @return twice the spacing, 30 minutes at most
     */
    public PeekSchedule afterCut(long nowNanos) {
        Duration next = clamp(spacing.multipliedBy(2));
        return new PeekSchedule(next, cuts + 1, nowNanos + next.toNanos(), intervalId, seenTo);
    }

    /**
     * After a peek that something else has cut: pressure, the budget, the deadline, somebody who waited.
     *
     * @param nowNanos the ticker at its end
     * @return twice the spacing, 30 minutes at most; nothing is said of the interval's size
     */
    public PeekSchedule afterOtherCut(long nowNanos) {
        PeekSchedule next = afterCut(nowNanos);
        return new PeekSchedule(next.spacing, cuts, next.dueNanos, intervalId, seenTo);
    }

    /**
     * What an operator should know of an interval that is too large.
     *
     * @return for a user; empty for most
     */
    public Optional<String> tooLarge() {
        return isTooLarge()
                ? Optional.of("open, too large to peek: " + cuts + " looks in a row at interval " + intervalId
                        + " were cut at their limit; its rows come once it has settled")
                : Optional.empty();
    }

    /**
     * For the newest interval there is: the count of cuts begins anew with each interval; the spacing stays, since the
     * workload does.
     *
     * @param newest id of the newest unsettled interval
     * @param nowNanos the ticker
     * @return this one while the interval is the same; else without cuts, due after the spacing, or as before if that is
     *     sooner
     */
    public PeekSchedule on(long newest, long nowNanos) {
        if (newest == intervalId) {
            return this;
        }
        long after = nowNanos + spacing.toNanos();
        return new PeekSchedule(spacing, 0, after - dueNanos < 0 || isTooLarge() ? after : dueNanos, newest, seenTo);
    }

    /**
     * For another life of the ids, whose intervals nobody has peeked at.
     *
     * @return the rest unchanged
     */
    public PeekSchedule unseen() {
        return new PeekSchedule(spacing, cuts, dueNanos, intervalId, Instant.MIN);
    }

    private static Duration clamp(Duration d) {
        if (d.compareTo(SHORTEST) < 0) {
            return SHORTEST;
        }
        return d.compareTo(LONGEST) > 0 ? LONGEST : d;
    }
}
