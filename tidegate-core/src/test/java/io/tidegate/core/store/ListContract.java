package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.entry;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.interval;
import static io.tidegate.core.store.StoreFixture.intervals;
import static io.tidegate.core.store.StoreFixture.list;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.options;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.series;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.Coverage;
import io.tidegate.core.ledger.CoverageWord;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.Ticks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the source lists, and what it has no more. */
interface ListContract extends OpenedStore {
    private void observe(SeriesKey series, boolean whole, long lowest, long... ids) {
        collector().observe(new Observation(series, NOW, intervals(ids), whole, lowest, options()));
    }

    @Test
    default void givenNothingListed_whenSummed_thenTheSummaryIsEmpty() {
        assertThat(collector().listSummary(series(collector()))).isEqualTo(new ListSummary(0, 0, Long.MAX_VALUE, 0, 0));
    }

    @Test
    default void givenIntervals_whenObservedTwice_thenEachIsListedOnce() {
        SeriesKey series = listed(collector(), 1, 2, 4);
        list(collector(), series, 1, 2, 4);

        assertThat(collector().unheld(series, Kind.RUNTIME))
                .extracting(LedgerEntry::interval)
                .containsExactly(interval(1), interval(2), interval(4));
        assertThat(collector().listSummary(series)).isEqualTo(new ListSummary(4, Ticks.of(hour(4)), 1, 3, 4));
    }

    @Test
    default void givenANewEntry_whenRead_thenItIsListedWithNothingElse() {
        SeriesKey series = listed(collector(), 1);

        LedgerEntry entry = entry(collector(), series, 1);

        assertThat(entry.state()).isEqualTo(LedgerEntry.State.LISTED);
        assertThat(entry.kind()).isEqualTo(Kind.RUNTIME);
        assertThat(entry.goneReason()).isEmpty();
        assertThat(entry.goneAt()).isNull();
        assertThat(entry.flags()).isEmpty();
        assertThat(entry.figures()).isNull();
        assertThat(entry.revision()).isZero();
        assertThat(entry.verifiedAt()).isNull();
        assertThat(entry.tornReads()).isZero();
        assertThat(entry.tornAt()).isNull();
    }

    @Test
    default void givenARange_whenReadingEntries_thenStartsCountFromInclusiveToExclusive() {
        SeriesKey series = listed(collector(), 1, 2, 3, 4);

        assertThat(collector().entries(series, Kind.RUNTIME, hour(1), hour(3)))
                .extracting(e -> e.interval().id())
                .containsExactly(2L, 3L);
    }

    @Test
    @Incident(49)
    default void givenARisenLowestId_whenObserved_thenLowerOnesAreGoneButHeldOnesStayHeld() {
        SeriesKey series = listed(collector(), 1, 2, 3, 4);
        held(collector(), series, 1, row(1, 7, 3));

        observe(series, false, 3);

        LedgerEntry kept = entry(collector(), series, 1);
        assertThat(kept.state()).isEqualTo(LedgerEntry.State.HELD);
        assertThat(kept.goneAt()).isEqualTo(NOW);
        LedgerEntry gone = entry(collector(), series, 2);
        assertThat(gone.state()).isEqualTo(LedgerEntry.State.GONE);
        assertThat(gone.goneReason()).isEqualTo(LedgerEntry.GONE_AT_SOURCE);
        assertThat(gone.goneAt()).isEqualTo(NOW);
        assertThat(collector().listSummary(series)).isEqualTo(new ListSummary(4, Ticks.of(hour(4)), 3, 2, 4));
        assertThat(collector().unheld(series, Kind.RUNTIME))
                .extracting(e -> e.interval().id())
                .containsExactly(3L, 4L);
    }

    @Test
    default void givenAHeldInterval_whenTheSourceStillHasIt_thenTheSummaryCountsIt() {
        SeriesKey series = listed(collector(), 1, 2);
        held(collector(), series, 1, row(1, 7, 3));

        assertThat(collector().listSummary(series)).isEqualTo(new ListSummary(2, Ticks.of(hour(2)), 1, 2, 2));
    }

