package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.band;
import static io.tidegate.core.store.StoreFixture.entry;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.hold;
import static io.tidegate.core.store.StoreFixture.identity;
import static io.tidegate.core.store.StoreFixture.key;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.revision;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.stage;
import static io.tidegate.core.store.StoreFixture.visibleExecutions;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Claim, stage, cursor, compare-and-set. */
interface BandContract extends OpenedStore {
    @Test
    default void givenAFirstBatch_whenStaged_thenTheBandIsClaimedWithItsCursor() {
        SeriesKey series = listed(collector(), 1, 2);
        BandKey key = band(series, 1, 1);

        long revision = revision(stage(collector(), key, 0, row(1, 5, 2), row(1, 6, 3)));

        Band band = collector().band(key).orElseThrow();
        assertThat(band).isEqualTo(new Band(key, Band.Phase.ROWS, key(1, 6), 1, revision, 2, false, 0, 0));
        assertThat(revision).isEqualTo(1);
        assertThat(collector().bands(series, Kind.RUNTIME)).containsExactly(band);
    }

    @Test
    default void givenABatch_whenStaged_thenAllOfTheBandIsKeptAsGiven() {
        SeriesKey series = listed(collector(), 1, 2, 3);
        BandKey key = band(series, 1, 3);
        Band claimed = new Band(key, Band.Phase.ROWS, null, 1, 0, 0, true, 0, 0);
        Band moved = new Band(key, Band.Phase.IDENTITIES, key(2, 9), 4, 1, 12, true, 3, -77);

        collector().stage(new StageBatch(0, claimed, List.of(), List.of()));
        assertThat(collector().band(key).orElseThrow().cursor()).isNull();
        collector().stage(new StageBatch(0, moved, List.of(), List.of()));

        assertThat(collector().band(key))
                .contains(new Band(key, Band.Phase.IDENTITIES, key(2, 9), 4, 2, 12, true, 3, -77));
    }

    @Test
    default void givenNoSuchBand_whenAskedFor_thenThereIsNone() {
        SeriesKey series = listed(collector(), 1);

        assertThat(collector().band(band(series, 1, 1))).isEmpty();
        assertThat(collector().bands(series, Kind.RUNTIME)).isEmpty();
    }

    @Test
    default void givenSeveralBands_whenListed_thenTheyComeByFirstInterval() {
        SeriesKey series = listed(collector(), 1, 2, 3, 4);
        stage(collector(), band(series, 3, 4), 0);
        stage(collector(), band(series, 1, 2), 0);

        assertThat(collector().bands(series, Kind.RUNTIME))
                .extracting(b -> b.key().firstIntervalId())
                .containsExactly(1L, 3L);
    }

    @Test
    default void givenStagedRows_whenRead_thenReadersDoNotSeeThem() {
        SeriesKey series = listed(collector(), 1);
        stage(collector(), band(series, 1, 1), 0, row(1, 5, 2));

        assertThat(visibleExecutions(reader())).isZero();
        assertThat(reader().storedIntervals(series)).isEmpty();
        assertThat(entry(collector(), series, 1).state()).isEqualTo(LedgerEntry.State.LISTED);
    }

    @Test
    default void givenAWrongRevision_whenStaged_thenItIsFencedAndNothingIsStored() {
        SeriesKey series = listed(collector(), 1);
        BandKey key = band(series, 1, 1);
        long first = revision(stage(collector(), key, 0, row(1, 5, 2)));
        long second = revision(stage(collector(), key, first, row(1, 6, 3)));

        CommitResult late = stage(collector(), key, first, row(1, 7, 1000));

        assertThat(late).isEqualTo(new CommitResult.Fenced(second));
        hold(collector(), key, second);
        assertThat(reader().storedIntervals(series).getFirst().executions()).isEqualTo(5);
    }

    @Test
    default void givenABand_whenStagedWithoutAClaim_thenItIsFencedWithZero() {
        SeriesKey series = listed(collector(), 1);

        assertThat(stage(collector(), band(series, 1, 1), 3, row(1, 5, 2))).isEqualTo(new CommitResult.Fenced(0));
    }

