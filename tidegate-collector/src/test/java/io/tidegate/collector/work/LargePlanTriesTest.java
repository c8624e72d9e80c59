package io.tidegate.collector.work;

import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.time.ManualTicker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Plans over the cap that do not arrive. Mutation seen to break it: none ever waits. */
class LargePlanTriesTest {
    private final InMemoryStore store = new InMemoryStore();
    private final ManualTicker ticker = new ManualTicker();
    private final LargePlanTries tries = new LargePlanTries(ticker);
    private final SeriesKey series = listed(store, 1);

    @BeforeEach
    void twoPlansOverTheCap() {
        held(store, series, 1, row(1, 4, 1), row(1, 5, 1));
        store.storePlans(series, List.of(new PlanXml(4, 1, null, 5_000_000), new PlanXml(5, 2, null, 6_000_000)));
    }

    @Test
    void givenAPlanThatNeverArrives_whenTriedThreeTimes_thenTheOlderOneIsNextAndThenNothingForADay() {
        inVain(5, LargePlanTries.BACK_OF_LINE);
        inVain(4, LargePlanTries.BACK_OF_LINE);
        assertThat(tries.next(store, series)).isEmpty();

        ticker.advance(LargePlanTries.WAIT.minus(Duration.ofSeconds(1)));
        assertThat(tries.next(store, series)).isEmpty();

        ticker.advance(Duration.ofSeconds(1));
        inVain(5, 1);
        inVain(4, 1);
        assertThat(tries.next(store, series)).isEmpty();
    }

    @Test
    void givenTriesInVain_whenThePlanArrivesAndAnotherOneComes_thenNothingIsHeldAgainstThatOne() {
        inVain(5, 2);
        tries.begin(series, 5);
        store.storePlans(series, List.of(new PlanXml(5, 2, "<ShowPlanXML/>", 28)));
        tries.ended(series, 5);

        assertThat(tries.next(store, series)).contains(4L);
    }

    private void inVain(long planId, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(tries.next(store, series)).contains(planId);
            tries.begin(series, planId);
        }
    }
}
