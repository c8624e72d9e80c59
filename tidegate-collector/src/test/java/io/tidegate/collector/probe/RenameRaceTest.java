package io.tidegate.collector.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.StoreHook;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.time.Await;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Two probes of one server at once, as of a tick and a verification, after a rename. Mutation seen to break it: what is to be
 * told apart is kept in one map for all probes, which each empties before it asks the registry, so that the other finds the
 * new name unknown and opens a series for it.
 */
class RenameRaceTest {
    private static final String NEW_NAME = "Archive";

    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.sized(1, 2));
    private final CountDownLatch secondLooks = new CountDownLatch(1);
    private final CountDownLatch firstHasEnded = new CountDownLatch(1);
    private final AtomicBoolean armed = new AtomicBoolean();
    private final AtomicReference<@Nullable Thread> second = new AtomicReference<>();
    private final Prober prober = fixture.prober(fixture.tools(hooked()));

    @AfterEach
    void close() {
        firstHasEnded.countDown();
        prober.close();
        fixture.close();
    }

    @Test
    void givenARename_whenASecondProbeAsksTheRegistryWhileTheFirstReads_thenNoSeriesIsOpenedUnderTheNewName() {
        prober.probe();
        String oldName = fixture.database();
        fixture.server().databases().rename(oldName, NEW_NAME);

        armed.set(true);
        prober.probe();
        firstHasEnded.countDown();
        Thread other = second.get();
        assertThat(other).isNotNull();
        Await.until("the second has ended", () -> !other.isAlive());

        assertThat(fixture.store.series(
                        fixture.store.registerServer(fixture.server().name())))
                .extracting(SeriesRecord::database)
                .contains(oldName)
                .doesNotContain(NEW_NAME);
        assertThat(prober.renames().open())
                .singleElement()
                .satisfies(open -> assertThat(open.known().database()).isEqualTo(oldName));
    }

    /** When the first has looked at the names, the second begins, and stands where it asks the registry until the first has ended. */
    private CollectorStore hooked() {
        CollectorStore asking = StoreHook.before(fixture.store, "series", () -> {
            if (Thread.currentThread().equals(second.get())) {
                secondLooks.countDown();
                await(firstHasEnded);
            }
        });
        return StoreHook.before(asking, "listSummary", () -> {
            if (armed.compareAndSet(true, false)) {
                Thread other = fixture.tools.threads().newThread(this::probeToo);
                second.set(other);
                other.start();
                await(secondLooks);
            }
        });
    }

    private void probeToo() {
        prober.probe();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }
}
