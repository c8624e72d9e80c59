package io.tidegate.core.ledger;

import static io.tidegate.core.ledger.RuleFixture.SERIES;
import static io.tidegate.core.ledger.RuleFixture.band;
import static io.tidegate.core.ledger.RuleFixture.hour;
import static io.tidegate.core.ledger.RuleFixture.named;
import static io.tidegate.core.ledger.RuleFixture.options;
import static io.tidegate.core.ledger.RuleFixture.situation;
import static io.tidegate.core.ledger.RuleFixture.torn;
import static io.tidegate.core.ledger.RuleFixture.unheld;
import static io.tidegate.core.ledger.RuleFixture.unheldRange;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The clock is half past the hour: with 960 s to settle, the interval that ended at the full hour is settled. */
class WorkPlanTest {
    private static WorkPlan plan(Situation situation, List<LedgerEntry> unheld, Band... bands) {
        return new WorkPlan(SERIES, situation, BudgetLadder.FULL, unheld, List.of(bands));
    }

    @Test
    @Incident({14, 16})
    void givenRecentIntervals_whenTicking_thenTwoHoursOfSettledTimeComeOldestFirst() {
        WorkPlan plan = plan(situation(10, 0, Layout.BY_INTERVAL), unheldRange(1, 11));

        assertThat(named(plan.tick())).containsExactly("9", "10");
        assertThat(named(plan.backfill())).containsExactly("8", "7", "6", "5", "4", "3", "2", "1");
    }

    @Test
    void givenIntervalsOfADay_whenTicking_thenTwoOfThemAreTheTicks() {
        var options = new io.tidegate.core.model.QueryStoreOptions(2, 0, 900, 1440, 0, 1, 1000, true);
        var day = Duration.ofDays(1);
        List<LedgerEntry> days = java.util.stream.LongStream.rangeClosed(1, 5)
                .mapToObj(id -> RuleFixture.entry(
                        new io.tidegate.core.model.RuntimeStatsInterval(
                                id, hour(24 * (id - 1)), hour(24 * (id - 1)).plus(day)),
                        LedgerEntry.State.LISTED,
                        0,
                        null))
                .toList();

        WorkPlan plan = plan(situation(120, 0, Layout.BY_INTERVAL, options), days);

        assertThat(named(plan.tick())).containsExactly("4", "5");
    }

    @Test
    @Incident(39)
    void givenFirstContact_whenTicking_thenWhatEndedBeforeItIsTheBackfills() {
        WorkPlan plan = plan(situation(10, 9, Layout.BY_INTERVAL), unheldRange(8, 10));

        assertThat(named(plan.tick())).containsExactly("10");
        assertThat(named(plan.backfill())).containsExactly("9", "8");
    }

    @Test
    @Incident(74)
    void givenUnsettledIntervals_whenPlanning_thenNobodyTakesThem() {
        WorkPlan plan = plan(situation(10, 0, Layout.BY_INTERVAL), unheld(11, 12));

        assertThat(plan.tick()).isEmpty();
        assertThat(plan.backfill()).isEmpty();
    }

    @Test
    @Incident({39, 47})
    void givenAHorizon_whenPlanning_thenOlderHistoryIsLeft() {
        Situation base = situation(100, 99, Layout.BY_INTERVAL);
        Situation near = new Situation(
                base.sourceNow(),
                base.firstContact(),
                base.options(),
                base.clock(),
                base.layout(),
                Duration.ofHours(5));

        assertThat(named(plan(near, unheldRange(90, 99)).backfill())).containsExactly("99", "98", "97", "96");
    }

    @Test
    @Incident(49)
    void givenAStaleThreshold_whenBackfilling_thenWhatExpiresWithinTwoDaysComesFirstOldestFirst() {
        Situation situation = situation(24 * 30, 24 * 30, Layout.BY_INTERVAL, options(30, 100, true));

        List<PlannedBand> bands = plan(situation, unheld(46, 47, 48, 49, 700)).backfill();

        assertThat(named(bands)).containsExactly("46", "47", "48", "700", "49");
        assertThat(bands.get(2).isExpiring()).isTrue();
        assertThat(bands.get(3).isExpiring()).isFalse();
    }

    @Test
    @Incident({49, 83})
    void givenAStoreNearItsCap_whenBackfilling_thenTheOldestTenthComesFirstUnlessCleanUpIsOff() {
        List<LedgerEntry> twenty = unheldRange(1, 20);

        Situation full = situation(100, 100, Layout.BY_INTERVAL, options(0, 801, true));
        assertThat(named(plan(full, twenty).backfill())).startsWith("1", "2", "20", "19");
        Situation fullNoCleanUp = situation(100, 100, Layout.BY_INTERVAL, options(0, 801, false));
        assertThat(named(plan(fullNoCleanUp, twenty).backfill())).startsWith("20", "19");
        Situation roomy = situation(100, 100, Layout.BY_INTERVAL, options(0, 800, true));
        assertThat(named(plan(roomy, twenty).backfill())).startsWith("20", "19");
    }

