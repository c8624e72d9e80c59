package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.band;
import static io.tidegate.core.store.StoreFixture.entry;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.hold;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.interval;
import static io.tidegate.core.store.StoreFixture.intervals;
import static io.tidegate.core.store.StoreFixture.list;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.options;
import static io.tidegate.core.store.StoreFixture.peek;
import static io.tidegate.core.store.StoreFixture.revision;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.series;
import static io.tidegate.core.store.StoreFixture.stage;
import static io.tidegate.core.store.StoreFixture.top;
import static io.tidegate.core.store.StoreFixture.visibleExecutions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.Ticks;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.model.WaitRow;
import io.tidegate.core.store.HistoryReader.TopRow;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * An epoch that shares history with the one before it: intervals 1 to 4 are held, 5 is open, and an image that ends with
 * interval 2 is restored.
 */
interface EpochContract extends OpenedStore {
    /** Intervals 1 and 2 are shared; what ends after hour 2 is not. */
    ForkPoint AFTER_2 = new ForkPoint(hour(0), hour(2), hour(2));

    private SeriesKey heldFour() {
        SeriesKey old = listed(collector(), 1, 2, 3, 4, 5);
        for (long id = 1; id <= 4; id++) {
            held(collector(), old, id, row(id, 7, id));
        }
        return old;
    }

    private SeriesKey restored(SeriesKey old) {
        return collector().fork(old, AFTER_2, hour(50), NOW).key();
    }

    private static boolean isSuperseded(LedgerEntry entry) {
        return entry.flags().contains(Flag.SUPERSEDED);
    }

    @Test
    default void givenARestore_whenForked_thenWhatIsSharedIsInheritedWithItsFigures() {
        SeriesKey old = heldFour();
        LedgerEntry before = entry(collector(), old, 2);

        SeriesKey next = restored(old);

        assertThat(reader().ledger(next))
                .extracting(e -> e.interval().id(), LedgerEntry::state)
                .containsExactly(tuple(1L, State.INHERITED), tuple(2L, State.INHERITED));
        LedgerEntry inherited = entry(collector(), next, 2);
        assertThat(inherited.interval()).isEqualTo(before.interval());
        assertThat(inherited.figures()).isEqualTo(before.figures());
        assertThat(inherited.revision()).isZero();
        assertThat(entry(collector(), old, 2)).isEqualTo(before);
        assertThat(collector().listSummary(next)).isEqualTo(new ListSummary(2, Ticks.of(hour(2)), 1, 2, 2));
        assertThat(reader().storedIntervals(next)).isEmpty();
        assertThat(reader().storedIntervals(old)).hasSize(4);
    }

    @Test
    default void givenARestore_whenForked_thenWhatLiesBehindItIsSupersededAndStays() {
        SeriesKey old = heldFour();
        collector().peek(peek(old, 5, 1, true, row(5, 7, 1_000)));

        restored(old);

        assertThat(reader().ledger(old))
                .extracting(e -> e.interval().id(), EpochContract::isSuperseded)
                .containsExactly(tuple(1L, false), tuple(2L, false), tuple(3L, true), tuple(4L, true), tuple(5L, true));
        assertThat(entry(collector(), old, 4).state()).isEqualTo(State.HELD);
        assertThat(reader().storedIntervals(old))
                .extracting(HistoryReader.StoredInterval::executions)
                .as("the last one from its peek")
                .containsExactly(1L, 2L, 3L, 4L, 1_000L);
        assertThat(visibleExecutions(reader())).isEqualTo(1 + 2);
    }

    @Test
    default void givenAnInheritedInterval_whenListedAndTried_thenItIsNeitherReadAgainNorPeekedAt() {
        SeriesKey next = restored(heldFour());
        list(collector(), next, 1, 2, 3);

        assertThat(collector().unheld(next, Kind.RUNTIME))
                .extracting(e -> e.interval().id())
                .containsExactly(3L);
        assertThat(stage(collector(), band(next, 2, 2), 0, row(2, 7, 100))).isInstanceOf(CommitResult.Fenced.class);
        assertThat(stage(collector(), band(next, 2, 3), 0, row(3, 7, 100))).isInstanceOf(CommitResult.Fenced.class);
        assertThat(collector().holdWhole(List.of(whole(next, 2, 2))))
                .singleElement()
                .isInstanceOf(CommitResult.Fenced.class);
        assertThat(collector().holdWhole(List.of(whole(next, 2, 3))))
                .singleElement()
                .isInstanceOf(CommitResult.Fenced.class);
        collector().peek(peek(next, 2, 1, true, row(2, 7, 100)));
        assertThat(collector().lastPeekNumber(next, 2)).isZero();
        assertThat(collector().correct(0, next, Kind.RUNTIME, 2, 0, List.of(row(2, 7, 100))))
                .isInstanceOf(CommitResult.Fenced.class);
    }

