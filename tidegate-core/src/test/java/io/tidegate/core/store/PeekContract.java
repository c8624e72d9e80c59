package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.peek;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.visibleExecutions;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.SeriesKey;
import org.junit.jupiter.api.Test;

/** Peeks at what has not settled. */
interface PeekContract extends OpenedStore {
    @Test
    default void givenAPeek_whenOnlyPartOfItIsStaged_thenReadersSeeNothingOfIt() {
        SeriesKey series = listed(collector(), 1);

        collector().peek(peek(series, 1, 1, false, row(1, 5, 2)));
        assertThat(visibleExecutions(reader())).isZero();

        collector().peek(peek(series, 1, 1, true, row(1, 6, 3)));
        assertThat(visibleExecutions(reader())).isEqualTo(5);
        assertThat(reader().storedIntervals(series)).isEmpty();
    }

    @Test
    default void givenACurrentPeek_whenTheNextIsHalfStaged_thenReadersSeeTheOldOne() {
        SeriesKey series = listed(collector(), 1);
        collector().peek(peek(series, 1, 1, true, row(1, 5, 2)));

        collector().peek(peek(series, 1, 2, false, row(1, 5, 9)));

        assertThat(visibleExecutions(reader())).isEqualTo(2);
    }

    @Test
    @Incident(28)
    default void givenTwoPeeks_whenTheSecondIsWhole_thenPerKeyTheHigherCountStays() {
        SeriesKey series = listed(collector(), 1);
        collector().peek(peek(series, 1, 1, true, row(1, 5, 20), row(1, 6, 3), row(1, 7, 1)));

        collector().peek(peek(series, 1, 2, true, row(1, 5, 2), row(1, 6, 30)));

        assertThat(visibleExecutions(reader())).isEqualTo(20 + 30 + 1);
    }

    /** Fails when what lower numbers staged stays, or a row of the peek before. */
    @Test
    default void givenAPeekAndALeftoverOfOne_whenTheNextHasMoreOfEveryKey_thenItAloneIsThere() {
        SeriesKey series = listed(collector(), 1);
        collector().peek(peek(series, 1, 1, true, row(1, 5, 2), row(1, 6, 3)));
        collector().peek(peek(series, 1, 2, false, row(1, 5, 100)));

        collector().peek(peek(series, 1, 3, true, row(1, 5, 2), row(1, 6, 4), row(1, 7, 1)));

        assertThat(visibleExecutions(reader())).isEqualTo(2 + 4 + 1);
        assertThat(collector().lastPeekNumber(series, 1)).isEqualTo(3);
        collector().dropPeek(series, 1, 2);
        collector().dropPeek(series, 1, 3);
        assertThat(visibleExecutions(reader())).isEqualTo(2 + 4 + 1);
    }

    @Test
    default void givenNegativeIds_whenPeekedAgain_thenTheyAreReplacedWhatever() {
        SeriesKey series = listed(collector(), 1);
        collector().peek(peek(series, 1, 1, true, row(1, -5, 20), row(1, -6, 4)));

        collector().peek(peek(series, 1, 2, true, row(1, -5, 2), row(1, 9, 18)));

        assertThat(visibleExecutions(reader())).isEqualTo(20);
    }

    @Test
    default void givenAPeekThatWasCut_whenDropped_thenItIsGoneAndTheCurrentOneStays() {
        SeriesKey series = listed(collector(), 1);
        collector().peek(peek(series, 1, 1, true, row(1, 5, 2)));
        collector().peek(peek(series, 1, 2, false, row(1, 6, 9)));

        collector().dropPeek(series, 1, 2);
        assertThat(visibleExecutions(reader())).isEqualTo(2);

        collector().peek(peek(series, 1, 3, true, row(1, 7, 1)));
        assertThat(visibleExecutions(reader())).isEqualTo(3);
    }

    @Test
    default void givenPeeks_whenAskedForTheLastNumber_thenStagedOnesCountToo() {
        SeriesKey series = listed(collector(), 1, 2);
        assertThat(collector().lastPeekNumber(series, 1)).isZero();

        collector().peek(peek(series, 1, 4, true, row(1, 5, 2)));
        assertThat(collector().lastPeekNumber(series, 1)).isEqualTo(4);
        collector().peek(peek(series, 1, 5, false, row(1, 5, 2)));
        assertThat(collector().lastPeekNumber(series, 1)).isEqualTo(5);
        assertThat(collector().lastPeekNumber(series, 2)).isZero();
    }

    @Test
    @Incident(30)
    default void givenALateEarlierPeek_whenItCompletes_thenTheCurrentOneStays() {
        SeriesKey series = listed(collector(), 1);
        collector().peek(peek(series, 1, 1, false, row(1, 5, 100)));
        collector().peek(peek(series, 1, 2, true, row(1, 5, 2)));

        collector().peek(peek(series, 1, 1, true, row(1, 6, 50)));

        assertThat(visibleExecutions(reader())).isEqualTo(2);
    }

    @Test
    default void givenAHeldOrUnknownInterval_whenPeekedAt_thenThePeekIsIgnored() {
        SeriesKey series = listed(collector(), 1);
        held(collector(), series, 1, row(1, 5, 2));

        collector().peek(peek(series, 1, 1, true, row(1, 5, 200)));
        collector().peek(peek(series, 77, 1, true, row(77, 5, 200)));

        assertThat(visibleExecutions(reader())).isEqualTo(2);
    }
}
