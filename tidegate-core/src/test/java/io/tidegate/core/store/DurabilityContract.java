package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.band;
import static io.tidegate.core.store.StoreFixture.entry;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.hold;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.key;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.peek;
import static io.tidegate.core.store.StoreFixture.revision;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.series;
import static io.tidegate.core.store.StoreFixture.stage;
import static io.tidegate.core.store.StoreFixture.visibleExecutions;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was committed is there after a restart, and a band goes on where it was. */
interface DurabilityContract extends OpenedStore {
    @Test
    default void givenAStore_whenReopened_thenAllThatWasCommittedIsThere() {
        SeriesKey series = listed(collector(), 1, 2, 3);
        held(collector(), series, 1, row(1, 4, 3));
        collector().peek(peek(series, 3, 1, true, row(3, 4, 7)));
        collector().storeTexts(series, List.of(new QueryText(1102, "select 2")));
        collector().noteTorn(series, io.tidegate.core.model.Kind.RUNTIME, 2, 9, hour(50));
        LedgerEntry before = entry(collector(), series, 1);
        LedgerEntry torn = entry(collector(), series, 2);

        reopen();

        assertThat(series(collector())).isEqualTo(series);
        assertThat(entry(collector(), series, 1)).isEqualTo(before);
        assertThat(entry(collector(), series, 2)).isEqualTo(torn);
        assertThat(visibleExecutions(reader())).isEqualTo(10);
        assertThat(collector().missingTexts(series, 10)).isEmpty();
        assertThat(collector().registerServer("sim-1")).isEqualTo(series.home());
    }

    @Test
    @Incident(40)
    default void givenABandUnderWay_whenReopened_thenItIsResumedAtItsCursorAndHeldWhole() {
        SeriesKey series = listed(collector(), 1);
        BandKey key = band(series, 1, 1);
        long revision = revision(stage(collector(), key, 0, row(1, 4, 3)));
        Band before = collector().band(key).orElseThrow();
        assertThat(before.cursor()).isEqualTo(key(1, 4));

        reopen();

        assertThat(collector().band(key)).contains(before);
        assertThat(stage(collector(), key, revision + 5, row(1, 9, 3))).isInstanceOf(CommitResult.Fenced.class);
        long next = revision(stage(collector(), key, revision, row(1, 5, 4)));
        hold(collector(), key, next);
        assertThat(reader().storedIntervals(series).getFirst().executions()).isEqualTo(7);
    }
}