    private static WholeBand whole(SeriesKey series, long first, long last) {
        Band band = new Band(band(series, first, last), Band.Phase.ROWS, null, 1, 0, 1, false, 0, 0);
        return new WholeBand(new StageBatch(0, band, List.of(row(last, 7, 100)), List.of()), NOW, Set.of(), Set.of());
    }

    @Test
    @Incident(23)
    default void givenBothBranches_whenAskedForTop_thenEachInstantCountsOnce() {
        SeriesKey old = heldFour();
        SeriesKey next = restored(old);
        list(collector(), next, 1, 2, 3, 4);
        held(collector(), next, 3, row(3, 7, 100));
        collector().peek(peek(next, 4, 1, true, row(4, 7, 1_000)));

        HistoryReader.TopAnswer answer = top(reader(), Metric.CPU_TIME);

        assertThat(answer.rows().stream().mapToLong(TopRow::executions).sum()).isEqualTo(1 + 2 + 100 + 1_000);
        assertThat(answer.intervals()).isEqualTo(4);
        assertThat(answer.held()).isEqualTo(3);
        assertThat(answer.peeked()).isEqualTo(1);
    }

    @Test
    default void givenAnUnheldIntervalThatIsShared_whenForked_thenTheNewEpochReadsItAndItCountsOnce() {
        SeriesKey old = listed(collector(), 1, 2, 3);
        held(collector(), old, 2, row(2, 7, 2));

        SeriesKey next = restored(old);
        list(collector(), next, 1, 2);
        held(collector(), next, 1, row(1, 7, 10));

        assertThat(isSuperseded(entry(collector(), old, 1))).isTrue();
        assertThat(entry(collector(), old, 1).goneReason()).isEqualTo(LedgerEntry.GONE_WITH_EPOCH);
        assertThat(top(reader(), Metric.CPU_TIME).intervals()).isEqualTo(2);
        assertThat(visibleExecutions(reader())).isEqualTo(12);
    }

    @Test
    default void givenAPeekOfWhatACrashLost_whenItLiesBeforeTheFork_thenItIsStillSeen() {
        SeriesKey old = listed(collector(), 1, 2, 3);
        held(collector(), old, 2, row(2, 7, 2));
        collector().peek(peek(old, 3, 1, true, row(3, 7, 30)));

        SeriesKey next = collector()
                .fork(old, new ForkPoint(hour(0), hour(2), hour(3)), hour(3), NOW)
                .key();
        collector()
                .observe(new Observation(
                        next, NOW, List.of(new RuntimeStatsInterval(3, hour(3), hour(4))), false, 1, options()));
        BandKey again = band(next, 3, 3);
        hold(collector(), again, revision(stage(collector(), again, 0, row(3, 7, 300))));

        assertThat(isSuperseded(entry(collector(), old, 3))).isFalse();
        assertThat(visibleExecutions(reader())).isEqualTo(2 + 30 + 300);
    }

    /** A probe, a peek or a fetch that was under way when the epoch ended: what it saw may be of the next life of the ids. */
    @Test
    default void givenAnEpochThatEnded_whenSomethingSeenLateIsTold_thenItIsIgnored() {
        SeriesKey old = heldFour();
        collector().peek(peek(old, 5, 1, true, row(5, 7, 50)));
        collector().fork(old, ForkPoint.NOTHING_SHARED, hour(50), NOW);
        List<LedgerEntry> before = reader().ledger(old);
        Instant seenAt = reader().allSeries().getFirst().sourceNow();

        collector()
                .observeAll(List.of(new Observation(
                        old, NOW.plusSeconds(60), intervals(3, 4, 5, 6), IdRange.ALL, 3, options(), Set.of(), "late")));
        collector()
                .observe(new Observation(
                        old,
                        NOW.plusSeconds(60),
                        List.of(),
                        IdRange.NONE,
                        Long.MIN_VALUE,
                        options(),
                        Set.of(),
                        "late"));
        collector().peek(peek(old, 5, 2, true, row(5, 7, 5_000)));
        collector().storeTexts(old, List.of(new QueryText(1_103, "select 'of the next life'")));
        collector().storePlans(old, List.of(new PlanXml(7, 10, "<x/>", 5)));

        assertThat(reader().ledger(old)).isEqualTo(before);
        assertThat(reader().allSeries().getFirst().sourceNow()).isEqualTo(seenAt);
        assertThat(reader().allSeries().getFirst().recoveryFork()).isEmpty();
        assertThat(visibleExecutions(reader())).isEqualTo(1 + 2 + 3 + 4 + 50);
        assertThat(top(reader(), Metric.CPU_TIME).rows())
                .extracting(TopRow::text)
                .doesNotContain("select 'of the next life'");
        assertThat(collector().missingPlans(old, 10, false)).contains(7L);
    }

