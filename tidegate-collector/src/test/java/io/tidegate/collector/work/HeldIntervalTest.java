package io.tidegate.collector.work;

import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.list;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.LedgerEntry.State;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose rows an interval's are, after two restores: 1 is the first epoch's, 2 the second's, 3 the third's own. */
class HeldIntervalTest {
    private final InMemoryStore store = new InMemoryStore();
    private final SeriesKey first = listed(store, 1, 2, 3);
    private final SeriesKey second;
    private final SeriesKey third;

    HeldIntervalTest() {
        held(store, first, 1, row(1, 7, 1));
        held(store, first, 2, row(2, 7, 99));
        second = restored(first, 1);
        list(store, second, 1, 2, 3);
        held(store, second, 2, row(2, 7, 2), row(2, 8, 2));
        third = restored(second, 2);
        list(store, third, 1, 2, 3);
        held(store, third, 3, row(3, 9, 3));
    }

    private SeriesKey restored(SeriesKey from, int shared) {
        return store.fork(from, new ForkPoint(hour(0), hour(shared), hour(shared)), hour(50), NOW)
                .key();
    }

    private List<HeldInterval> all() {
        return HeldInterval.of(store, third, Kind.RUNTIME, store.reader().ledger(third));
    }

    /** Mutation seen to break it: only the epoch before is looked at. */
    @Test
    void givenIntervalsOfThreeEpochs_whenTheirRowsAreLookedFor_thenEachIsFoundWhereItIsHeldAndCounts() {
        assertThat(all())
                .extracting(
                        one -> one.entry().interval().id(),
                        HeldInterval::owner,
                        one -> one.entry().state())
                .containsExactly(
                        tuple(1L, first, State.HELD), tuple(2L, second, State.HELD), tuple(3L, third, State.HELD));
        assertThat(all()).extracting(HeldInterval::isInherited).containsExactly(true, true, false);
        assertThat(all().get(1).entry().figures().executions()).isEqualTo(4);
    }

    /** Mutation seen to break it: rows of all plans. */
    @Test
    void givenARowOfAPlanThatTheIntervalHasNot_whenMerged_thenItIsLeftOutOfAnInheritedOneAlone() {
        List<StatsRow> rows = List.of(row(2, 8, 5), row(2, 50, 5));

        assertThat(MergeableRows.of(store, all().get(1), rows))
                .isEqualTo(new MergeableRows(List.of(rows.getFirst()), false, false));
        assertThat(MergeableRows.of(store, all().get(2), rows)).isEqualTo(new MergeableRows(rows, true, false));
    }
}
