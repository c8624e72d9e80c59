package io.tidegate.core.ledger;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How failures shrink a series' budgets and successes let them grow back: 64, 32, 16 MB, and bands of one interval. At
 * the smallest, after three failures alike, the reading is called <em>failing, fixed cost</em> and tried once a day.
 * Immutable.
 *
 * @param level how often the budget is halved, 0 to 2
 * @param failures failures in a row, whatever they were
 * @param lastFailure when the last of them was, by our clock; null when the last one succeeded
 * @param cause what the last failure of the read's own was, in words for a user; empty when there was none
 * @param alike how many failures of the read's own in a row up to the last one had that cause
 */
public record BudgetLadder(
        int level, int failures, @Nullable Instant lastFailure, String cause, int alike) {
    /** Nothing has failed. */
    public static final BudgetLadder FULL = new BudgetLadder(0, 0, null);

    /**
     * Failures whose cause is not told.
     *
     * @param level how often the budget is halved, 0 to 2
     * @param failures failures in a row
     * @param lastFailure when the last of them was; null when the last one succeeded
     */
    public BudgetLadder(int level, int failures, @Nullable Instant lastFailure) {
        this(level, failures, lastFailure, "", failures);
    }

    private static final int SMALLEST = 2;
    private static final int BACK_OF_LINE = 3;
    private static final Duration RETRY_FIXED_COST = Duration.ofDays(1);

    /**
     * After a reading that failed (not one that was cut, deferred or fenced).
     *
     * @param now our clock
     * @return one step down
     */
    public BudgetLadder afterFailure(Instant now) {
        return afterFailure(now, "");
    }

    /**
     * The same with its cause: only failures alike make a reading <em>failing, fixed cost</em>.
     *
     * @param now our clock
     * @param why words for a user; the same words mean the same cause
     * @return one step down
     */
    public BudgetLadder afterFailure(Instant now, String why) {
        int same = why.equals(cause) ? alike + 1 : 1;
        return new BudgetLadder(Math.min(SMALLEST, level + 1), failures + 1, now, why, same);
    }

    /**
     * After a failure that is not the read's own and passes: a dropped connection, a lock time-out, a store that did not
     * answer. The budgets shrink, and it counts for {@link #isBackOfLine}, since the time that it took is lost to the others
     * just the same; but never towards {@link #isFailingFixedCost}.
     *
     * @param now our clock
     * @return the next state
     */
    public BudgetLadder afterPassingFailure(Instant now) {
        return new BudgetLadder(Math.min(SMALLEST, level + 1), failures + 1, now, cause, alike);
    }

    /**
     * After a reading that ended well, cut or not.
     *
     * @return one step up, no failures
     */
    public BudgetLadder afterSuccess() {
        return level == 0 && failures == 0 ? this : new BudgetLadder(Math.max(0, level - 1), 0, null);
    }

    /**
     * The budget on this step.
     *
     * @param full the configured budget
     * @return what a slice may use
     */
    public ReadBudget budget(ReadBudget full) {
        return full.halved(level);
    }

    /**
     * Whether bands are to be of one interval only.
     *
     * @return true after any failure, until the budget is full again
     */
    public boolean isSingleInterval() {
        return level > 0;
    }

    /**
     * Whether others go first.
     *
     * @return true after three failures in a row, those that pass included
     */
    public boolean isBackOfLine() {
        return failures >= BACK_OF_LINE;
    }

    /**
     * Whether even the smallest reading fails: what it costs does not follow from how much it reads.
     *
     * @return true at the smallest budget after three failures in a row of one cause
     */
    public boolean isFailingFixedCost() {
        return level == SMALLEST && alike >= BACK_OF_LINE;
    }

    /**
     * Whether a reading may be tried.
     *
     * @param now our clock
     * @return false for a day after a failure that is called fixed cost
     */
    public boolean mayTry(Instant now) {
        return !isFailingFixedCost() || lastFailure == null || !now.isBefore(lastFailure.plus(RETRY_FIXED_COST));
    }
}
