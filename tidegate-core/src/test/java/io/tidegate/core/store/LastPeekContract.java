package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.band;
import static io.tidegate.core.store.StoreFixture.entry;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.hold;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.identity;
import static io.tidegate.core.store.StoreFixture.intervals;
import static io.tidegate.core.store.StoreFixture.list;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.options;
import static io.tidegate.core.store.StoreFixture.peek;
import static io.tidegate.core.store.StoreFixture.revision;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.stage;
import static io.tidegate.core.store.StoreFixture.top;
import static io.tidegate.core.store.StoreFixture.visibleExecutions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidegate.core.ledger.CensusPlan;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.ledger.Recounts;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An interval that its source has no more before it was read is closed from its last peek. */
interface LastPeekContract extends OpenedStore {
    private SeriesKey peeked(RuntimeRow... rows) {
        SeriesKey series = listed(collector(), 1, 2, 3);
        collector().identify(series, List.of(identity(5), identity(6)));
        collector().peek(peek(series, 2, 4, true, rows));
        return series;
    }

    private void vanish(SeriesKey series, long... left) {
        collector().observe(new Observation(series, NOW, intervals(left), true, Long.MIN_VALUE, options()));
    }

    /** Mutations seen to break it: it is not closed; it loses its reason; it is closed without figures; its peek stays. */
    @Test
    default void givenAPeek_whenItsIntervalVanishes_thenItIsHeldFromItAndSaysWhatItIs() {
        SeriesKey series = peeked(row(2, 5, 20), row(2, 6, 3));
        collector().peek(peek(series, 2, 5, false, row(2, 5, 21)));

        vanish(series, 1, 3);

        LedgerEntry closed = entry(collector(), series, 2);
        assertThat(closed.state()).isEqualTo(State.HELD);
        assertThat(closed.flags()).containsExactly(Flag.LOST_AT_SOURCE);
        assertThat(closed.isFromLastPeek()).isTrue();
        assertThat(closed.goneReason()).isEqualTo(LedgerEntry.GONE_AT_SOURCE);
        assertThat(closed.goneAt()).isEqualTo(NOW);
        assertThat(closed.revision()).isZero();
        assertThat(closed.figures()).isEqualTo(IntervalFigures.of(List.of(row(2, 5, 20), row(2, 6, 3))));
        assertThat(collector().storedFigures(series, Kind.RUNTIME, hour(0), hour(9)))
                .containsOnlyKeys(2L)
                .containsValue(closed.figures());
        assertThat(reader().storedIntervals(series))
                .singleElement()
                .satisfies(
                        stored -> assertThat(stored.distinctKeys()).isEqualTo(2).isEqualTo(stored.rows()));
        assertThat(collector().lastPeekNumber(series, 2)).isZero();
        assertThat(visibleExecutions(reader())).isEqualTo(23);
        assertThat(top(reader(), Metric.CPU_TIME).held()).isOne();
        assertThat(top(reader(), Metric.CPU_TIME).peeked()).isZero();
        assertThat(CensusPlan.next(
                        List.of(closed),
                        new Recounts(true, IntervalClock.of(options()), options(), Duration.ofDays(400)),
                        NOW,
                        10))
                .as("the source is not asked for it")
                .isEmpty();
    }

    /** Mutation seen to break it: rows of every peek become facts, not only those of the interval that vanished. */
    @Test
    default void givenPeeksOfTwoIntervals_whenOneVanishes_thenTheOtherIsPeekedAtAsBefore() {
        SeriesKey series = peeked(row(2, 5, 20));
        collector().peek(peek(series, 3, 1, true, row(3, 5, 300)));

        vanish(series, 1, 3);

        assertThat(entry(collector(), series, 3).state()).isEqualTo(State.LISTED);
        assertThat(collector().lastPeekNumber(series, 3)).isOne();
        assertThat(collector().storedFigures(series, Kind.RUNTIME, hour(0), hour(9)))
                .containsOnlyKeys(2L);
        assertThat(visibleExecutions(reader())).isEqualTo(320);
    }

    /** Mutation seen to break it: a peek at what is closed is taken. */
    @Test
    default void givenAClosedInterval_whenObservedPeekedAtAndReopened_thenNothingChanges() {
        SeriesKey series = peeked(row(2, 5, 20));
        vanish(series, 1, 3);
        LedgerEntry closed = entry(collector(), series, 2);

        vanish(series, 1, 3);
        collector().peek(peek(series, 2, 9, true, row(2, 5, 200)));
        collector().observe(new Observation(series, NOW, List.of(), false, 3, options()));

        assertThat(entry(collector(), series, 2)).isEqualTo(closed);
        assertThat(collector().lastPeekNumber(series, 2)).isZero();
        reopenWhereItKeeps();
        assertThat(entry(collector(), series, 2)).isEqualTo(closed);
        assertThat(visibleExecutions(reader())).isEqualTo(20);
    }

    private void reopenWhereItKeeps() {
        try {
            reopen();
        } catch (org.opentest4j.TestAbortedException keepsNothing) {
            assertThat(reader()).isNotNull();
        }
    }

