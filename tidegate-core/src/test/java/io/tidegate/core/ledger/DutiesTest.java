package io.tidegate.core.ledger;

import static io.tidegate.core.ledger.RuleFixture.hour;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.CensusPlan.Verdict;
import io.tidegate.core.ledger.ContentPlan.Fetch;
import io.tidegate.core.ledger.HourlyDuties.Duty;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.Expiry.What;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is done by the hour: lists, census; then content and retention. Mutations seen to break it: a census that compares
 * rows of a split interval; one that counts thinned intervals again; a sample that is not kept to once a month; a retention
 * that says there is more when there is not.
 */
class DutiesTest {
    private static final HourlyDuties FULL_HOURS = new HourlyDuties(Map.of(), Duration.ZERO);
    private static final Recounts NONE_AGAIN = Recounts.of(RuleFixture.situation(0, 0, Layout.BY_INTERVAL));

    @Test
    void givenADuty_whenDone_thenItIsDueAgainInTheNextHourOfTheSource() {
        HourlyDuties duties = FULL_HOURS;
        assertThat(duties.due(hour(5), 10)).containsExactlyInAnyOrder(Duty.values());

        HourlyDuties done = duties.done(Duty.CENSUS, hour(5).plusSeconds(3599));

        assertThat(done.due(hour(5).plusSeconds(3599), 10))
                .doesNotContain(Duty.CENSUS)
                .contains(Duty.WHOLE_LIST);
        assertThat(done.due(hour(6), 10)).contains(Duty.CENSUS);
    }

    /** Mutation seen to break it: due by later hours alone, so that nothing is done until the wrong hour comes again. */
    @Test
    void givenADutyDoneUnderAClockADayAhead_whenTheClockIsSetRight_thenItIsDueButNotTenMinutesBack() {
        HourlyDuties done = FULL_HOURS.done(Duty.CENSUS, hour(30));

        assertThat(done.due(hour(6), 10)).contains(Duty.CENSUS);
        assertThat(done.due(hour(30).minusSeconds(600), 10)).doesNotContain(Duty.CENSUS);
    }

    @Test
    void givenALongList_whenReadThisDay_thenItIsDueTomorrow() {
        HourlyDuties done = FULL_HOURS.done(Duty.WHOLE_LIST, hour(1));

        assertThat(done.due(hour(2), 5_000)).contains(Duty.WHOLE_LIST);
        assertThat(done.due(hour(23), 5_001)).doesNotContain(Duty.WHOLE_LIST);
        assertThat(done.due(hour(24), 5_001)).contains(Duty.WHOLE_LIST);
    }

    @ParameterizedTest
    @CsvSource({
        "10, 100, 7, AGREES",
        "10, 100, 8, READ_AGAIN",
        "9, 100, 7, READ_AGAIN",
        "11, 120, 9, READ_AGAIN",
        "10, 101, 9, READ_AGAIN",
        "9, 101, 9, READ_AGAIN",
        "11, 99, 6, READ_AGAIN",
        "9, 90, 6, THINNED",
        "10, 99, 6, THINNED",
        "0, 0, 0, THINNED"
    })
    void givenTenRowsHeld_whenCounted_thenTheVerdictIs(
            long rows, long executions, long checksum, CensusPlan.Verdict verdict) {
        assertThat(CensusPlan.judge(tenRows(), new IntervalFigures(rows, executions, 0, 0, checksum)))
                .isEqualTo(verdict);
    }

    @Test
    void givenASplitRow_whenItsPartsAreCountedAsRows_thenTheyAgree() {
        LedgerEntry split = tenRows(Flag.SPLIT);

        assertThat(CensusPlan.judge(split, new IntervalFigures(12, 100, 0, 0, 9)))
                .isEqualTo(Verdict.AGREES);
        assertThat(CensusPlan.judge(split, new IntervalFigures(12, 101, 0, 0, 9)))
                .isEqualTo(Verdict.READ_AGAIN);
    }

    @Test
    void givenRowsKeptThatTheSourceLost_whenItCountsLess_thenThatAgrees() {
        LedgerEntry kept = tenRows(Flag.LOST_AT_SOURCE);

        assertThat(CensusPlan.judge(kept, new IntervalFigures(9, 90, 0, 0, 6))).isEqualTo(Verdict.AGREES);
        assertThat(CensusPlan.judge(kept, new IntervalFigures(11, 90, 0, 0, 6))).isEqualTo(Verdict.READ_AGAIN);
    }

