package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.band;
import static io.tidegate.core.store.StoreFixture.entry;
import static io.tidegate.core.store.StoreFixture.hold;
import static io.tidegate.core.store.StoreFixture.identity;
import static io.tidegate.core.store.StoreFixture.intervals;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.options;
import static io.tidegate.core.store.StoreFixture.peek;
import static io.tidegate.core.store.StoreFixture.revision;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.stage;
import static io.tidegate.core.store.StoreFixture.visibleExecutions;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From stage to facts. */
interface HoldContract extends OpenedStore {
    @Test
    default void givenABandOfSeveralIntervals_whenHeld_thenAllMoveAtOnceWithTheirFigures() {
        SeriesKey series = listed(collector(), 1, 2, 3);
        BandKey key = band(series, 1, 3);
        long first = revision(stage(collector(), key, 0, row(1, 5, 2), row(3, 5, 4)));
        long second = revision(stage(collector(), key, first, row(1, 6, 3)));

        assertThat(hold(collector(), key, second)).isEqualTo(new CommitResult.Committed(0));

        long sum = RuntimeRow.checksumOf(5, 2, 0) + RuntimeRow.checksumOf(6, 3, 0);
        assertThat(entry(collector(), series, 1).figures())
                .isEqualTo(new IntervalFigures(2, 5, 5 * 10 * 2 + 6 * 10 * 3, 5 * 2 + 6 * 3, sum));
        assertThat(entry(collector(), series, 2).figures()).isEqualTo(IntervalFigures.NONE);
        assertThat(entry(collector(), series, 3).figures())
                .isEqualTo(new IntervalFigures(1, 4, 200, 20, RuntimeRow.checksumOf(5, 4, 0)));
        assertThat(reader().ledger(series)).extracting(LedgerEntry::state).containsOnly(State.HELD);
        assertThat(collector().band(key)).isEmpty();
        assertThat(collector().unheld(series, Kind.RUNTIME)).isEmpty();
        assertThat(visibleExecutions(reader())).isEqualTo(9);
    }

