package io.tidegate.app.lite;

import io.tidegate.app.config.ConfigException;
import io.tidegate.app.config.ConfigLoader;
import io.tidegate.app.config.Problem;
import io.tidegate.app.config.ServerConfig;
import io.tidegate.app.config.TidegateConfig;
import io.tidegate.collector.Collector;
import io.tidegate.core.time.Pause;
import io.tidegate.core.time.SystemPause;
import io.tidegate.core.time.SystemTicker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the configuration file again when its content has changed, and puts in force what can be without a restart:
 * budgets, switches, databases and quiet hours, each from a server's next pass on. A bad file is refused whole, the earlier
 * one stays in force, and the status says why. Thread-safe; has a thread of its own until it is closed.
 */
public final class ConfigWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigWatch.class);
    private static final Duration OFTEN = Duration.ofSeconds(5);

    private final Path file;
    private final ConfigLoader loader;
    private final TidegateConfig first;
    private final Collector collector;
    private final Pause pause;
    private byte[] seen;

    private ConfigWatch(Path file, ConfigLoader loader, TidegateConfig first, Collector collector) {
        this.file = file;
        this.loader = loader;
        this.first = first;
        this.collector = collector;
        this.pause = new SystemPause();
        this.seen = content();
    }

    /**
     * Begins to watch. Blocks for reading the file once.
     *
     * @param file the configuration file
     * @param loader checks it
     * @param first the configuration that the process was started with
     * @param collector what is configured
     * @return the watch, to be closed before the collector
     */
    public static ConfigWatch start(Path file, ConfigLoader loader, TidegateConfig first, Collector collector) {
        ConfigWatch watch = new ConfigWatch(file, loader, first, collector);
        Thread.ofVirtual().name("configuration").start(watch::run);
        return watch;
    }

    /** At least once in a tick, so that a change is in force within a cycle. */
    private void run() {
        Duration tick = first.cadence().tick();
        long every = (tick.compareTo(OFTEN) < 0 ? tick : OFTEN).toNanos();
        while (pause.until(SystemTicker.INSTANCE.readNanos() + every)) {
            look();
        }
    }

    private void look() {
        byte[] now = content();
        if (now.length == 0 || Arrays.equals(now, seen)) {
            return; // a file that is just being replaced is looked at again
        }
        seen = now;
        try {
            TidegateConfig config = loader.load(file);
            collector.reconfigure(Targets.perServer(config), Targets.databases(config));
            List<String> later = needsRestart(first, config);
            collector.configurationNotice(
                    later.isEmpty() ? "" : "a restart is needed for: " + String.join(", ", later));
            LOG.info("configuration={} read again; needs a restart: {}", file, later);
        } catch (ConfigException refused) {
            String problems = refused.problems().stream().map(Problem::toString).collect(Collectors.joining("; "));
            collector.configurationNotice(
                    "the changed configuration file was refused, the earlier one stays in force: " + problems);
            LOG.warn("configuration={} refused, the earlier one stays in force: {}", file, problems);
        }
    }

    /** Keys whose change is not in force. */
    static List<String> needsRestart(TidegateConfig first, TidegateConfig now) {
        List<String> keys = new ArrayList<>();
        if (!now.cadence().tick().equals(first.cadence().tick())
                || !now.cadence().backfill().equals(first.cadence().backfill())
                || !now.cadence().deadline().equals(first.cadence().deadline())) {
            keys.add("cadence");
        }
        if (!now.store().equals(first.store())) {
            keys.add("store");
        }
        if (!now.web().equals(first.web())) {
            keys.add("web");
        }
        if (!now.retention().equals(first.retention())) {
            keys.add("retention");
        }
        if (now.texts() != first.texts()) {
            keys.add("privacy");
        }
        if (!connections(now).equals(connections(first))) {
            keys.add("servers (added, removed, or another host, database, port, login, encryption or allowUnproven)");
        }
        return keys;
    }

    private static List<Object> connections(TidegateConfig config) {
        return config.servers().stream()
                .map(ConfigWatch::connection)
                .map(Object.class::cast)
                .toList();
    }

    private static List<Object> connection(ServerConfig server) {
        return List.of(
                server.name(),
                server.host(),
                server.port(),
                server.user(),
                server.password(),
                server.encryption(),
                server.trustServerCertificate(),
                server.authority(),
                server.allowUnproven(),
                server.database());
    }

    private byte[] content() {
        try {
            return Files.readAllBytes(file);
        } catch (IOException away) {
            return new byte[0];
        }
    }

    @Override
    public void close() {
        pause.stop();
    }
}
