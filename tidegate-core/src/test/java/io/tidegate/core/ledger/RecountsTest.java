package io.tidegate.core.ledger;

import static io.tidegate.core.ledger.RuleFixture.hour;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.CensusPlan.Verdict;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.store.GroupFigures;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * When intervals are counted again for late replica groups, and how a count is judged group by group. Mutations seen to
 * break it: no count after a day; a last count at the threshold itself; a count that is never told again once its time was
 * moved by the options; sums in place of groups.
 */
class RecountsTest {
    private static final RuntimeStatsInterval FIRST = StoreFixture.interval(1);
    private static final Instant SETTLED = FIRST.end().plusSeconds(900 + 60);

    @Test
    void givenAThreshold_whenCountedAgainAndAgain_thenAfterAnHourADayAndTwoDaysBeforeItExpires() {
        Recounts recounts = recounts(RuleFixture.options(30, 100, true));

        assertThat(times(recounts))
                .containsExactly(
                        SETTLED.plus(Duration.ofHours(1)),
                        SETTLED.plus(Duration.ofDays(1)),
                        FIRST.end().plus(Duration.ofDays(28)));
        assertThat(recounts.next(FIRST, SETTLED.plus(Duration.ofDays(3))))
                .as("one that was first counted late")
                .contains(FIRST.end().plus(Duration.ofDays(28)));
    }

    @Test
    void givenAThresholdOfADay_whenCountedAgain_thenTheLastCountTakesThePlaceOfTheOneAfterADay() {
        Recounts recounts = recounts(RuleFixture.options(1, 100, true));
        Instant last = FIRST.end().plus(Duration.ofHours(18));

        assertThat(times(recounts)).containsExactly(SETTLED.plus(Duration.ofHours(1)), last);
        assertThat(recounts.isVerified(FIRST, last.minusNanos(1))).isFalse();
        assertThat(recounts.isVerified(FIRST, last)).isTrue();
    }

    @Test
    void givenCleanUpBySizeThatMayComeAnyTime_whenCountedAgain_thenEachTimeItsAgeHasDoubled() {
        Recounts recounts = recounts(RuleFixture.options(30, 900, true));

        assertThat(times(recounts))
                .containsExactly(
                        SETTLED.plus(Duration.ofHours(1)),
                        SETTLED.plus(Duration.ofDays(1)),
                        SETTLED.plus(Duration.ofDays(2)),
                        SETTLED.plus(Duration.ofDays(4)),
                        SETTLED.plus(Duration.ofDays(8)),
                        SETTLED.plus(Duration.ofDays(16)),
                        FIRST.end().plus(Duration.ofDays(28)));
        assertThat(times(recounts(RuleFixture.options(30, 900, false)))).hasSize(3);
    }

    @Test
    void givenNoThreshold_whenCountedAgain_thenEachTimeItsAgeHasDoubledWithinTheHorizon() {
        List<Instant> times = times(recounts(RuleFixture.options(0, 100, true)));

        assertThat(times).hasSize(10).last().isEqualTo(SETTLED.plus(Duration.ofDays(256)));
    }

    @Test
    void givenNoOtherGroup_whenCounted_thenItIsVerifiedAtOnceAndNeverCountedAgain() {
        Recounts none = Recounts.of(RuleFixture.situation(0, 0, Layout.BY_INTERVAL));

        assertThat(none.isExpected()).isFalse();
        assertThat(times(none)).isEmpty();
        assertThat(none.isVerified(FIRST, SETTLED)).isTrue();
        assertThat(none.isDue(counted(SETTLED, SETTLED.plusSeconds(1)), hour(9_000)))
                .isFalse();
        assertThat(none.knowing(List.of(counted(SETTLED, null))).isExpected()).isFalse();
        assertThat(none.knowing(List.of(counted(SETTLED, SETTLED.plusSeconds(1))))
                        .isExpected())
                .isTrue();
    }

    @Test
    void givenAnotherGroup_whenCountedWithinADay_thenItIsNotVerifiedYet() {
        Recounts recounts = recounts(RuleFixture.options(30, 100, true));
        Instant dayAfter = SETTLED.plus(Duration.ofDays(1));

        assertThat(recounts.isVerified(FIRST, dayAfter.minusNanos(1))).isFalse();
        assertThat(recounts.isVerified(FIRST, dayAfter)).isTrue();
    }

    @Test
    void givenACountedInterval_whenAsked_thenItIsDueByWhatItWasToldOrByTheOptionsOfNow() {
        Recounts recounts = recounts(RuleFixture.options(30, 100, true));
        Instant hourAfter = SETTLED.plus(Duration.ofHours(1));
        Instant told = SETTLED.plus(Duration.ofMinutes(5));

        assertThat(recounts.isDue(counted(SETTLED, hourAfter), hourAfter.minusNanos(1)))
                .isFalse();
        assertThat(recounts.isDue(counted(SETTLED, hourAfter), hourAfter)).isTrue();
        assertThat(recounts.isDue(counted(SETTLED, null), hourAfter))
                .as("counted before another group was known")
                .isTrue();
        assertThat(recounts.isDue(counted(SETTLED, told), told))
                .as("told earlier than it would be now")
                .isTrue();
        assertThat(recounts.isDue(counted(told, told), told.plusSeconds(1)))
                .as("counted since")
                .isFalse();
        Instant day = SETTLED.plus(Duration.ofDays(1));
        Instant last = FIRST.end().plus(Duration.ofDays(28));
        assertThat(recounts(RuleFixture.options(7, 100, true))
                        .isDue(counted(day, last), FIRST.end().plus(Duration.ofDays(6))))
                .as("a threshold that was lowered")
                .isTrue();
    }