    /** Mutations seen to break it: provisional rows become facts; they are not told; plans without identity are not told. */
    @Test
    default void givenRowsThatNobodyCanName_whenTheirIntervalVanishes_thenItSaysSoAndProvisionalOnesAreLeftOut() {
        SeriesKey series = peeked(row(2, 5, 20), row(2, -7, 3));
        collector().peek(peek(series, 3, 1, true, row(3, 8, 4)));

        vanish(series, 1);

        assertThat(entry(collector(), series, 2).flags())
                .containsExactlyInAnyOrder(Flag.LOST_AT_SOURCE, Flag.IDENTITY_LOST);
        assertThat(entry(collector(), series, 2).figures().executions()).isEqualTo(20);
        assertThat(entry(collector(), series, 3).flags())
                .containsExactlyInAnyOrder(Flag.LOST_AT_SOURCE, Flag.IDENTITY_LOST);
        assertThat(entry(collector(), series, 3).figures().executions()).isEqualTo(4);
        assertThat(visibleExecutions(reader())).isEqualTo(24);
    }

    /** Mutation seen to break it: a peek that was not finished counts. */
    @Test
    default void givenAPeekThatWasNotFinished_whenItsIntervalVanishes_thenItIsGoneAndThePeekIsDropped() {
        SeriesKey series = listed(collector(), 1, 2);
        collector().peek(peek(series, 2, 1, false, row(2, 5, 20)));

        vanish(series, 1);

        assertThat(entry(collector(), series, 2).state()).isEqualTo(State.GONE);
        assertThat(entry(collector(), series, 2).flags()).isEmpty();
        assertThat(collector().lastPeekNumber(series, 2)).isZero();
        collector().peek(peek(series, 2, 1, true, row(2, 6, 20)));
        assertThat(visibleExecutions(reader())).isZero();
    }

    /**
     * As after a crash: the open interval was lost, and begins anew. Mutations seen to break it: what was closed stays held;
     * its rows stay among the facts; they do not come back as a peek.
     */
    @Test
    default void givenAClosedInterval_whenItIsListedAgain_thenItIsPeekedAtAndReadAsEver() {
        SeriesKey series = peeked(row(2, 5, 20), row(2, 6, 3));
        vanish(series, 1, 3);

        list(collector(), series, 1, 2, 3);

        LedgerEntry back = entry(collector(), series, 2);
        assertThat(back.state()).isEqualTo(State.LISTED);
        assertThat(back.flags()).isEmpty();
        assertThat(back.goneReason()).isEmpty();
        assertThat(back.goneAt()).isNull();
        assertThat(back.figures()).isNull();
        assertThat(reader().storedIntervals(series)).isEmpty();
        assertThat(visibleExecutions(reader())).isEqualTo(23);
        assertThat(top(reader(), Metric.CPU_TIME).peeked()).isOne();
        collector().peek(peek(series, 2, collector().lastPeekNumber(series, 2) + 1, true, row(2, 6, 4)));
        assertThat(visibleExecutions(reader())).isEqualTo(24);

        held(collector(), series, 2, row(2, 6, 9));

        assertThat(visibleExecutions(reader())).isEqualTo(29);
        assertThat(entry(collector(), series, 2).flags()).containsExactly(Flag.LOST_AT_SOURCE);
        assertThat(entry(collector(), series, 2).isFromLastPeek()).isFalse();
        assertThat(reader().storedIntervals(series).getFirst().distinctKeys()).isEqualTo(2);
    }

    /** Mutation seen to break it: the staged rows stand beside those of the peek. */
    @Test
    default void givenABandUnderWay_whenAPeekedIntervalOfItVanishes_thenPerKeyTheHigherCountIsHeldOnce() {
        SeriesKey series = peeked(row(2, 5, 20), row(2, 6, 3));
        BandKey key = band(series, 1, 3);
        long revision = revision(stage(collector(), key, 0, row(1, 5, 1), row(2, 5, 19), row(2, 6, 4)));
        vanish(series, 1, 3);
        assertThat(visibleExecutions(reader())).isEqualTo(23);

        hold(collector(), key, revision);

        LedgerEntry both = entry(collector(), series, 2);
        assertThat(both.state()).isEqualTo(State.HELD);
        assertThat(both.isFromLastPeek()).isFalse();
        assertThat(both.flags()).containsExactlyInAnyOrder(Flag.THINNED, Flag.LOST_AT_SOURCE);
        assertThat(both.figures().executions()).isEqualTo(24);
        assertThat(reader().storedIntervals(series))
                .extracting(HistoryReader.StoredInterval::executions, HistoryReader.StoredInterval::rows)
                .startsWith(tuple(1L, 1L), tuple(24L, 2L));
        assertThat(visibleExecutions(reader())).isEqualTo(1 + 24);
    }