    @Test
    default void givenNothingShared_whenForked_thenNothingIsInheritedOrSuperseded() {
        SeriesKey old = heldFour();
        collector().peek(peek(old, 5, 1, true, row(5, 7, 1_000)));

        SeriesKey next =
                collector().fork(old, ForkPoint.NOTHING_SHARED, hour(50), NOW).key();

        assertThat(reader().ledger(next)).isEmpty();
        assertThat(reader().ledger(old)).noneMatch(EpochContract::isSuperseded);
        assertThat(visibleExecutions(reader())).isEqualTo(1 + 2 + 3 + 4 + 1_000);
    }

    @Test
    default void givenASecondRestore_whenItIsOlderThanTheFirst_thenEpochsBeforeThatAreSupersededToo() {
        SeriesKey first = heldFour();
        SeriesKey second = restored(first);
        list(collector(), second, 1, 2, 3);
        held(collector(), second, 3, row(3, 7, 100));

        SeriesKey third = collector()
                .fork(second, new ForkPoint(hour(0), hour(1), hour(1)), hour(60), NOW)
                .key();
        list(collector(), third, 1, 2);
        held(collector(), third, 2, row(2, 7, 10_000));

        assertThat(reader().ledger(third))
                .extracting(e -> e.interval().id(), LedgerEntry::state)
                .containsExactly(tuple(1L, State.INHERITED), tuple(2L, State.HELD));
        assertThat(isSuperseded(entry(collector(), first, 1))).isFalse();
        assertThat(isSuperseded(entry(collector(), first, 2))).isTrue();
        assertThat(isSuperseded(entry(collector(), second, 3))).isTrue();
        assertThat(visibleExecutions(reader())).isEqualTo(1 + 10_000);
        assertThat(top(reader(), Metric.CPU_TIME).intervals()).isEqualTo(2);
    }

    @Test
    default void givenAnImageFromBeforeAClear_whenRestored_thenWhatTheEarlierEpochHoldsIsInherited() {
        SeriesKey first = heldFour();
        SeriesKey cleared =
                collector().fork(first, ForkPoint.NOTHING_SHARED, hour(5), NOW).key();
        collector()
                .observe(new Observation(
                        cleared, NOW, List.of(new RuntimeStatsInterval(2, hour(6), hour(7))), false, 2, options()));
        held(collector(), cleared, 2, row(2, 7, 100));

        SeriesKey next = restored(cleared);

        assertThat(reader().ledger(next))
                .extracting(LedgerEntry::interval, LedgerEntry::state)
                .containsExactly(tuple(interval(1), State.INHERITED), tuple(interval(2), State.INHERITED));
        assertThat(isSuperseded(entry(collector(), first, 2))).isFalse();
        assertThat(isSuperseded(entry(collector(), first, 3))).isTrue();
        assertThat(isSuperseded(entry(collector(), cleared, 2))).isTrue();
        assertThat(visibleExecutions(reader())).isEqualTo(1 + 2);
    }

    @Test
    default void givenSomebodyForkedFirst_whenForkedElsewhere_thenNothingChanges() {
        SeriesKey old = heldFour();
        SeriesKey next = restored(old);

        assertThat(collector()
                        .fork(old, new ForkPoint(hour(0), hour(1), hour(0)), hour(70), NOW)
                        .key())
                .isEqualTo(next);

        assertThat(reader().ledger(next)).hasSize(2);
        assertThat(isSuperseded(entry(collector(), old, 2))).isFalse();
    }

