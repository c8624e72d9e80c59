package io.tidegate.collector.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.StoreHook;
import io.tidegate.core.model.Kind;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.ListSummary;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Both loops probe a server, each in its own time: one that was answered first and is slower finds a newer list in the ledger than
 * its own, and must not take that for a new life of the ids. Mutation seen to break it: a highest id that fell is suspect without a
 * second look at the source.
 */
class ProbeRaceTest {
    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.sized(1, 1));
    private final AtomicInteger summaries = new AtomicInteger();
    private int meanwhileAt = Integer.MAX_VALUE;
    private final Prober prober = fixture.prober(fixture.tools(hooked()));

    @AfterEach
    void close() {
        prober.close();
        fixture.close();
    }

    @Test
    void givenTwoProbesAtFirstContact_whenTheSlowerOneIsKept_thenTheEpochIsNotSuspectAndTheListIsTheNewerOne() {
        meanwhileAt = 1;
        prober.probe();

        assertNewest();
    }

    @Test
    void givenTwoProbesLater_whenTheSlowerOneIsKept_thenTheEpochIsNotSuspectAndTheListIsTheNewerOne() {
        prober.probe();
        meanwhileAt = summaries.get() + 2;
        prober.probe();

        assertNewest();
    }

    private void assertNewest() {
        SeriesState state = prober.states().get(fixture.database());
        assertThat(meanwhileAt).as("the other probe was made").isLessThanOrEqualTo(summaries.get());
        assertThat(state.isEpochSuspect()).isFalse();
        ListSummary list = fixture.store.listSummary(state.series().key());
        int atSource = fixture.queryStore().books().booksAt(fixture.clock.now()).size();
        assertThat(list.count()).isEqualTo(atSource);
        assertThat(fixture.store.unheld(state.series().key(), Kind.RUNTIME)).hasSize(atSource);
    }

    /** While one probe asks the ledger for its list, which it does behind the source's answer, another one is made, minutes later. */
    private CollectorStore hooked() {
        return StoreHook.before(fixture.store, "listSummary", () -> {
            if (summaries.incrementAndGet() == meanwhileAt) {
                fixture.clock.advance(Duration.ofMinutes(3));
                Prober other = fixture.prober(fixture.tools(fixture.store));
                try {
                    other.probe();
                } finally {
                    other.close();
                }
            }
        });
    }
}