    @Test
    @Incident(40)
    default void givenAWholeList_whenObserved_thenWhatIsNotInItIsGoneAndWhatIsNewIsListed() {
        SeriesKey series = listed(collector(), 1, 2, 3);

        observe(series, true, Long.MIN_VALUE, 1, 3, 4);

        assertThat(entry(collector(), series, 2).state()).isEqualTo(LedgerEntry.State.GONE);
        assertThat(collector().unheld(series, Kind.RUNTIME))
                .extracting(e -> e.interval().id())
                .containsExactly(1L, 3L, 4L);
    }

    @Test
    default void givenAGoneInterval_whenListedAgain_thenItIsListed() {
        SeriesKey series = listed(collector(), 1, 2);
        observe(series, true, Long.MIN_VALUE, 1);

        observe(series, true, Long.MIN_VALUE, 1, 2);

        LedgerEntry back = entry(collector(), series, 2);
        assertThat(back.state()).isEqualTo(LedgerEntry.State.LISTED);
        assertThat(back.goneReason()).isEmpty();
        assertThat(back.goneAt()).isNull();
    }

    @Test
    default void givenAKnownId_whenObservedWithAnotherStart_thenItIsLeftAsItIs() {
        SeriesKey series = listed(collector(), 1);

        collector()
                .observe(new Observation(
                        series,
                        NOW,
                        java.util.List.of(new io.tidegate.core.model.RuntimeStatsInterval(1, hour(40), hour(41))),
                        false,
                        Long.MIN_VALUE,
                        options()));

        assertThat(entry(collector(), series, 1).interval()).isEqualTo(interval(1));
    }

    /** Of two databases one whose options are as they were and one whose options changed; the clock does not go back by an hour. */
    @Test
    default void givenOptionsAsBefore_whenObserved_thenTheClockMovesAndTheyStay() {
        SeriesKey series = series(collector());
        SeriesKey other = series(collector(), "sim-1", "Other");
        QueryStoreOptions grown = new QueryStoreOptions(2, 0, 900, 60, 30, 101, 1000, true);
        collector()
                .observeAll(List.of(
                        new Observation(series, hour(110), intervals(1), false, 1, options()),
                        new Observation(other, hour(110), intervals(1), false, 1, options())));

        collector()
                .observeAll(List.of(
                        new Observation(series, hour(120), List.of(), false, 1, null),
                        new Observation(other, hour(121), List.of(), false, 1, grown)));
        collector().observe(new Observation(series, hour(119), List.of(), false, 1, null));

        assertThat(reader().options(series)).contains(options());
        assertThat(reader().options(other)).contains(grown);
        assertThat(reader().allSeries()).extracting(SeriesRecord::sourceNow).containsOnly(hour(120), hour(121));
        assertThat(collector().unheld(series, Kind.RUNTIME)).hasSize(1);
    }

    @Test
    default void givenAnObservation_whenItsClockIsBehind_thenTheSeriesClockDoesNotGoBack() {
        SeriesKey series = series(collector());
        collector().observe(new Observation(series, hour(120), intervals(1), false, 1, options()));
        collector().observe(new Observation(series, hour(119), intervals(1), false, 1, options()));

        assertThat(collector().series(series.home()).getFirst().sourceNow()).isEqualTo(hour(120));
    }

    /** Mutations seen to break it: the later of both clocks always; what was read always. */
    @Test
    default void givenAClockADayAhead_whenSetRight_thenItIsFollowedButNotTenMinutesBack() {
        SeriesKey series = series(collector());
        SeriesKey other = series(collector(), "sim-1", "Other");
        Instant right = hour(120);
        for (SeriesKey one : List.of(series, other)) {
            collector().observe(new Observation(one, right.plus(Duration.ofDays(1)), List.of(), false, 1, options()));
        }

        collector()
                .observeAll(List.of(
                        new Observation(series, right, List.of(), false, 1, null),
                        new Observation(other, right, List.of(), false, 1, options())));
        assertThat(reader().allSeries()).extracting(SeriesRecord::sourceNow).containsOnly(right);

        Instant jitter = right.minus(Duration.ofMinutes(10));
        collector()
                .observeAll(List.of(
                        new Observation(series, jitter, List.of(), false, 1, null),
                        new Observation(other, jitter, List.of(), false, 1, options())));
        assertThat(reader().allSeries()).extracting(SeriesRecord::sourceNow).containsOnly(right);
    }

