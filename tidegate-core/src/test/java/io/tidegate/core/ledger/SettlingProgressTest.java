package io.tidegate.core.ledger;

import static io.tidegate.core.store.StoreFixture.entry;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.interval;
import static io.tidegate.core.store.StoreFixture.intervals;
import static io.tidegate.core.store.StoreFixture.listed;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What slices remember of a suspect epoch. Mutation seen to break it: what was learnt outlives another restore. */
class SettlingProgressTest {
    private final SettlingProgress progress = new SettlingProgress();
    private final InMemoryStore store = new InMemoryStore();
    private final SeriesKey epoch = listed(store, 1, 2, 3);
    private final LedgerEntry second = entry(store, epoch, 2);

    @Test
    void givenWhatASliceLearnt_whenTheSourceGoesOn_thenTheNextOneKnowsIt() {
        learn("fork-1");

        progress.begin(intervals(1, 2, 3, 4), "fork-1");

        assertThat(progress.counted(epoch, second)).contains(IntervalFigures.NONE);
        assertThat(progress.isSame(epoch, second)).contains(true);
    }

    @Test
    void givenWhatASliceLearnt_whenTheSourceIsAnotherHistory_thenItIsForgotten() {
        for (Runnable change : List.<Runnable>of(
                () -> progress.begin(intervals(1, 2), "fork-1"),
                () -> progress.begin(intervals(1, 2, 3), "fork-2"),
                () -> progress.begin(
                        List.of(interval(1), new RuntimeStatsInterval(2, hour(9), hour(10)), interval(3)), "fork-1"))) {
            learn("fork-1");
            change.run();

            assertThat(progress.counted(epoch, second)).isEmpty();
            assertThat(progress.isSame(epoch, second)).isEmpty();
        }
    }

    @Test
    void givenSlicesThatLearnNothing_whenThreeInARowAreCut_thenItIsGivenUp() {
        for (int i = 0; i < SettlingProgress.FRUITLESS_SLICES; i++) {
            assertThat(progress.isGivenUp()).isFalse();
            progress.begin(intervals(1, 2, 3), "");
            progress.cut();
        }
        assertThat(progress.isGivenUp()).isTrue();
        learn("");
        progress.cut();
        assertThat(progress.isGivenUp()).isFalse();
    }

    private void learn(String fork) {
        progress.begin(intervals(1, 2, 3), fork);
        progress.learn(epoch, second, IntervalFigures.NONE);
        progress.learn(epoch, second, true);
    }
}
