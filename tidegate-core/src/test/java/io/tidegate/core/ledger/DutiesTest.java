package io.tidegate.core.ledger;

import static io.tidegate.core.ledger.RuleFixture.hour;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.ledger.ContentPlan.Fetch;
import io.tidegate.core.ledger.HourlyDuties.Duty;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.StoreFixture;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is done by the hour: lists, census, content, retention. */
class DutiesTest {
    @Test
    void givenADuty_whenDone_thenItIsDueAgainInTheNextHourOfTheSource() {
        HourlyDuties duties = HourlyDuties.NONE;
        assertThat(duties.due(hour(5), 10)).containsExactlyInAnyOrder(Duty.values());

        HourlyDuties done = duties.done(Duty.CENSUS, hour(5).plusSeconds(3599));

        assertThat(done.due(hour(5).plusSeconds(3599), 10))
                .doesNotContain(Duty.CENSUS)
                .contains(Duty.WHOLE_LIST);
        assertThat(done.due(hour(6), 10)).contains(Duty.CENSUS);
    }

    @Test
    void givenALongList_whenReadThisDay_thenItIsDueTomorrow() {
        HourlyDuties done = HourlyDuties.NONE.done(Duty.WHOLE_LIST, hour(1));

        assertThat(done.due(hour(2), 5_000)).contains(Duty.WHOLE_LIST);
        assertThat(done.due(hour(23), 5_001)).doesNotContain(Duty.WHOLE_LIST);
        assertThat(done.due(hour(24), 5_001)).contains(Duty.WHOLE_LIST);
    }

    @ParameterizedTest
    @CsvSource({
        "10, 100, AGREES",
        "11, 120, READ_AGAIN",
        "10, 101, READ_AGAIN",
        "9, 101, READ_AGAIN",
        "9, 100, THINNED",
        "9, 90, THINNED",
        "10, 99, THINNED"
    })
    void givenTenRowsHeld_whenCounted_thenTheVerdictIs(long rows, long executions, CensusPlan.Verdict verdict) {
        assertThat(CensusPlan.compare(
                        new IntervalFigures(10, 100, 0, 0, 0), new IntervalFigures(rows, executions, 0, 0, 0)))
                .isEqualTo(verdict);
    }

    @Test
    void givenHeldIntervals_whenPlanningACensus_thenUnverifiedOnesComeOldestFirstAndASampleOfTheOld() {
        InMemoryStore store = new InMemoryStore();
        SeriesKey series =
                StoreFixture.listed(store, LongStream.rangeClosed(1, 205).toArray());
        for (long id = 1; id <= 203; id++) {
            StoreFixture.held(store, series, id, StoreFixture.row(id, 1, 1));
            if (id <= 200) {
                store.flag(series, io.tidegate.core.model.Kind.RUNTIME, id, LedgerEntry.Flag.VERIFIED, hour(id));
            }
        }
        List<LedgerEntry> ledger = store.reader().ledger(series);

        List<LedgerEntry> next = CensusPlan.next(ledger, hour(24 * 90), 100);

        assertThat(next)
                .extracting(e -> e.interval().id())
                .startsWith(201L, 202L, 203L)
                .hasSize(5);
        assertThat(CensusPlan.next(ledger, hour(24 * 90), 2)).hasSize(2);
    }

    @Test
    void givenMissingContent_whenPlanned_thenTextsComeFirstThenPlansThenOneOverTheCap() {
        ContentPlan plan = ContentPlan.INITIAL;
        List<Long> ids = LongStream.rangeClosed(1, 1000).boxed().toList();

        assertThat(plan.next(ids, ids, ids))
                .isInstanceOfSatisfying(
                        Fetch.Texts.class, f -> assertThat(f.ids()).hasSize(500));
        assertThat(plan.next(List.of(), ids, ids)).isInstanceOfSatisfying(Fetch.Plans.class, f -> {
            assertThat(f.ids()).hasSize(68);
            assertThat(f.capBytes()).isEqualTo(1024 * 1024);
        });
        assertThat(plan.next(List.of(), List.of(), List.of(9L, 8L)))
                .isEqualTo(new Fetch.PlanAlone(9, 64L * 1024 * 1024, Duration.ofSeconds(15)));
        assertThat(plan.next(List.of(), List.of(), List.of())).isEqualTo(new Fetch.Nothing());
    }

    @Test
    void givenLargePlans_whenRead_thenFewerAreAskedForAndAtLeastOne() {
        List<Long> ids = LongStream.rangeClosed(1, 1000).boxed().toList();
        ContentPlan plan = ContentPlan.INITIAL;
        for (int i = 0; i < 20; i++) {
            plan = plan.afterPlans(1, 900_000);
        }
        assertThat(((Fetch.Plans) plan.next(List.of(), ids, List.of())).ids()).hasSize(4);
        for (int i = 0; i < 20; i++) {
            plan = plan.afterTexts(1, 900_000_000);
        }
        assertThat(((Fetch.Texts) plan.next(ids, ids, List.of())).ids()).hasSize(1);
        assertThat(plan.afterTexts(0, 0)).isEqualTo(plan);
    }

    @Test
    void givenOldFacts_whenRetentionSteps_thenItSaysWhetherThereMayBeMore() {
        InMemoryStore store = new InMemoryStore();
        SeriesKey series = StoreFixture.listed(store, 1, 2, 3);
        for (long id = 1; id <= 3; id++) {
            StoreFixture.held(store, series, id, StoreFixture.row(id, 1, 1));
        }
        Retention retention = new Retention(Duration.ofHours(10), 2);

        assertThat(retention.step(store, hour(14))).isTrue();
        assertThat(retention.step(store, hour(14))).isFalse();
        assertThat(store.reader().storedIntervals(series)).isEmpty();
    }
}
