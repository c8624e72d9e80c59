package io.tidegate.collector.lane;

import io.tidegate.collector.work.WorkResult;
import io.tidegate.collector.work.WorkResult.Obstacle;
import io.tidegate.core.budget.Allowance;
import io.tidegate.core.budget.Rank;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import org.jspecify.annotations.Nullable;

/**
 * How one try for a lease ended for its loop. Immutable.
 *
 * @param outcome the word
 * @param detail for a user
 * @param result what was done; null unless the body completed
 * @param failure what was thrown; null unless it failed
 */
record Ended(
        PassOutcome outcome,
        String detail,
        @Nullable WorkResult result,
        @Nullable Throwable failure) {
    /** The budget is spent. */
    static Ended byBudget(Allowance allowance) {
        String words = "deferred: budget: " + allowance.words();
        Obstacle what = allowance.rank() == Rank.PEEK ? Obstacle.BUDGET_FOR_PEEKS : Obstacle.BUDGET;
        return new Ended(PassOutcome.DEFERRED, words, new WorkResult(PassOutcome.DEFERRED, words, 0, what), null);
    }

    /** The server works hard for others. */
    static Ended byPressure(PressureRule.Verdict pressure) {
        String words = "deferred: " + pressure.why();
        return new Ended(
                PassOutcome.DEFERRED, words, new WorkResult(PassOutcome.DEFERRED, words, 0, Obstacle.PRESSURE), null);
    }

    /** The same with more words for a user. */
    Ended noting(String words) {
        if (words.isEmpty()) {
            return this;
        }
        return new Ended(
                outcome,
                detail.isEmpty() ? words : words + "; " + detail,
                result == null ? null : result.noting(words),
                failure);
    }

    /** Whether what stood in the way is of this kind. */
    boolean isBy(Obstacle what) {
        return result != null && result.obstacle() == what;
    }

    /** The refusal of our login, where that is how it failed. */
    Fault.@Nullable LoginRefused refusal() {
        return failure instanceof SqlServerException known && known.fault() instanceof Fault.LoginRefused refused
                ? refused
                : null;
    }

    /**
     * Whether the loop may try the next database of the same server in this pass. An error of the machine, such as no
     * memory, is no fault of one database, nor is a refused login, which would be refused for each of them: the pass ends.
     * So it does when we have just given way to somebody.
     */
    boolean goesOn() {
        return switch (outcome) {
            case DONE, EMPTY -> true;
            case CUT -> !isBy(Obstacle.WAITED_FOR);
            case FAILED -> !(failure instanceof VirtualMachineError) && refusal() == null;
            case DEFERRED -> isBy(Obstacle.BUDGET) || isBy(Obstacle.BUDGET_FOR_PEEKS);
            case ABANDONED, SKIPPED, CANCELLED -> false;
        };
    }
}
