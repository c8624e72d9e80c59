package io.tidegate.collector.lane;

import io.tidegate.collector.probe.SeriesState;
import io.tidegate.collector.work.WorkResult;
import io.tidegate.collector.work.WorkResult.Obstacle;
import io.tidegate.core.ledger.BudgetLadder;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.StoreException;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Sums up the leases of one pass: the word for a pass is the worst of its leases'. Confined to one thread. */
final class PassTally {
    private @Nullable Ended worst;
    private int held;
    private boolean byBudget;

    void add(Ended ended) {
        held += ended.result() == null ? 0 : ended.result().held();
        byBudget |= ended.isBy(Obstacle.BUDGET) || ended.isBy(Obstacle.BUDGET_FOR_PEEKS);
        if (worst == null || rank(ended) > rank(worst)) {
            worst = ended;
        }
    }

    /** Whether nothing was deferred by the budget in this pass so far. */
    boolean isFirstByBudget() {
        return !byBudget;
    }

    Ended ended() {
        if (worst == null) {
            return new Ended(PassOutcome.EMPTY, "", WorkResult.of(PassOutcome.EMPTY, 0), null);
        }
        WorkResult result = worst.result();
        return new Ended(
                worst.outcome(),
                worst.detail(),
                result == null ? null : new WorkResult(result.outcome(), result.detail(), held, result.obstacle()),
                worst.failure());
    }

    /**
     * A database's state after a lease: failures shrink its budgets, a refusal changes nothing. One that was abandoned is a
     * failure of the read's own, told once: what its body brings later changes nothing here. One that gave way to somebody
     * has shown neither that its size is right nor that it is wrong.
     */
    static SeriesState after(SeriesState state, Ended ended, Instant now, long servedNanos) {
        BudgetLadder ladder = switch (ended.outcome()) {
            case FAILED ->
                isPassing(ended.failure())
                        ? state.ladder().afterPassingFailure(now)
                        : state.ladder().afterFailure(now, ended.detail());
            case ABANDONED -> state.ladder().afterFailure(now, "a slice did not end by its deadline");
            case CUT ->
                ended.isBy(Obstacle.WAITED_FOR)
                        ? state.ladder()
                        : state.ladder().afterSuccess();
            case DONE, EMPTY -> state.ladder().afterSuccess();
            case DEFERRED, SKIPPED, CANCELLED -> state.ladder();
        };
        boolean served = ended.outcome() != PassOutcome.DEFERRED && ended.outcome() != PassOutcome.SKIPPED;
        return state.served(ladder, served ? servedNanos : state.lastServedNanos());
    }

    /** Whether a failure says nothing about what the read itself costs. */
    private static boolean isPassing(@Nullable Throwable failure) {
        if (failure instanceof StoreException) {
            return true;
        }
        return failure instanceof SqlServerException known
                && switch (known.fault()) {
                    case Fault.Transient some -> true;
                    case Fault.Unreachable gone -> true;
                    case Fault.LoginRefused refused -> true;
                    case Fault.DatabaseUnavailable closed -> true;
                    case Fault.Guarded guarded -> true;
                    case Fault.Cancelled asked -> true;
                    case Fault.TimedOut late -> false;
                    case Fault.NotPermitted denied -> false;
                    case Fault.NotSupported old -> false;
                    case Fault.QueryStoreError ill -> false;
                    case Fault.Unknown other -> false;
                };
    }

    /** Where only looks at unsettled intervals wait, a pass that read something is called by that. */
    private static int rank(Ended ended) {
        return switch (ended.outcome()) {
            case EMPTY -> 0;
            case DONE -> 2;
            case CUT -> 3;
            case SKIPPED -> 4;
            case CANCELLED -> 5;
            case DEFERRED -> ended.isBy(Obstacle.BUDGET_FOR_PEEKS) ? 1 : 6;
            case FAILED -> 7;
            case ABANDONED -> 8;
        };
    }
}
