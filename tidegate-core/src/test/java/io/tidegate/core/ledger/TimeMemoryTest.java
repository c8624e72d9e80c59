package io.tidegate.core.ledger;

import static io.tidegate.core.store.StoreFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CountedChanges;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.StoreChanges;
import io.tidegate.core.store.StoreFixture;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much is remembered. What is remembered and for how long, {@code PolledAnswersTest} shows. */
class TimeMemoryTest {
    private final InMemoryStore store = new InMemoryStore();
    private final StoreChanges changes = new StoreChanges();

    /** Mutations meant to break it: what has no place is kept; what is replaced keeps its places too; it is left out of the answer. */
    @Test
    void givenMoreThanThereIsPlaceFor_whenAskedAgainAndAgain_thenAllIsAnsweredAndNoMoreIsKept() {
        List<SeriesKey> series = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            SeriesKey one = StoreFixture.series(store, "sim-1", "db-" + i);
            StoreFixture.list(store, one, 1, 2, 3);
            series.add(one);
        }
        TimeMemory memory = new TimeMemory(store.reader(), changes, InstantSource.fixed(NOW), 11);

        for (int i = 0; i < 10; i++) {
            TimeMemory.Known known = memory.of(series, List.of(1));

            assertThat(series).allSatisfy(one -> assertThat(known.runs(one)).hasSize(3));
            assertThat(memory.taken())
                    .as("two databases of four places each, and the server")
                    .isEqualTo(9);
            new CountedChanges(store, changes).flag(series.getFirst(), Kind.RUNTIME, 1, Flag.SPLIT, NOW);
        }
    }
}
