package io.tidegate.bench.memory;

import io.tidegate.app.demo.MemoryWatch;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.app.lite.LiteSettings;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.lane.ServerLane;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.core.ledger.WorkPlan;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.sqlserver.Login;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A Lite process that collects one server until its history is held and its content fetched, or the time is over, and says
 * on stdout how much memory that took. Started by {@link MemoryBenchmark} in a process of its own.
 */
public final class CollectorUnderTest {
    /** The environment variable with the login's password. */
    static final String PASSWORD = "TIDEGATE_BENCH_PASSWORD";

    private static final int STORE_MEMORY_MB = 256;
    private static final Duration LOOK = Duration.ofSeconds(1);

    private CollectorUnderTest() {}

    /**
     * Collects.
     *
     * @param args port, user, the store's folder, and the limit in seconds
     * @throws Exception when it cannot start
     */
    public static void main(String[] args) throws Exception {
        MemoryWatch memory = MemoryWatch.start();
        ServerTarget target = ServerTarget.trusted(
                "sim-1",
                "127.0.0.1",
                Integer.parseInt(args[0]),
                new Login(args[1], new Secret(System.getenv().getOrDefault(PASSWORD, ""))));
        CollectorSettings pace = CollectorSettings.LITE.paced(Duration.ofSeconds(2), Duration.ofSeconds(3));
        LiteSettings settings = new LiteSettings(List.of(target), pace, Path.of(args[2]), STORE_MEMORY_MB, 0, "");
        long until =
                System.nanoTime() + Duration.ofSeconds(Long.parseLong(args[3])).toNanos();
        boolean done = false;
        try (LiteProcess lite = LiteProcess.start(settings)) {
            while (!done && System.nanoTime() < until) {
                Thread.sleep(LOOK.toMillis());
                done = isImported(lite);
            }
            lite.stopCollecting();
            System.out.println(
                    "complete=" + done + " rss=" + MemoryWatch.peakRssBytes() + " live=" + memory.peakLiveHeapBytes());
        }
        System.exit(0);
    }

    private static boolean isImported(LiteProcess lite) {
        List<SeriesState> known = lite.collector().lanes().stream()
                .map(ServerLane::databases)
                .flatMap(List::stream)
                .toList();
        return !known.isEmpty() && known.stream().allMatch(state -> isImported(lite, state));
    }

    private static boolean isImported(LiteProcess lite, SeriesState state) {
        SeriesKey key = state.series().key();
        return new WorkPlan(
                                key,
                                state.situation(),
                                state.ladder(),
                                lite.store().unheld(key, Kind.RUNTIME),
                                lite.store().bands(key, Kind.RUNTIME))
                        .backfill()
                        .isEmpty()
                && lite.store().missingTexts(key, 1).isEmpty()
                && lite.store().missingPlans(key, 1, false).isEmpty();
    }
}
