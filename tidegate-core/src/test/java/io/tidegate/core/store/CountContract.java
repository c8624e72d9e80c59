package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.entry;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry.Counted;
import io.tidegate.core.store.LedgerEntry.Flag;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Counts of intervals of which more may come. Mutations seen to break it: a next count that stays when none follows; a flag
 * whatever was said; a fork that forgets the next count.
 */
interface CountContract extends OpenedStore {
    @Test
    @Incident(25)
    default void givenAHeldInterval_whenCountedAgainAndAgain_thenItSaysWhenItIsNextAndIsVerifiedWhenThatWasSaid() {
        SeriesKey series = listed(collector(), 1, 2);
        held(collector(), series, 1, row(1, 5, 20));
        held(collector(), series, 2, row(2, 5, 20));
        assertThat(entry(collector(), series, 1).nextCountAt()).isNull();

        collector().counted(series, Kind.RUNTIME, 1, hour(2), hour(3), Counted.SO_FAR);

        LedgerEntry first = entry(collector(), series, 1);
        assertThat(first.verifiedAt()).isEqualTo(hour(2));
        assertThat(first.nextCountAt()).isEqualTo(hour(3));
        assertThat(first.flags()).isEmpty();
        assertThat(first.revision()).isZero();
        assertThat(first.state()).isEqualTo(LedgerEntry.State.HELD);

        collector().correct(0, series, Kind.RUNTIME, 1, 0, List.of(row(1, 6, 4)));
        collector().counted(series, Kind.RUNTIME, 1, hour(3), null, Counted.AGREES);

        LedgerEntry last = entry(collector(), series, 1);
        assertThat(last.verifiedAt()).isEqualTo(hour(3));
        assertThat(last.nextCountAt()).isNull();
        assertThat(last.flags()).containsExactly(Flag.VERIFIED);
        assertThat(last.revision()).isOne();
        collector().counted(series, Kind.RUNTIME, 1, hour(4), hour(5), Counted.SO_FAR);
        assertThat(entry(collector(), series, 1).flags()).containsExactly(Flag.VERIFIED);
        LedgerEntry other = entry(collector(), series, 2);
        assertThat(other.verifiedAt()).isNull();
        assertThat(other.nextCountAt()).isNull();
    }

    /** Mutations seen to break it: the flag stays; every flag goes. */
    @Test
    default void givenAVerifiedInterval_whenTheSourceHasMoreThanCanBeHeld_thenItIsCountedAndNotVerifiedAnyMore() {
        SeriesKey series = listed(collector(), 1);
        held(collector(), series, 1, row(1, 5, 20));
        collector().flag(series, Kind.RUNTIME, 1, Flag.THINNED, hour(2));
        collector().counted(series, Kind.RUNTIME, 1, hour(2), null, Counted.AGREES);

        collector().counted(series, Kind.RUNTIME, 1, hour(3), hour(4), Counted.LACKS);

        LedgerEntry lacking = entry(collector(), series, 1);
        assertThat(lacking.flags()).containsExactly(Flag.THINNED);
        assertThat(lacking.verifiedAt()).isEqualTo(hour(3));
        assertThat(lacking.nextCountAt()).isEqualTo(hour(4));
    }

    @Test
    default void givenIntervalsThatAreNotKnown_whenCounted_thenNothingHappens() {
        SeriesKey series = listed(collector(), 1);
        held(collector(), series, 1, row(1, 5, 20));
        LedgerEntry before = entry(collector(), series, 1);

        collector().counted(series, Kind.RUNTIME, 77, hour(2), hour(3), Counted.AGREES);

        assertThat(collector().entries(series, Kind.RUNTIME, hour(-1), hour(100)))
                .containsExactly(before);
    }

    @Test
    default void givenACountedInterval_whenTheNextEpochInheritsIt_thenItsNextCountComesAlong() {
        SeriesKey old = listed(collector(), 1, 2);
        held(collector(), old, 1, row(1, 5, 20));
        collector().counted(old, Kind.RUNTIME, 1, hour(2), hour(3), Counted.SO_FAR);

        SeriesKey next = collector()
                .fork(old, new ForkPoint(hour(0), hour(1), hour(1)), hour(99), hour(100))
                .key();

        LedgerEntry inherited = entry(collector(), next, 1);
        assertThat(inherited.state()).isEqualTo(LedgerEntry.State.INHERITED);
        assertThat(inherited.nextCountAt()).isEqualTo(hour(3));
        assertThat(inherited.verifiedAt()).isEqualTo(hour(2));
    }
}