    private static LedgerEntry tenRows(Flag... flags) {
        return RuleFixture.held(1, new IntervalFigures(10, 100, 0, 0, 7), flags);
    }

    @Test
    void givenHeldIntervals_whenPlanningACensus_thenUnverifiedOnesComeOldestFirstAndASampleOfTheOld() {
        InMemoryStore store = new InMemoryStore();
        SeriesKey series =
                StoreFixture.listed(store, LongStream.rangeClosed(1, 205).toArray());
        for (long id = 1; id <= 203; id++) {
            StoreFixture.held(store, series, id, StoreFixture.row(id, 1, 1));
            if (id <= 200) {
                store.flag(series, Kind.RUNTIME, id, Flag.VERIFIED, hour(id));
            }
        }
        List<LedgerEntry> ledger = store.reader().ledger(series);

        List<LedgerEntry> next = CensusPlan.next(ledger, NONE_AGAIN, hour(24 * 90), 100);

        assertThat(next)
                .extracting(e -> e.interval().id())
                .startsWith(201L, 202L, 203L)
                .hasSize(5);
        assertThat(next.subList(3, 5))
                .extracting(e -> e.interval().id() % 100)
                .containsOnly(next.get(3).interval().id() % 100);
        assertThat(CensusPlan.next(ledger, NONE_AGAIN, hour(24 * 90), 2)).hasSize(2);
        List<LedgerEntry> pages =
                new ArrayList<>(CensusPlan.next(ledger.subList(0, 100), NONE_AGAIN, hour(24 * 90), 4));
        pages.addAll(CensusPlan.next(ledger.subList(100, 205), NONE_AGAIN, hour(24 * 90), 4));
        assertThat(CensusPlan.next(pages, NONE_AGAIN, hour(24 * 90), 4)).isEqualTo(next.subList(0, 4));
    }

    @Test
    void givenASampleVerifiedThisMonth_whenPlanning_thenItWaitsForTheNext() {
        InMemoryStore store = new InMemoryStore();
        SeriesKey series =
                StoreFixture.listed(store, LongStream.rangeClosed(1, 100).toArray());
        for (long id = 1; id <= 100; id++) {
            StoreFixture.held(store, series, id, StoreFixture.row(id, 1, 1));
            store.flag(series, Kind.RUNTIME, id, Flag.VERIFIED, hour(200));
        }
        Instant later = hour(200).plus(Duration.ofDays(30));
        LedgerEntry sampled = CensusPlan.next(store.reader().ledger(series), NONE_AGAIN, later, 10)
                .getFirst();

        store.flag(series, Kind.RUNTIME, sampled.interval().id(), Flag.VERIFIED, later);

        assertThat(CensusPlan.next(store.reader().ledger(series), NONE_AGAIN, later.plusSeconds(60), 10))
                .isEmpty();
        assertThat(CensusPlan.next(store.reader().ledger(series), NONE_AGAIN, later.plus(Duration.ofDays(30)), 10))
                .hasSize(1);
    }

    @Test
    void givenThinnedAndVanishedIntervals_whenPlanning_thenTheFormerAreCountedOnceToo() {
        InMemoryStore store = new InMemoryStore();
        SeriesKey series = StoreFixture.listed(store, 1, 2, 3);
        for (long id = 1; id <= 3; id++) {
            StoreFixture.held(store, series, id, StoreFixture.row(id, 1, 1));
        }
        store.flag(series, Kind.RUNTIME, 2, Flag.THINNED, hour(5));
        store.observe(new Observation(
                series, StoreFixture.NOW, StoreFixture.intervals(2, 3), false, 2, StoreFixture.options()));

        assertThat(CensusPlan.next(store.reader().ledger(series), NONE_AGAIN, hour(24), 10))
                .extracting(e -> e.interval().id())
                .containsExactly(2L, 3L);
    }

    @Test
    void givenDistantIntervals_whenCounted_thenASeekLeavesOutWhatLiesBetweenAndAScanDoesNot() {
        List<LedgerEntry> due = Stream.of(7L, 1L, 2L, 4L, 100L)
                .map(id -> RuleFixture.held(id, IntervalFigures.NONE))
                .toList();

        assertThat(CensusPlan.statements(due, Layout.BY_INTERVAL))
                .extracting(c -> c.firstId() + "-" + c.lastId())
                .containsExactly("1-7", "100-100");
        assertThat(CensusPlan.statements(due, Layout.BY_PLAN))
                .extracting(c -> c.firstId() + "-" + c.lastId())
                .containsExactly("1-100");
        assertThat(CensusPlan.statements(List.of(), Layout.BY_PLAN)).isEmpty();
    }