    @Test
    default void givenABand_whenAnOverlappingOneIsClaimed_thenItIsFenced() {
        SeriesKey series = listed(collector(), 1, 2, 3, 4, 5);
        stage(collector(), band(series, 2, 4), 0);

        assertThat(stage(collector(), band(series, 4, 5), 0)).isInstanceOf(CommitResult.Fenced.class);
        assertThat(stage(collector(), band(series, 1, 2), 0)).isInstanceOf(CommitResult.Fenced.class);
        assertThat(stage(collector(), band(series, 3, 3), 0)).isInstanceOf(CommitResult.Fenced.class);
        assertThat(stage(collector(), band(series, 1, 5), 0)).isInstanceOf(CommitResult.Fenced.class);
        assertThat(stage(collector(), band(series, 2, 4), 0)).isInstanceOf(CommitResult.Fenced.class);
        assertThat(stage(collector(), band(series, 5, 5), 0)).isInstanceOf(CommitResult.Committed.class);
        assertThat(stage(collector(), band(series, 1, 1), 0)).isInstanceOf(CommitResult.Committed.class);
    }

    @Test
    default void givenTheSameIdsInAnotherSeries_whenClaimed_thenTheyDoNotOverlap() {
        SeriesKey series = listed(collector(), 1);
        SeriesKey other = StoreFixture.series(collector(), "sim-1", "Stock");
        StoreFixture.list(collector(), other, 1);
        stage(collector(), band(series, 1, 1), 0);

        assertThat(stage(collector(), band(other, 1, 1), 0)).isInstanceOf(CommitResult.Committed.class);
    }

    @Test
    default void givenAHeldInterval_whenABandOverItIsClaimed_thenItIsFenced() {
        SeriesKey series = listed(collector(), 1, 2, 3);
        held(collector(), series, 2, row(2, 5, 2));

        assertThat(stage(collector(), band(series, 2, 2), 0)).isInstanceOf(CommitResult.Fenced.class);
        assertThat(stage(collector(), band(series, 1, 3), 0, row(1, 5, 1))).isInstanceOf(CommitResult.Fenced.class);
        assertThat(collector().bands(series, Kind.RUNTIME)).isEmpty();
    }

    @Test
    default void givenNoListedInterval_whenClaimed_thenItIsFenced() {
        SeriesKey series = listed(collector(), 1);

        assertThat(stage(collector(), band(series, 8, 9), 0)).isInstanceOf(CommitResult.Fenced.class);
    }

    @Test
    default void givenALowerTerm_whenStaged_thenItIsFenced() {
        SeriesKey series = listed(collector(), 1);
        BandKey key = band(series, 1, 1);
        long revision = revision(stage(collector(), 5, key, 0, true, row(1, 5, 2)));

        assertThat(stage(collector(), 4, key, revision, true, row(1, 6, 2))).isInstanceOf(CommitResult.Fenced.class);
        assertThat(stage(collector(), 6, key, revision, true, row(1, 6, 2))).isInstanceOf(CommitResult.Committed.class);
    }

    @Test
    default void givenStagedRows_whenAskedWhoIsUnidentified_thenPositivePlansWithoutIdentityAscend() {
        SeriesKey series = listed(collector(), 1, 2);
        held(collector(), series, 2, row(2, 6, 1));
        BandKey key = band(series, 1, 1);
        long revision =
                revision(stage(collector(), 0, key, 0, false, row(1, -3, 1), row(1, 9, 1), row(1, 6, 1), row(1, 8, 1)));

        assertThat(collector().unidentifiedPlans(key)).containsExactly(8L, 9L);

        Band band = collector().band(key).orElseThrow();
        revision(collector().stage(new StageBatch(0, band, List.of(), List.of(identity(8)))));
        assertThat(revision).isEqualTo(1);
        assertThat(collector().unidentifiedPlans(key)).containsExactly(9L);
    }

    @Test
    default void givenABand_whenDropped_thenItsRowsGoAndItCanBeClaimedAgain() {
        SeriesKey series = listed(collector(), 1);
        BandKey key = band(series, 1, 1);
        long revision = revision(stage(collector(), key, 0, row(1, 5, 2)));

        assertThat(collector().dropBand(key, revision + 1)).isEqualTo(new CommitResult.Fenced(revision));
        assertThat(collector().dropBand(key, revision)).isEqualTo(new CommitResult.Committed(0));

        assertThat(collector().band(key)).isEmpty();
        held(collector(), series, 1, row(1, 6, 3));
        assertThat(reader().storedIntervals(series).getFirst().executions()).isEqualTo(3);
    }

    @Test
    default void givenNoBand_whenDropped_thenItIsFenced() {
        SeriesKey series = listed(collector(), 1);

        assertThat(collector().dropBand(band(series, 1, 1), 1)).isEqualTo(new CommitResult.Fenced(0));
    }
}