    /** Mutations seen to break it: the band is fenced by what was closed; what was closed is held anew with no rows. */
    @Test
    default void givenABandThatIsReadWhole_whenAPeekedIntervalOfItHasVanished_thenTheOthersAreHeldAndItStays() {
        SeriesKey series = peeked(row(2, 5, 20));
        vanish(series, 1, 3);
        LedgerEntry closed = entry(collector(), series, 2);
        Band band = new Band(band(series, 1, 3), Band.Phase.ROWS, null, 1, 0, 2, false, 0, 0);

        List<CommitResult> results = collector()
                .holdWhole(List.of(new WholeBand(
                        new StageBatch(0, band, List.of(row(1, 5, 1), row(3, 5, 2)), List.of()),
                        NOW,
                        Set.of(),
                        Set.of())));

        assertThat(results).containsExactly(new CommitResult.Committed(0));
        assertThat(entry(collector(), series, 2)).isEqualTo(closed);
        assertThat(visibleExecutions(reader())).isEqualTo(1 + 20 + 2);
        assertThat(stage(collector(), band(series, 2, 2), 0, row(2, 5, 1)))
                .as("nothing of it is listed")
                .isInstanceOf(CommitResult.Fenced.class);
    }

    /**
     * Mutations seen to break it: what was closed fences the band, as if it had been read; it is held anew though nothing of
     * it was read.
     */
    @Test
    default void givenAClosedInterval_whenAFreshBandLiesOverIt_thenTheOthersAreHeldAndItStays() {
        SeriesKey series = peeked(row(2, 5, 20));
        vanish(series, 1, 3);
        LedgerEntry closed = entry(collector(), series, 2);
        BandKey key = band(series, 1, 3);

        long revision = revision(stage(collector(), key, 0, row(1, 5, 1), row(3, 5, 2)));
        CommitResult result = hold(collector(), key, revision);

        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        assertThat(entry(collector(), series, 1).state()).isEqualTo(State.HELD);
        assertThat(entry(collector(), series, 3).state()).isEqualTo(State.HELD);
        assertThat(entry(collector(), series, 2)).isEqualTo(closed);
        assertThat(visibleExecutions(reader())).isEqualTo(1 + 20 + 2);
    }

    /** Mutations seen to break it: a fork closes nothing; what is closed loses its mark that it is superseded. */
    @Test
    default void givenAPeek_whenItsEpochEnds_thenItIsHeldFromItAndSupersededWhereTheNextOneTakesItsPlace() {
        SeriesKey cleared = peeked(row(2, 5, 20));
        SeriesKey second = collector()
                .fork(cleared, ForkPoint.NOTHING_SHARED, hour(5), NOW)
                .key();

        assertThat(entry(collector(), cleared, 2).state()).isEqualTo(State.HELD);
        assertThat(entry(collector(), cleared, 2).goneReason()).isEqualTo(LedgerEntry.GONE_WITH_EPOCH);
        assertThat(entry(collector(), cleared, 2).flags()).containsExactly(Flag.LOST_AT_SOURCE);
        assertThat(entry(collector(), cleared, 1).state()).isEqualTo(State.GONE);
        assertThat(visibleExecutions(reader())).isEqualTo(20);

        list(collector(), second, 7);
        collector().peek(peek(second, 7, 1, true, row(7, 5, 300)));
        collector().fork(second, new ForkPoint(null, null, hour(5)), hour(8), NOW);

        assertThat(entry(collector(), second, 7).state()).isEqualTo(State.HELD);
        assertThat(entry(collector(), second, 7).flags()).contains(Flag.LOST_AT_SOURCE, Flag.SUPERSEDED);
        assertThat(entry(collector(), cleared, 2).flags()).doesNotContain(Flag.SUPERSEDED);
        assertThat(visibleExecutions(reader())).isEqualTo(20);
    }

    /**
     * Its id may be one of another life of the ids, as behind a CLEAR: in the new epoch's ledger it would contradict the list.
     * Mutation seen to break it: it is inherited as if it had been read.
     */
    @Test
    default void givenAClosedInterval_whenItLiesInWhatTheNextEpochShares_thenItCountsOnAndIsNotInherited() {
        SeriesKey old = peeked(row(2, 5, 20));
        held(collector(), old, 1, row(1, 5, 1));
        held(collector(), old, 3, row(3, 5, 1));
        vanish(old, 1, 3);

        SeriesKey next = collector()
                .fork(old, new ForkPoint(hour(0), hour(3), hour(3)), hour(4), NOW)
                .key();

        assertThat(reader().ledger(next)).extracting(e -> e.interval().id()).containsExactly(1L, 3L);
        assertThat(entry(collector(), old, 2).flags()).doesNotContain(Flag.SUPERSEDED);
        assertThat(visibleExecutions(reader())).isEqualTo(22);
    }

    /** Mutation seen to break it: retention leaves what was closed. */
    @Test
    default void givenAClosedInterval_whenItIsOlderThanTheRetention_thenItsRowsAreDeletedAsAnyOther() {
        SeriesKey series = peeked(row(2, 5, 20));
        vanish(series, 1, 3);

        assertThat(collector().expireFacts(hour(4), 10)).isOne();

        assertThat(entry(collector(), series, 2).state()).isEqualTo(State.GONE);
        assertThat(entry(collector(), series, 2).goneReason()).isEqualTo(LedgerEntry.GONE_BY_RETENTION);
        assertThat(visibleExecutions(reader())).isZero();
    }
}
