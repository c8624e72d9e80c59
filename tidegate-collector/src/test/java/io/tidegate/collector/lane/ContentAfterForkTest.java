package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.ForwardingStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/**
 * Texts and plans that an epoch lacks when it ends. Mutation seen to break it: a tick that asks for its last lease with the
 * state from before the fork that it has made.
 */
class ContentAfterForkTest {
    @Test
    void givenTextsThatAreMissing_whenATickForksTheSeries_thenItAsksForNoneByTheOldIds() {
        try (CollectorFixture fixture = new CollectorFixture()) {
            Forgetful store = new Forgetful(fixture.store);
            long phase = fixture.ticker.readNanos();
            ServerLane lane =
                    fixture.lane(fixture.tools(store), CollectorFixture.settings(), fixture.target(), phase, phase + 1);
            for (int i = 0; i < 12; i++) {
                minute(fixture, lane, phase);
            }
            SeriesKey old = series(lane);
            assertThat(fixture.store.missingTexts(old, 10)).isNotEmpty();
            assertThat(store.askedFor).containsExactly(old);

            store.askedFor.clear();
            fixture.queryStore().restore(fixture.clock.now().minus(Duration.ofMinutes(3)));
            int leases = 0;
            for (int i = 0; i < 12 && series(lane).equals(old); i++) {
                store.askedFor.clear();
                leases = fixture.leases.size();
                minute(fixture, lane, phase);
            }

            assertThat(series(lane).epoch()).isEqualTo(2);
            assertThat(store.askedFor).as("in the tick that has forked").doesNotContain(old);
            assertThat(fixture.leases.size() - leases).as("its leases").isOne();
            lane.close();
        }
    }

    private static void minute(CollectorFixture fixture, ServerLane lane, long phase) {
        fixture.clock.advance(Duration.ofMinutes(1));
        fixture.pass(Duration.ofMinutes(1));
        lane.tick(phase);
    }

    private static SeriesKey series(ServerLane lane) {
        return lane.databases().getFirst().series().key();
    }

    /** Takes texts and plans, and keeps none. */
    private static final class Forgetful extends ForwardingStore {
        private final Set<SeriesKey> askedFor = ConcurrentHashMap.newKeySet();

        Forgetful(CollectorStore store) {
            super(store);
        }

        @Override
        public void storeTexts(SeriesKey series, List<QueryText> texts) {
            askedFor.add(series);
        }

        @Override
        public void storePlans(SeriesKey series, List<PlanXml> plans) {
            askedFor.add(series);
        }
    }
}