    /** Mutation seen to break it: rescued rows whose plans nobody asks for. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    default void givenAPlanThatWasPeekedOnly_whenItsIntervalIsHeld_thenItHasItsIdentityOrIsFlagged(boolean isKnown) {
        SeriesKey series = listed(collector(), 1);
        collector().peek(peek(series, 1, 1, true, row(1, 5, 2), row(1, 8, 3)));
        if (isKnown) {
            collector().identify(series, List.of(identity(8)));
        }
        BandKey key = band(series, 1, 1);

        hold(collector(), key, revision(stage(collector(), key, 0, row(1, 5, 2))));

        assertThat(visibleExecutions(reader())).isEqualTo(5);
        assertThat(entry(collector(), series, 1).flags())
                .containsExactlyInAnyOrderElementsOf(
                        isKnown ? Set.of(Flag.LOST_AT_SOURCE) : Set.of(Flag.LOST_AT_SOURCE, Flag.IDENTITY_LOST));
        assertThat(collector().missingPlans(series, 10, false).contains(8L)).isEqualTo(isKnown);
    }

    @Test
    default void givenAnIdentity_whenAnotherOneOfItsPlanComes_thenTheFirstOneStays() {
        SeriesKey series = listed(collector(), 1);
        PlanIdentity other = new PlanIdentity(8, 1, 2, 3, 4, 5, 6, 7, true);
        collector().identify(series, List.of(identity(8)));

        collector().identify(series, List.of(other));

        assertThat(collector().unidentifiedPlans(series, Set.of(8L, 9L, -1L))).containsExactly(9L);
        assertThat(collector().sentinels(series, 1, 1))
                .containsExactly(
                        new Sentinel(8, identity(8).planHash(), identity(8).initialCompileTicks()));
    }

    @Test
    @Incident(41)
    default void givenAnEmptyInterval_whenHeld_thenItIsHeldWithNoRows() {
        SeriesKey series = listed(collector(), 1);
        BandKey key = band(series, 1, 1);

        hold(collector(), key, revision(stage(collector(), key, 0)));

        assertThat(entry(collector(), series, 1).state()).isEqualTo(State.HELD);
        assertThat(entry(collector(), series, 1).figures()).isEqualTo(IntervalFigures.NONE);
        assertThat(reader().storedIntervals(series)).allMatch(stored -> stored.rows() == 0 && stored.executions() == 0);
    }

    @Test
    default void givenAWrongRevisionOrNoBand_whenHeld_thenItIsFenced() {
        SeriesKey series = listed(collector(), 1);
        BandKey key = band(series, 1, 1);
        assertThat(hold(collector(), key, 1)).isEqualTo(new CommitResult.Fenced(0));
        long first = revision(stage(collector(), key, 0, row(1, 5, 2)));
        long second = revision(stage(collector(), key, first, row(1, 6, 2)));

        assertThat(hold(collector(), key, first)).isEqualTo(new CommitResult.Fenced(second));

        assertThat(reader().storedIntervals(series)).isEmpty();
        assertThat(hold(collector(), key, second)).isInstanceOf(CommitResult.Committed.class);
        assertThat(hold(collector(), key, second)).isEqualTo(new CommitResult.Fenced(0));
    }

    @Test
    default void givenALowerTerm_whenHeld_thenItIsFenced() {
        SeriesKey series = listed(collector(), 1);
        BandKey key = band(series, 1, 1);
        long revision = revision(stage(collector(), 5, key, 0, true, row(1, 5, 2)));

        assertThat(collector().hold(new BandCompletion(4, key, revision, NOW, Set.of(), Set.of())))
                .isInstanceOf(CommitResult.Fenced.class);
    }

    @Test
    default void givenFlagsAndLostPlans_whenHeld_thenOnlyIntervalsWithTheirRowsLoseIdentity() {
        SeriesKey series = listed(collector(), 1, 2);
        BandKey key = band(series, 1, 2);
        long revision = revision(stage(collector(), key, 0, row(1, 5, 2), row(2, 6, 2)));

        collector().hold(new BandCompletion(0, key, revision, NOW, Set.of(Flag.THINNED), Set.of(6L)));

        assertThat(entry(collector(), series, 1).flags()).containsExactly(Flag.THINNED);
        assertThat(entry(collector(), series, 2).flags()).containsExactlyInAnyOrder(Flag.THINNED, Flag.IDENTITY_LOST);
    }

    @Test
    @Incident(28)
    default void givenAPeek_whenTheFinalReadAgreesOrCountsMore_thenTheFinalRowsTakeItsPlace() {
        SeriesKey series = listed(collector(), 1);
        collector().peek(peek(series, 1, 1, true, row(1, 5, 2), row(1, 6, 3)));
        BandKey key = band(series, 1, 1);

        hold(collector(), key, revision(stage(collector(), key, 0, row(1, 5, 2), row(1, 6, 9))));

        assertThat(visibleExecutions(reader())).isEqualTo(11);
        assertThat(entry(collector(), series, 1).flags()).isEmpty();
        assertThat(collector().lastPeekNumber(series, 1)).isZero();
    }

    @Test
    default void givenAPeek_whenTheFinalReadLacksAKeyOrCountsLess_thenThePeekedRowIsKeptAsLostAtSource() {
        SeriesKey series = listed(collector(), 1);
        collector().peek(peek(series, 1, 1, true, row(1, 5, 20), row(1, 6, 3), row(1, 7, 1)));
        collector().identify(series, List.of(identity(5), identity(6), identity(7)));
        BandKey key = band(series, 1, 1);

        hold(collector(), key, revision(stage(collector(), key, 0, row(1, 5, 2), row(1, 7, 4))));

        assertThat(visibleExecutions(reader())).isEqualTo(20 + 3 + 4);
        LedgerEntry entry = entry(collector(), series, 1);
        assertThat(entry.flags()).containsExactly(Flag.LOST_AT_SOURCE);
        assertThat(entry.figures().rows()).isEqualTo(3);
        assertThat(entry.figures().executions()).isEqualTo(27);
        assertThat(reader().storedIntervals(series).getFirst().distinctKeys()).isEqualTo(3);
    }

    @Test
    default void givenAPeekWithNegativeIds_whenHeld_thenTheyAreDroppedAndNothingIsCalledLost() {
        SeriesKey series = listed(collector(), 1);
        collector().peek(peek(series, 1, 1, true, row(1, -5, 20), row(1, 6, 3)));
        BandKey key = band(series, 1, 1);

        hold(collector(), key, revision(stage(collector(), key, 0, row(1, 6, 3))));

        assertThat(visibleExecutions(reader())).isEqualTo(3);
        assertThat(entry(collector(), series, 1).flags()).isEmpty();
    }

    @Test
    default void givenStagedRowsWithNegativeIds_whenHeld_thenTheyAreDroppedAndTheIntervalSaysSo() {
        SeriesKey series = listed(collector(), 1, 2);
        BandKey key = band(series, 1, 2);

        hold(collector(), key, revision(stage(collector(), key, 0, row(1, -5, 20), row(1, 6, 3), row(2, 6, 4))));

        assertThat(visibleExecutions(reader())).isEqualTo(7);
        assertThat(entry(collector(), series, 1).flags()).containsExactly(Flag.IDENTITY_LOST);
        assertThat(entry(collector(), series, 1).figures().executions()).isEqualTo(3);
        assertThat(entry(collector(), series, 2).flags()).isEmpty();
    }

    @Test
    default void givenAHalfStagedPeek_whenHeld_thenItDoesNotCount() {
        SeriesKey series = listed(collector(), 1);
        collector().peek(peek(series, 1, 1, false, row(1, 5, 20)));
        BandKey key = band(series, 1, 1);

        hold(collector(), key, revision(stage(collector(), key, 0, row(1, 6, 3))));

        assertThat(visibleExecutions(reader())).isEqualTo(3);
    }

    @Test
    default void givenAnIntervalThatVanishedMeanwhile_whenHeld_thenItsStagedRowsAreKeptAsThinned() {
        SeriesKey series = listed(collector(), 1, 2, 3);
        BandKey key = band(series, 1, 3);
        long revision = revision(stage(collector(), key, 0, row(1, 5, 2), row(3, 5, 4)));
        collector().observe(new Observation(series, NOW, intervals(3), false, 3, options()));

        hold(collector(), key, revision);

        assertThat(entry(collector(), series, 1).state()).isEqualTo(State.HELD);
        assertThat(entry(collector(), series, 1).flags()).containsExactly(Flag.THINNED);
        assertThat(entry(collector(), series, 1).goneReason()).isEmpty();
        assertThat(entry(collector(), series, 1).goneAt()).isEqualTo(NOW);
        assertThat(entry(collector(), series, 2).state()).isEqualTo(State.GONE);
        assertThat(entry(collector(), series, 3).flags()).isEmpty();
    }

    @Test
    @Incident({29, 33})
    default void givenTypesAndReplicaGroups_whenHeld_thenEachIsAKeyOfItsOwn() {
        SeriesKey series = listed(collector(), 1);
        BandKey key = band(series, 1, 1);

        hold(
                collector(),
                key,
                revision(stage(
                        collector(),
                        key,
                        0,
                        row(new RuntimeKey(1, 1, 5, 0), 1),
                        row(new RuntimeKey(1, 1, 5, 3), 2),
                        row(new RuntimeKey(1, 2, 5, 0), 4))));

        HistoryReader.StoredInterval stored = reader().storedIntervals(series).getFirst();
        assertThat(stored.rows()).isEqualTo(3);
        assertThat(stored.distinctKeys()).isEqualTo(3);
        assertThat(stored.executions()).isEqualTo(7);
        assertThat(stored.start()).isEqualTo(StoreFixture.hour(0));
    }
}
