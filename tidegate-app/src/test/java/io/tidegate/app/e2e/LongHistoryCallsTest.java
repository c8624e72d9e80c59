package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.Fleet;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.status.ServerStatus;
import io.tidegate.core.store.QueryTimedOutException;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two calls for history that do not end keep no server's tick out of the store. Mutation that breaks it: one lock, or one
 * connection, for readers and writers.
 */
class LongHistoryCallsTest {
    private static final String ENDLESS =
            "select count(*) from range(1000000000) a, range(1000000000) b where a.range + b.range = -1";
    private static final int TICKS = 2;

    @TempDir
    Path folder;

    @Test
    @Incident(115)
    void givenTwoLongCallsInProgress_whenTicksAreDue_thenTheyGoOn() throws Exception {
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();
                Fleet fleet = Fleet.start(Pace.FLEET.sized(2, 1));
                LiteProcess lite = LiteProcess.start(Pace.lite(folder, Duration.ofSeconds(10), Pace.targets(fleet)))) {
            Await.until(
                    "every server has ticked",
                    Pace.BOUND,
                    () -> good(lite).values().stream().allMatch(ticks -> ticks >= 1));
            List<Future<String>> calls = List.of(readers.submit(() -> ask(lite)), readers.submit(() -> ask(lite)));
            Map<String, Long> before = good(lite);
            Await.until(
                    "every server has ticked on",
                    Pace.BOUND,
                    () -> good(lite).entrySet().stream()
                            .allMatch(ticks -> ticks.getValue() >= before.getOrDefault(ticks.getKey(), 0L) + TICKS));
            assertThat(calls).noneMatch(Future::isDone);
        }
    }

    /** Asks again and again until the store is closed, since a single call is stopped at the store's time limit. */
    private static String ask(LiteProcess lite) {
        while (true) {
            try {
                lite.store().query(ENDLESS, 1);
            } catch (QueryTimedOutException stopped) {
                assertThat(stopped).hasMessageContaining("was stopped");
            } catch (StoreException ended) {
                String said = String.valueOf(ended.getMessage());
                if (said.contains("closed")) {
                    return said; // a call may also be given up a moment before it is stopped
                }
            }
        }
    }

    private static Map<String, Long> good(LiteProcess lite) {
        return lite.collector().servers().stream()
                .collect(Collectors.toMap(ServerStatus::name, status -> Pace.good(status.tick())));
    }
}