    @Test
    void givenACleanUp_whenAskedForTheOldest_thenItIsByTheStaleThresholdAndElseByTheHorizon() {
        Situation cleaned = RuleFixture.situation(0, 0, Layout.BY_INTERVAL, RuleFixture.options(30, 0, true));
        Situation kept = RuleFixture.situation(0, 0, Layout.BY_INTERVAL, RuleFixture.options(0, 0, true));

        assertThat(CensusPlan.oldest(cleaned)).isEqualTo(cleaned.sourceNow().minus(Duration.ofDays(32)));
        assertThat(CensusPlan.oldest(kept)).isEqualTo(kept.oldestWanted());
    }

    @Test
    @Incident(7)
    void givenMissingContent_whenPlanned_thenTextsComeFirstThenPlansThenOneOverTheCap() {
        ContentPlan plan = ContentPlan.INITIAL;
        List<Long> ids = LongStream.rangeClosed(1, 3000).boxed().toList();

        assertThat(plan.next(ids, ids, ids))
                .isInstanceOfSatisfying(
                        Fetch.Texts.class, f -> assertThat(f.ids()).hasSize(1000));
        assertThat(plan.next(List.of(), ids, ids)).isInstanceOfSatisfying(Fetch.Plans.class, f -> {
            assertThat(f.ids()).hasSize(273);
            assertThat(f.capBytes()).isEqualTo(1024 * 1024);
        });
        assertThat(plan.withPlanCapBytes(7).within(61_440 * 2).next(List.of(), ids, ids))
                .isEqualTo(new Fetch.Plans(List.of(1L, 2L), 7));
        assertThat(plan.next(List.of(), List.of(), List.of(9L, 8L)))
                .isEqualTo(new Fetch.PlanAlone(9, 64L * 1024 * 1024, Duration.ofSeconds(15)));
        assertThat(plan.next(List.of(), List.of(), List.of())).isEqualTo(new Fetch.Nothing());
    }

    @Test
    @Incident(78)
    void givenLargePlans_whenRead_thenFewerAreAskedForAndAtLeastOne() {
        List<Long> ids = LongStream.rangeClosed(1, 1000).boxed().toList();
        ContentPlan plan = ContentPlan.INITIAL;
        for (int i = 0; i < 20; i++) {
            plan = plan.afterPlans(1, 900_000);
        }
        assertThat(((Fetch.Plans) plan.next(List.of(), ids, List.of())).ids()).hasSize(18);
        for (int i = 0; i < 20; i++) {
            plan = plan.afterTexts(1, 900_000_000);
        }
        assertThat(((Fetch.Texts) plan.next(ids, ids, List.of())).ids()).hasSize(1);
        assertThat(plan.afterTexts(0, 0)).isEqualTo(plan);
    }

    @Test
    @Incident(103)
    void givenOldFacts_whenRetentionSteps_thenItSaysWhetherThereMayBeMore() {
        InMemoryStore store = new InMemoryStore();
        SeriesKey series = StoreFixture.listed(store, 1, 2, 3);
        for (long id = 1; id <= 3; id++) {
            StoreFixture.held(store, series, id, StoreFixture.row(id, 1, 1));
        }
        Retention retention = new Retention(Duration.ofHours(10), 2, 3);
        assertThat(Retention.of(Duration.ofDays(1))).isEqualTo(new Retention(Duration.ofDays(1), 200, 5_000));

        assertThat(retention.step(store, What.FACTS, hour(14))).isTrue();
        assertThat(retention.step(store, What.FACTS, hour(14))).isFalse();
        assertThat(store.reader().storedIntervals(series)).isEmpty();
    }

    /** Mutations seen to break it: leases for the whole horizon; no less than a day left out. */
    @Test
    void givenAHorizon_whenAskedHowLongLeasesAreKept_thenThirtyDaysOrTheHorizonWhereThatIsShorterButADay() {
        assertThat(Retention.of(Duration.ofDays(400)).age(What.LEASES)).isEqualTo(Duration.ofDays(30));
        assertThat(Retention.of(Duration.ofDays(7)).age(What.LEASES)).isEqualTo(Duration.ofDays(7));
        assertThat(Retention.of(Duration.ofHours(2)).age(What.LEASES)).isEqualTo(Duration.ofDays(1));
        assertThat(Retention.of(Duration.ofHours(2)).age(What.FACTS)).isEqualTo(Duration.ofHours(2));
    }
}
