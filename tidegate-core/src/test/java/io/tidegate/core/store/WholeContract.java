package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.band;
import static io.tidegate.core.store.StoreFixture.entry;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.identity;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.peek;
import static io.tidegate.core.store.StoreFixture.revision;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.stage;
import static io.tidegate.core.store.StoreFixture.visibleExecutions;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Bands that become held in one go, as by stage and hold. */
interface WholeContract extends OpenedStore {
    private static WholeBand whole(BandKey key, long expected, long stagedBefore, RuntimeRow... rows) {
        return whole(0, key, expected, stagedBefore, Set.of(), Set.of(), rows);
    }

    private static WholeBand whole(
            long term,
            BandKey key,
            long expected,
            long stagedBefore,
            Set<Flag> flags,
            Set<Long> lost,
            RuntimeRow... rows) {
        List<PlanIdentity> identities = new ArrayList<>();
        for (RuntimeRow row : rows) {
            if (row.key().planId() > 0 && !lost.contains(row.key().planId())) {
                identities.add(identity(row.key().planId()));
            }
        }
        Band band = new Band(key, Band.Phase.IDENTITIES, null, 0, expected, stagedBefore + rows.length, false, 0, 0);
        return new WholeBand(new StageBatch(term, band, List.of(rows), identities), NOW, flags, lost);
    }

    @Test
    @Incident(41)
    default void givenSeveralBands_whenHeldWhole_thenEachIsHeldWithFiguresAndIdentities() {
        SeriesKey series = listed(collector(), 1, 2, 3, 4);

        List<CommitResult> results = collector()
                .holdWhole(List.of(
                        whole(band(series, 4, 4), 0, 0, row(4, 5, 2), row(4, 6, 3)),
                        whole(band(series, 2, 3), 0, 0, row(3, 5, 4)),
                        whole(band(series, 1, 1), 0, 0)));

        assertThat(results).containsOnly(new CommitResult.Committed(0)).hasSize(3);
        long sum = RuntimeRow.checksumOf(5, 2, 0) + RuntimeRow.checksumOf(6, 3, 0);
        assertThat(entry(collector(), series, 4).figures())
                .isEqualTo(new IntervalFigures(2, 5, 5 * 10 * 2 + 6 * 10 * 3, 5 * 2 + 6 * 3, sum));
        assertThat(entry(collector(), series, 3).figures().executions()).isEqualTo(4);
        assertThat(entry(collector(), series, 2).figures()).isEqualTo(IntervalFigures.NONE);
        assertThat(reader().ledger(series)).extracting(LedgerEntry::state).containsOnly(State.HELD);
        assertThat(collector().bands(series, Kind.RUNTIME)).isEmpty();
        assertThat(visibleExecutions(reader())).isEqualTo(9);
        assertThat(collector().missingPlans(series, 10, false)).containsExactly(6L, 5L);
        assertThat(collector()
                        .correct(
                                0,
                                series,
                                Kind.RUNTIME,
                                4,
                                entry(collector(), series, 4).revision(),
                                List.of(row(4, 5, 7))))
                .isInstanceOf(CommitResult.Committed.class);
        assertThat(visibleExecutions(reader())).isEqualTo(14);
    }

    @Test
    default void givenFlagsAndALostPlan_whenHeldWhole_thenOnlyItsIntervalsSayIdentityLost() {
        SeriesKey series = listed(collector(), 1, 2);

        collector()
                .holdWhole(List.of(whole(
                        0, band(series, 1, 2), 0, 0, Set.of(Flag.THINNED), Set.of(6L), row(1, 5, 2), row(2, 6, 3))));

        assertThat(entry(collector(), series, 1).flags()).containsExactly(Flag.THINNED);
        assertThat(entry(collector(), series, 2).flags()).containsExactlyInAnyOrder(Flag.THINNED, Flag.IDENTITY_LOST);
        assertThat(collector().unidentifiedPlans(series, Set.of(-1L, 5L, 6L, 9L)))
                .containsExactly(6L, 9L);
    }

    @Test
    default void givenOneOfThemHeldOrClaimedOrTwice_whenHeldWhole_thenItAloneIsFenced() {
        SeriesKey series = listed(collector(), 1, 2, 3, 4);
        held(collector(), series, 2, row(2, 5, 2));
        stage(collector(), band(series, 3, 3), 0, row(3, 5, 100));

        List<CommitResult> results = collector()
                .holdWhole(List.of(
                        whole(band(series, 1, 1), 0, 0, row(1, 5, 1)),
                        whole(band(series, 2, 2), 0, 0, row(2, 5, 1000)),
                        whole(band(series, 3, 3), 0, 0, row(3, 5, 1000)),
                        whole(band(series, 4, 4), 0, 0, row(4, 5, 1)),
                        whole(band(series, 4, 4), 0, 0, row(4, 5, 1000)),
                        whole(band(series, 8, 9), 0, 0)));

        assertThat(results)
                .containsExactly(
                        new CommitResult.Committed(0),
                        new CommitResult.Fenced(0),
                        new CommitResult.Fenced(1),
                        new CommitResult.Committed(0),
                        new CommitResult.Fenced(0),
                        new CommitResult.Fenced(0));
        assertThat(visibleExecutions(reader())).isEqualTo(4);
        assertThat(collector().bands(series, Kind.RUNTIME)).hasSize(1);
    }