    @Test
    @Incident({16, 41})
    void givenLayoutByPlan_whenBackfilling_thenBandsAreHoursThenDaysAndNeverOverAHole() {
        WorkPlan recent = plan(situation(20, 20, Layout.BY_PLAN), unheld(8, 9, 10, 11, 12, 13, 15));
        assertThat(named(recent.backfill())).containsExactly("15", "10-13", "8-9");

        WorkPlan older = plan(situation(24 * 6, 24 * 6, Layout.BY_PLAN), unheldRange(1, 60));
        assertThat(named(older.backfill())).containsExactly("37-60", "13-36", "1-12");

        WorkPlan old = plan(situation(24 * 30, 24 * 30, Layout.BY_PLAN), unheldRange(1, 100));
        assertThat(named(old.backfill())).containsExactly("29-100", "1-28");
    }

    @Test
    @Incident(17)
    void givenAFailureBefore_whenPlanningByPlan_thenBandsAreOfOneInterval() {
        BudgetLadder once = BudgetLadder.FULL.afterFailure(hour(1));
        WorkPlan plan = new WorkPlan(SERIES, situation(20, 20, Layout.BY_PLAN), once, unheldRange(10, 12), List.of());

        assertThat(named(plan.backfill())).containsExactly("12", "11", "10");
    }

    @Test
    @Incident(40)
    void givenBandsUnderWay_whenPlanning_thenTheyComeFirstAndTheirIntervalsAreTakenByNobodyElse() {
        WorkPlan plan = plan(
                situation(10, 0, Layout.BY_INTERVAL), unheldRange(1, 10), band(10, 10, 1, true), band(3, 3, 1, false));

        assertThat(named(plan.tick())).containsExactly("10", "9");
        assertThat(named(plan.backfill())).containsExactly("3", "8", "7", "6", "5", "4", "2", "1");
        assertThat(plan.tick().getFirst().underWay()).isNotNull();
    }

    @Test
    @Incident(44)
    void givenABandThatKeepsFailing_whenPlanning_thenItGoesToTheBackOfTheLine() {
        WorkPlan plan = plan(situation(10, 0, Layout.BY_INTERVAL), unheldRange(6, 8), band(8, 8, 3, true));

        assertThat(named(plan.backfill())).containsExactly("7", "6", "8");
    }

    @Test
    void givenABandOfSeveralThatKeepsFailing_whenPlanning_thenItIsRestarted() {
        WorkPlan plan = plan(situation(20, 20, Layout.BY_PLAN), unheldRange(5, 8), band(5, 8, 3, true));
        assertThat(named(plan.backfill())).containsExactly("!5-8");

        BudgetLadder once = BudgetLadder.FULL.afterFailure(hour(1));
        WorkPlan fresh = new WorkPlan(
                SERIES, situation(20, 20, Layout.BY_PLAN), once, unheldRange(5, 8), List.of(band(5, 8, 1, false)));
        assertThat(named(fresh.backfill())).containsExactly("!5-8");
        WorkPlan moved = new WorkPlan(
                SERIES, situation(20, 20, Layout.BY_PLAN), once, unheldRange(5, 8), List.of(band(5, 8, 1, true)));
        assertThat(named(moved.backfill())).containsExactly("5-8");
    }

    @Test
    void givenABandWhoseIntervalsAllVanished_whenPlanning_thenTheBackfillEndsIt() {
        WorkPlan plan = plan(situation(20, 0, Layout.BY_INTERVAL), List.of(), band(5, 5, 1, true));

        assertThat(plan.tick()).isEmpty();
        assertThat(named(plan.backfill())).containsExactly("5");
    }

    @Test
    void givenTornIntervals_whenPlanning_thenTheyWaitAnHourAndGoAlone() {
        List<LedgerEntry> entries = List.of(
                RuleFixture.entry(5, LedgerEntry.State.LISTED),
                torn(6, 1, hour(20).minusSeconds(1800)),
                RuleFixture.entry(7, LedgerEntry.State.LISTED),
                torn(8, 1, hour(20).minusSeconds(1799)));

        assertThat(named(plan(situation(20, 20, Layout.BY_PLAN), entries).backfill()))
                .containsExactly("7", "6", "5");
    }

    @Test
    @Incident({22, 48})
    void givenAnySettledInterval_whenBothLoopsPlan_thenExactlyOneTakesIt() {
        for (long contact = 0; contact < 30; contact += 3) {
            WorkPlan plan = plan(
                    situation(30, contact, contact % 2 == 0 ? Layout.BY_PLAN : Layout.BY_INTERVAL),
                    unheldRange(1, 32),
                    band(28, 30, 1, true),
                    band(4, 5, 1, true));
            Set<Long> taken = new HashSet<>();
            for (List<PlannedBand> share : List.of(plan.tick(), plan.backfill())) {
                for (PlannedBand planned : share) {
                    for (long id = planned.key().firstIntervalId();
                            id <= planned.key().lastIntervalId();
                            id++) {
                        assertThat(taken.add(id))
                                .as("interval %d is taken once", id)
                                .isTrue();
                    }
                }
            }
            assertThat(taken).hasSize(30);
        }
    }
}