    @Test
    @Incident(23)
    default void givenOnePlanIdInTwoEpochs_whenAskedForTop_thenEachRowHasTheTextOfItsEpoch() {
        SeriesKey old = listed(collector(), 1, 2, 3);
        held(collector(), old, 2, row(2, 7, 2));
        collector().storeTexts(old, List.of(new QueryText(1_103, "select 'before'")));
        SeriesKey next = restored(old);
        list(collector(), next, 2, 3);
        BandKey key = band(next, 3, 3);
        PlanIdentity other = new PlanIdentity(7, 103, 1_103, 1, 0, 0x77L, 0x78L, 9, false);
        Band claimed = new Band(key, Band.Phase.ROWS, null, 1, 0, 1, false, 0, 0);
        hold(
                collector(),
                key,
                revision(collector().stage(new StageBatch(0, claimed, List.of(row(3, 7, 300)), List.of(other)))));
        collector().storeTexts(next, List.of(new QueryText(1_103, "select 'after'")));

        assertThat(top(reader(), Metric.CPU_TIME).rows())
                .extracting(TopRow::executions, TopRow::text)
                .containsExactly(tuple(300L, "select 'after'"), tuple(2L, "select 'before'"));
    }

    @Test
    default void givenWaits_whenForked_thenTheyAreInheritedAndSupersededAlike() {
        SeriesKey old = series(collector());
        collector()
                .observe(new Observation(old, NOW, intervals(1, 2, 3), false, 1, options(), EnumSet.allOf(Kind.class)));
        for (long id = 2; id <= 3; id++) {
            WaitRow row = new WaitRow(new WaitKey(id, 1, 7, 3, 0), 40, 4, 4, 1, 40, Double.NaN);
            BandKey key = new BandKey(old, Kind.WAITS, id, id);
            Band band = new Band(key, Band.Phase.ROWS, row.key(), 1, 0, 1, false, 0, 9);
            hold(collector(), key, revision(collector().stage(new StageBatch(0, band, List.of(row), List.of()))));
        }

        SeriesKey next = restored(old);

        assertThat(reader().ledger(next, Kind.WAITS))
                .singleElement()
                .satisfies(entry -> assertThat(entry.figures().waitMillis()).isEqualTo(40));
        assertThat(reader().ledger(old, Kind.WAITS))
                .extracting(e -> e.interval().id(), EpochContract::isSuperseded)
                .containsExactly(tuple(1L, true), tuple(2L, false), tuple(3L, true));
    }

    @Test
    default void givenInheritedIntervals_whenRetentionDeletesTheirRows_thenTheyAreGoneInBothEpochs() {
        SeriesKey old = heldFour();
        SeriesKey next = restored(old);

        assertThat(collector().expireFacts(hour(1).plusSeconds(1), 10)).isOne();

        for (SeriesKey series : List.of(old, next)) {
            assertThat(entry(collector(), series, 1).state()).isEqualTo(State.GONE);
            assertThat(entry(collector(), series, 1).goneReason()).isEqualTo(LedgerEntry.GONE_BY_RETENTION);
        }
        assertThat(entry(collector(), next, 2).state()).isEqualTo(State.INHERITED);
        assertThat(visibleExecutions(reader())).isEqualTo(2);
    }

    @Test
    default void givenAHeldInterval_whenItsAmountsAreAsked_thenTheyComeByKey() {
        SeriesKey series = listed(collector(), 1, 2);
        held(collector(), series, 1, row(1, 4, 3), row(1, 5, 8));
        stage(collector(), band(series, 2, 2), 0, row(2, 4, 9));

        assertThat(collector().storedAmounts(series, Kind.RUNTIME, 1))
                .isEqualTo(Map.of(row(1, 4, 3).key(), 3L, row(1, 5, 8).key(), 8L));
        assertThat(collector().storedAmounts(series, Kind.RUNTIME, 2)).isEmpty();
        assertThat(collector().storedAmounts(series, Kind.RUNTIME, 9)).isEmpty();
    }

    @Test
    default void givenAFork_whenReopened_thenItIsAsItWas() {
        SeriesKey old = heldFour();
        SeriesKey next = restored(old);
        List<LedgerEntry> before = reader().ledger(old);
        List<LedgerEntry> inherited = reader().ledger(next);

        reopen();

        assertThat(reader().ledger(old)).isEqualTo(before);
        assertThat(reader().ledger(next)).isEqualTo(inherited);
        assertThat(series(collector())).isEqualTo(next);
        assertThat(collector().entries(next, Kind.RUNTIME, Instant.EPOCH, hour(90)))
                .hasSize(2);
    }
}