    @Test
    void givenCountedAndUncountedIntervals_whenPlanningACensus_thenAllThatAreDueComeOldestFirst() {
        InMemoryStore store = new InMemoryStore();
        SeriesKey series =
                StoreFixture.listed(store, LongStream.rangeClosed(1, 200).toArray());
        LongStream.rangeClosed(1, 200).forEach(id -> StoreFixture.held(store, series, id, StoreFixture.row(id, 1, 1)));
        for (long id = 1; id <= 190; id++) {
            store.counted(series, Kind.RUNTIME, id, hour(id + 3), null, LedgerEntry.Counted.SO_FAR);
        }
        Recounts recounts = recounts(RuleFixture.options(30, 100, true));

        List<LedgerEntry> next = CensusPlan.next(store.reader().ledger(series), recounts, hour(200), 400);

        assertThat(next.subList(0, 185))
                .as("a day old, or never counted")
                .extracting(entry -> entry.interval().id())
                .containsExactlyElementsOf(
                        LongStream.concat(LongStream.rangeClosed(1, 175), LongStream.rangeClosed(191, 200))
                                .boxed()
                                .toList());
        assertThat(next.subList(185, next.size()))
                .as("the month's sample")
                .hasSizeLessThan(3)
                .allMatch(entry -> entry.interval().id() > 175);
    }

    /** The same plan ran as often on another server as this one lost: rows, executions and checksum are what they were. */
    @Test
    @Incident(25)
    void givenAsManyLateRowsAsWereLost_whenJudgedByGroup_thenItIsReadAgain() {
        Map<StatsKey, Long> local = Map.of(runtime(1, 5), 10L, runtime(1, 6), 3L);
        GroupFigures held = GroupFigures.of(local);
        GroupFigures source = GroupFigures.of(Map.of(runtime(2, 5), 10L, runtime(1, 6), 3L));
        LedgerEntry entry = RuleFixture.held(1, held.total());

        assertThat(CensusPlan.judgeCount(entry, source.total())).isEqualTo(Verdict.AGREES);
        assertThat(CensusPlan.judgeGroups(entry, held, source)).isEqualTo(Verdict.READ_AGAIN);
        assertThat(CensusPlan.judgeGroups(entry, held, GroupFigures.of(local))).isEqualTo(Verdict.AGREES);
        LedgerEntry kept = RuleFixture.held(1, held.total(), Flag.LOST_AT_SOURCE, Flag.SPLIT);
        assertThat(CensusPlan.judgeGroups(kept, held, source)).isEqualTo(Verdict.READ_AGAIN);
    }

    @Test
    void givenRowsByKey_whenCountedByGroup_thenTheirFiguresAreThoseOfTheRows() {
        Map<StatsKey, Long> amounts = Map.of(runtime(1, 5), 10L, runtime(2, 5), 4L, runtime(2, 6), 1L);

        GroupFigures figures = GroupFigures.of(amounts);

        IntervalFigures rows = IntervalFigures.of(List.of(StoreFixture.row(runtime(1, 5), 10)));
        assertThat(figures.of(1)).isEqualTo(new IntervalFigures(1, 10, 0, 0, rows.checksum()));
        assertThat(figures.of(2).rows()).isEqualTo(2);
        assertThat(figures.of(3)).isEqualTo(IntervalFigures.NONE);
        assertThat(figures.hasOthers()).isTrue();
        assertThat(GroupFigures.of(Map.of(runtime(1, 5), 1L)).hasOthers()).isFalse();
        assertThat(GroupFigures.of(Map.of(new WaitKey(1, 1, 7, 3, 0), 9L)).total())
                .isEqualTo(new IntervalFigures(1, 0, 0, 0, 7 * 9 * 4, 9));
    }

    private static RuntimeKey runtime(long group, long plan) {
        return new RuntimeKey(1, group, plan, 0);
    }

    private static Recounts recounts(QueryStoreOptions options) {
        return Recounts.of(RuleFixture.situation(0, 0, Layout.BY_INTERVAL, options))
                .expected();
    }

    /** When interval 1 is counted again, one count after the other. */
    private static List<Instant> times(Recounts recounts) {
        List<Instant> times = new ArrayList<>();
        var next = recounts.next(FIRST, SETTLED);
        while (next.isPresent()) {
            times.add(next.get());
            next = recounts.next(FIRST, next.get());
        }
        return times;
    }

    private static LedgerEntry counted(Instant at, Instant next) {
        LedgerEntry held = RuleFixture.held(1, IntervalFigures.NONE);
        return new LedgerEntry(
                held.interval(),
                held.kind(),
                held.state(),
                "",
                null,
                held.flags(),
                held.figures(),
                0,
                at,
                next,
                0,
                0,
                null);
    }
}