    /** Mutation seen to break it: the later of both clocks when a series is opened. */
    @Test
    default void givenAClockADayAhead_whenTheSeriesIsOpenedAgainAfterItWasSetRight_thenItIsFollowed() {
        int server = collector().registerServer("sim-1");
        collector().openSeries(server, "Sales", 5, hour(120), hour(144));

        assertThat(collector()
                        .openSeries(server, "Sales", 5, hour(120), hour(121))
                        .sourceNow())
                .isEqualTo(hour(121));
        assertThat(collector()
                        .openSeries(server, "Sales", 5, hour(120), hour(120))
                        .sourceNow())
                .isEqualTo(hour(121));
    }

    /** What was read under the wrong clock stays held. Mutation seen to break it: the later of both clocks always. */
    @Test
    default void givenIntervalsListedUnderAClockAhead_whenSetRight_thenTheyAreNeitherLostNorSettledTooEarly() {
        SeriesKey series = series(collector());
        collector().observe(new Observation(series, hour(144), intervals(1, 2), false, 1, options()));
        Instant within = interval(2).start().plus(Duration.ofMinutes(10));

        collector().observe(new Observation(series, within, List.of(), false, 1, null));

        Coverage coverage = new Coverage(
                IntervalClock.of(options()),
                collector().series(series.home()).getFirst().sourceNow());
        assertThat(coverage.word(entry(collector(), series, 2))).isEqualTo(CoverageWord.OPEN);
        assertThat(collector().unheld(series, Kind.RUNTIME)).hasSize(2);
    }

    @Test
    default void givenAnEmptyWholeList_whenObserved_thenAllIsGone() {
        SeriesKey series = listed(collector(), 1, 2);

        observe(series, true, Long.MIN_VALUE);

        assertThat(collector().unheld(series, Kind.RUNTIME)).isEmpty();
        assertThat(collector().listSummary(series)).isEqualTo(new ListSummary(0, 0, Long.MAX_VALUE, 0, 2));
    }

    /**
     * Mutations seen to break it, in each store: a range that is not looked at, so that all that is not listed is gone; one
     * without its last id; one without its first.
     */
    @Test
    default void givenASliceOfAList_whenObserved_thenOnlyOfItsIdsAreThoseNotListedGone() {
        SeriesKey series = listed(collector(), 1, 2, 3, 4, 5, 6, 7, 8);
        held(collector(), series, 4, row(4, 7, 3));

        observe(series, new IdRange(3, 6), 5);

        assertThat(reader().ledger(series))
                .filteredOn(entry -> entry.goneAt() != null)
                .extracting(entry -> entry.interval().id())
                .containsExactly(3L, 4L, 6L);
        assertThat(entry(collector(), series, 4).state()).isEqualTo(LedgerEntry.State.HELD);
        assertThat(collector().unheld(series, Kind.RUNTIME))
                .extracting(entry -> entry.interval().id())
                .containsExactly(1L, 2L, 5L, 7L, 8L);
    }

    /** Mutation seen to break it: no ids that are taken for all. */
    @Test
    default void givenASliceOfNoIds_whenObserved_thenNothingIsGone() {
        SeriesKey series = listed(collector(), 1, 2, 3);

        observe(series, IdRange.NONE);

        assertThat(collector().listSummary(series).count()).isEqualTo(3);
    }

    /** Mutations seen to break it, in each store: a limit that is not kept; a range without its last id. */
    @Test
    default void givenARangeOfIds_whenReadingEntries_thenTheLowestComeFirstUpToTheLimit() {
        SeriesKey series = listed(collector(), 1, 2, 3, 5, 7);
        observe(series, new IdRange(2, 2));

        assertThat(collector().entriesById(series, Kind.RUNTIME, new IdRange(2, 7), 3))
                .extracting(e -> e.interval().id())
                .containsExactly(2L, 3L, 5L);
        assertThat(collector().entriesById(series, Kind.RUNTIME, new IdRange(6, 7), 3))
                .extracting(e -> e.interval().id())
                .containsExactly(7L);
        assertThat(collector().entriesById(series, Kind.RUNTIME, IdRange.NONE, 3))
                .isEmpty();
        assertThat(collector().entriesById(series, Kind.WAITS, IdRange.ALL, 3)).isEmpty();
    }

    private void observe(SeriesKey series, IdRange complete, long... ids) {
        collector()
                .observe(new Observation(
                        series, NOW, intervals(ids), complete, Long.MIN_VALUE, options(), Set.of(Kind.RUNTIME), ""));
    }
}