    @Test
    default void givenABandAlreadyClaimedHeld_whenItsGroupHasNoOtherBand_thenNothingIsStored() {
        SeriesKey series = listed(collector(), 1, 2);
        held(collector(), series, 2, row(2, 5, 2));

        assertThat(collector().holdWhole(List.of(whole(band(series, 2, 2), 0, 0, row(2, 9, 1000)))))
                .containsExactly(new CommitResult.Fenced(0));

        assertThat(visibleExecutions(reader())).isEqualTo(2);
        assertThat(collector().unidentifiedPlans(series, Set.of(9L))).containsExactly(9L);
    }

    @Test
    default void givenABandPartlyStaged_whenItsRestIsHeldWhole_thenAllOfItIsHeld() {
        SeriesKey series = listed(collector(), 1, 2);
        BandKey key = band(series, 1, 1);
        long revision = revision(stage(collector(), 5, key, 0, true, row(1, 5, 2)));

        assertThat(collector().holdWhole(List.of(whole(key, 0, 0, row(1, 9, 1000)))))
                .containsExactly(new CommitResult.Fenced(revision));
        assertThat(collector().holdWhole(List.of(whole(4, key, revision, 1, Set.of(), Set.of(), row(1, 9, 1000)))))
                .containsExactly(new CommitResult.Fenced(revision));
        assertThat(collector()
                        .holdWhole(List.of(
                                whole(5, key, revision, 1, Set.of(), Set.of(), row(1, 6, 3)),
                                whole(band(series, 2, 2), 0, 0, row(2, 6, 3)))))
                .containsOnly(new CommitResult.Committed(0));

        assertThat(entry(collector(), series, 1).figures().rows()).isEqualTo(2);
        assertThat(visibleExecutions(reader())).isEqualTo(8);
    }

    /** Fails when a peek that has nothing more stays, or one that has goes without its rows. */
    @Test
    default void givenPeeks_whenHeldWhole_thenWhatTheReadHasTakesTheirPlaceAndWhatItLacksIsRescued() {
        SeriesKey series = listed(collector(), 1, 2);
        collector().peek(peek(series, 1, 1, true, row(1, 5, 2), row(1, -6, 9)));

        assertThat(collector().holdWhole(List.of(whole(band(series, 1, 1), 0, 0, row(1, 5, 2), row(1, 6, 4)))))
                .containsOnly(new CommitResult.Committed(0));
        assertThat(collector().lastPeekNumber(series, 1)).isZero();
        assertThat(visibleExecutions(reader())).isEqualTo(2 + 4);

        collector().peek(peek(series, 2, 1, true, row(2, 5, 50), row(2, 7, 7)));
        collector().identify(series, List.of(identity(5), identity(7)));
        assertThat(collector().holdWhole(List.of(whole(band(series, 2, 2), 0, 0, row(2, 5, 3)))))
                .containsOnly(new CommitResult.Committed(0));
        assertThat(entry(collector(), series, 2).flags()).containsExactly(Flag.LOST_AT_SOURCE);
        assertThat(visibleExecutions(reader())).isEqualTo(2 + 4 + 50 + 7);
    }

    @Test
    default void givenAPeekAndNegativePlans_whenHeldWhole_thenItIsAsWithStageAndHold() {
        SeriesKey series = listed(collector(), 1, 2, 3);
        collector().peek(peek(series, 1, 1, true, row(1, 5, 50), row(1, 7, 7)));
        collector().identify(series, List.of(identity(5), identity(7)));

        assertThat(collector()
                        .holdWhole(List.of(
                                whole(band(series, 1, 1), 0, 0, row(1, 5, 2)),
                                whole(band(series, 2, 2), 0, 0, row(2, -4, 1000), row(2, 5, 3)),
                                whole(band(series, 3, 3), 0, 0, row(3, 5, 1)))))
                .containsOnly(new CommitResult.Committed(0));

        assertThat(entry(collector(), series, 1).flags()).containsExactly(Flag.LOST_AT_SOURCE);
        assertThat(entry(collector(), series, 2).flags()).containsExactly(Flag.IDENTITY_LOST);
        assertThat(entry(collector(), series, 3).flags()).isEmpty();
        assertThat(visibleExecutions(reader())).isEqualTo(50 + 7 + 3 + 1);
    }

    @Test
    default void givenAnIntervalThatVanished_whenHeldWhole_thenItIsHeldThinnedWithRowsAndGoneWithout() {
        SeriesKey series = listed(collector(), 1, 2, 3);
        collector().observe(new Observation(series, NOW, StoreFixture.intervals(3), false, 3, StoreFixture.options()));

        assertThat(collector().holdWhole(List.of(whole(band(series, 2, 3), 0, 0, row(2, 5, 1), row(3, 5, 1)))))
                .containsExactly(new CommitResult.Committed(0));

        assertThat(entry(collector(), series, 2).state()).isEqualTo(State.HELD);
        assertThat(entry(collector(), series, 2).flags()).containsExactly(Flag.THINNED);
        assertThat(entry(collector(), series, 1).state()).isEqualTo(State.GONE);
    }

    @Test
    default void givenNoBands_whenHeldWhole_thenNothingHappens() {
        assertThat(collector().holdWhole(List.of())).isEmpty();
    }
}
