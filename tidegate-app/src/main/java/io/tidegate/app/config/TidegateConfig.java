package io.tidegate.app.config;

import io.tidegate.core.privacy.TextPrivacy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The whole configuration of a Lite process. Immutable, already checked by {@link ConfigLoader}.
 *
 * @param servers monitored servers, at least one, with distinct names
 * @param cadence how often, and how long at most
 * @param budgets how much at once
 * @param store where history is kept
 * @param web the page
 * @param retention how long facts are kept; also the horizon of the backfill
 * @param texts how much of query texts and plans is stored
 */
public record TidegateConfig(
        List<ServerConfig> servers,
        CadenceConfig cadence,
        BudgetConfig budgets,
        StoreConfig store,
        WebConfig web,
        Duration retention,
        TextPrivacy texts) {
    /** Copies the list. */
    public TidegateConfig {
        servers = List.copyOf(servers);
    }

    /**
     * How often and how long. Immutable.
     *
     * @param tick time between two ticks of a server
     * @param backfill time between two backfill passes of a server
     * @param deadline how long a step may hold its loop; the socket is aborted at twice this
     * @param tickEnabled whether the tick runs
     * @param backfillEnabled whether the backfill runs
     */
    public record CadenceConfig(
            Duration tick, Duration backfill, Duration deadline, boolean tickEnabled, boolean backfillEnabled) {
        /** One minute, five minutes, three minutes, both on. */
        public static final CadenceConfig DEFAULT =
                new CadenceConfig(Duration.ofSeconds(60), Duration.ofSeconds(300), Duration.ofSeconds(180), true, true);
    }

    /**
     * How much one slice may take. Immutable.
     *
     * @param sliceBytes bytes, as UTF-16 bytes of text plus fixed widths
     * @param sliceRows rows
     * @param read how long one heavy read may take before it is cut
     * @param planCapBytes a larger plan is recorded with its size and fetched alone, later
     * @param heavy how long leases of one server may be held in an hour, all together
     * @param cpuPercent what they may take of its CPU in an hour, percent of all cores
     */
    public record BudgetConfig(
            long sliceBytes, int sliceRows, Duration read, long planCapBytes, Duration heavy, double cpuPercent) {
        /** 64 MB, 100,000 rows, 30 s, 1 MB; 30 s and 0.2 % in an hour. */
        public static final BudgetConfig DEFAULT =
                new BudgetConfig(64L << 20, 100_000, Duration.ofSeconds(30), 1L << 20, Duration.ofSeconds(30), 0.2);
    }

    /**
     * Where history is kept. Immutable.
     *
     * @param directory a folder of ours
     * @param memoryLimitBytes the embedded engine's buffers
     */
    public record StoreConfig(Path directory, long memoryLimitBytes) {}

    /**
     * The page. Immutable.
     *
     * @param enabled whether it is served
     * @param port on loopback; 0 takes a free one
     */
    public record WebConfig(boolean enabled, int port) {
        /** On, at port 8733. */
        public static final WebConfig DEFAULT = new WebConfig(true, 8733);
    }
}
