package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.collector.probe.SeriesState;
import io.tidegate.collector.work.WorkResult;
import io.tidegate.core.budget.Allowance;
import io.tidegate.core.budget.HeavyAccount;
import io.tidegate.core.budget.HeavyBudget;
import io.tidegate.core.budget.Rank;
import io.tidegate.core.budget.Usage;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.BudgetLadder;
import io.tidegate.core.ledger.HourlyDuties;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.ledger.Layout;
import io.tidegate.core.ledger.LayoutBelief;
import io.tidegate.core.ledger.PeekSchedule;
import io.tidegate.core.ledger.SettlingProgress;
import io.tidegate.core.ledger.Situation;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a pass is called after its leases, and what one lease leaves of a database's budgets. Mutations seen to break it: a
 * fault moved between passing and the read's own; the best outcome instead of the worst; a refused database that counts as
 * served.
 */
class PassTallyTest {
    private static final BudgetLadder ONE_FAILURE = BudgetLadder.FULL.afterFailure(StoreFixture.hour(1));

    private static final Usage USED = new HeavyAccount().usage(HeavyBudget.STANDARD, 0);

    static Stream<Throwable> passing() {
        return Stream.of(
                new StoreException("the disk is full", new IllegalStateException()),
                fault(new Fault.Transient("lock time-out", 1222, false)),
                fault(new Fault.Unreachable("gone", 0)),
                fault(new Fault.LoginRefused("refused", 18456)),
                fault(new Fault.DatabaseUnavailable("offline", 942, false)),
                fault(new Fault.Guarded("no lock", 50001)),
                fault(new Fault.Cancelled("by us")));
    }

    static Stream<Throwable> theReadsOwn() {
        return Stream.of(
                new IllegalStateException("a bug"),
                new OutOfMemoryError("heap"),
                fault(new Fault.TimedOut("late")),
                fault(new Fault.NotPermitted("denied", 297, "VIEW SERVER STATE", "")),
                fault(new Fault.NotSupported("old", 208)),
                fault(new Fault.QueryStoreError("ill", 12499, false)),
                fault(new Fault.Unknown("?", 7, false)));
    }

    @ParameterizedTest
    @MethodSource("passing")
    @Incident(86)
    void givenAFailureThatPasses_whenTallied_thenBudgetsShrinkAndItCountsForTheLineAlone(Throwable cause) {
        assertThat(after(failed(cause)).ladder())
                .isEqualTo(ONE_FAILURE.afterPassingFailure(StoreFixture.hour(2)))
                .extracting(BudgetLadder::failures, BudgetLadder::alike)
                .containsExactly(2, 1);
    }

    @ParameterizedTest
    @MethodSource("theReadsOwn")
    @Incident(2)
    void givenAFailureOfTheReadsOwn_whenTallied_thenItCounts(Throwable cause) {
        assertThat(after(failed(cause)).ladder())
                .isEqualTo(ONE_FAILURE.afterFailure(StoreFixture.hour(2)))
                .extracting(BudgetLadder::failures)
                .isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void givenAnOutcome_whenTallied_thenOnlyAReadMovesTheLadderAndOnlyARefusalLeavesThePlaceInLine(
            PassOutcome outcome) {
        SeriesState after = after(new Ended(outcome, "", null, null));

        BudgetLadder expected = switch (outcome) {
            case DONE, EMPTY, CUT -> ONE_FAILURE.afterSuccess();
            case FAILED -> ONE_FAILURE.afterFailure(StoreFixture.hour(2));
            case ABANDONED -> ONE_FAILURE.afterFailure(StoreFixture.hour(2), "a slice did not end by its deadline");
            case DEFERRED, SKIPPED, CANCELLED -> ONE_FAILURE;
        };
        assertThat(after.ladder()).isEqualTo(expected);
        boolean stays = outcome == PassOutcome.DEFERRED || outcome == PassOutcome.SKIPPED;
        assertThat(after.lastServedNanos()).isEqualTo(stays ? 5 : 77);
    }

    @Test
    @Incident(58)
    void givenSeveralLeases_whenSummedUp_thenTheWorstNamesThePassAndHeldIntervalsAdd() {
        PassTally tally = new PassTally();
        assertThat(tally.ended().outcome()).isEqualTo(PassOutcome.EMPTY);
        List.of(done(PassOutcome.DONE, 2), done(PassOutcome.CUT, 3), done(PassOutcome.EMPTY, 0))
                .forEach(tally::add);
        assertThat(tally.ended().outcome()).isEqualTo(PassOutcome.CUT);
        assertThat(tally.ended().result().held()).isEqualTo(5);

        tally.add(new Ended(PassOutcome.DEFERRED, "by whom", null, null));
        assertThat(tally.ended().outcome()).isEqualTo(PassOutcome.DEFERRED);
        tally.add(failed(new IllegalStateException("a bug")));
        tally.add(new Ended(PassOutcome.ABANDONED, "late", null, null));
        tally.add(done(PassOutcome.DONE, 1));

        assertThat(tally.ended().outcome()).isEqualTo(PassOutcome.ABANDONED);
        assertThat(tally.ended().detail()).isEqualTo("late");
    }

    /** Mutations seen to break it: peeks that wait are called a deferral of the pass; settled reads that wait are not. */
    @Test
    void givenPeeksThatWaitForTheBudget_whenSummedUp_thenAPassThatReadIsCalledByThatAndGoesOn() {
        Ended peeks = Ended.byBudget(new Allowance(Rank.PEEK, Duration.ZERO, Duration.ZERO, USED));
        Ended settled = Ended.byBudget(new Allowance(Rank.SETTLED, Duration.ZERO, Duration.ZERO, USED));
        assertThat(peeks.goesOn()).isTrue();
        assertThat(settled.goesOn()).isTrue();

        PassTally tally = new PassTally();
        tally.add(peeks);
        assertThat(tally.isFirstByBudget()).isFalse();
        assertThat(tally.ended().outcome()).isEqualTo(PassOutcome.DEFERRED);
        tally.add(done(PassOutcome.DONE, 2));
        assertThat(tally.ended().outcome()).isEqualTo(PassOutcome.DONE);

        tally.add(settled);
        assertThat(tally.ended().outcome()).isEqualTo(PassOutcome.DEFERRED);
    }

    private static Ended done(PassOutcome outcome, int held) {
        return new Ended(outcome, "", WorkResult.of(outcome, held), null);
    }

    private static Ended failed(Throwable cause) {
        return new Ended(PassOutcome.FAILED, "", null, cause);
    }

    private static SqlServerException fault(Fault fault) {
        return new SqlServerException(fault, null);
    }

    private static SeriesState after(Ended ended) {
        var options = StoreFixture.options();
        Situation situation = new Situation(
                StoreFixture.NOW,
                StoreFixture.hour(10),
                options,
                IntervalClock.of(options),
                Layout.BY_INTERVAL,
                Situation.DEFAULT_HORIZON);
        SeriesRecord series =
                new SeriesRecord(new SeriesKey(1, 1, 1), 1, "Sales", 5, StoreFixture.hour(10), StoreFixture.NOW);
        SeriesState before = new SeriesState(
                series,
                situation,
                ONE_FAILURE,
                PeekSchedule.startingAt(0),
                false,
                5,
                HourlyDuties.of("sim-1"),
                new SettlingProgress(),
                LayoutBelief.of(Layout.BY_INTERVAL),
                0);
        return PassTally.after(before, ended, StoreFixture.hour(2), 77);
    }
}
