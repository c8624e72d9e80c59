package io.tidegate.collector;

import io.tidegate.collector.lane.Lanes;
import io.tidegate.collector.lane.ServerLane;
import io.tidegate.core.ledger.Retention;
import io.tidegate.core.status.FleetStatus;
import io.tidegate.core.status.ServerStatus;
import io.tidegate.core.store.Expiry;
import io.tidegate.core.store.LeaseLog;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Pause;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.ServerTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All lanes of a process: starts their loops, shows how they stand, and stops them in order. Thread-safe.
 *
 * <p>Each lane's tick and backfill have a virtual thread of their own each; no lane waits for another, and none is joined.
 */
public final class Collector implements FleetStatus, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Collector.class);
    private static final Duration GOODBYE = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration KEEP_HOUSE_EVERY = Duration.ofMinutes(10);

    private final CollectorTools tools;
    private final Retention retention;
    private final Lanes lanes;
    private final Pause pause;
    private final Supplier<Pause> pauses;
    private final String notice;
    private final AtomicReference<String> configuration = new AtomicReference<>("");
    private final Instant startedAt;

    /**
     * A collector that does nothing yet. Each stored intent without an end makes its server's gate unknown.
     *
     * @param tools what lanes share
     * @param settings how often and how much
     * @param targets the servers
     * @param leases where intents are kept
     * @param pauses makes the places where loops wait
     * @param notice what a user must know of this process; may be empty
     */
    public Collector(
            CollectorTools tools,
            CollectorSettings settings,
            List<ServerTarget> targets,
            LeaseLog leases,
            Supplier<Pause> pauses,
            String notice) {
        this(tools, settings, Map.of(), targets, leases, pauses, notice);
    }

    /**
     * A collector whose servers differ in how often and how much.
     *
     * @param tools what lanes share
     * @param settings how often and how much
     * @param perServer the same for a server with its own word on it, by its name
     * @param targets the servers
     * @param leases where intents are kept, and what earlier leases have cost
     * @param pauses makes the places where loops wait
     * @param notice what a user must know of this process; may be empty
     */
    public Collector(
            CollectorTools tools,
            CollectorSettings settings,
            Map<String, CollectorSettings> perServer,
            List<ServerTarget> targets,
            LeaseLog leases,
            Supplier<Pause> pauses,
            String notice) {
        this.tools = tools;
        this.retention = Retention.of(settings.horizon());
        this.pauses = pauses;
        this.pause = pauses.get();
        this.notice = notice;
        this.startedAt = tools.clock().instant();
        this.lanes = Lanes.make(tools, settings, perServer, targets);
        targets.forEach(target -> tools.accounts().recall(target.name(), leases, startedAt));
        leases.openIntents()
                .forEach(intent -> tools.gates().gate(intent.server()).seedUnknown(intent.session()));
    }

    /** Starts every lane's loops, each on a thread of its own. Does not block. */
    public void start() {
        lanes.start(tools, pauses);
        tools.threads().newThread(this::keepHouse).start();
    }

    private void keepHouse() {
        while (pause.until(tools.ticker().readNanos() + KEEP_HOUSE_EVERY.toNanos())) {
            for (Expiry.What what : Expiry.What.values()) {
                step(
                        "deleted (" + what + ")",
                        () -> retention.step(tools.store(), what, tools.clock().instant()));
            }
            step("archived", tools.store()::archive);
        }
    }

    private void step(String done, BooleanSupplier step) {
        try {
            boolean more = true;
            while (more && !pause.isStopped()) {
                more = step.getAsBoolean();
            }
        } catch (StoreException failed) {
            LOG.warn("what is old could not be {}: {}", done, failed.getMessage());
        }
    }

    /**
     * The lanes.
     *
     * @return by name
     */
    public List<ServerLane> lanes() {
        return lanes.all();
    }

    @Override
    public List<ServerStatus> servers() {
        return lanes.all().stream()
                .map(ServerLane::status)
                .sorted(Comparator.comparing(ServerStatus::name))
                .toList();
    }

    @Override
    public Instant startedAt() {
        return startedAt;
    }

    @Override
    public String notice() {
        String file = configuration.get();
        return notice.isEmpty() || file.isEmpty() ? notice + file : notice + "; " + file;
    }

    /**
     * From each server's next pass on, other settings are in force; cadences, deadline and horizon stay. Does not block.
     *
     * @param settings by server; servers that are not named stay as they are
     * @param databases which databases, by server
     */
    public void reconfigure(Map<String, CollectorSettings> settings, Map<String, DatabaseFilter> databases) {
        for (ServerLane lane : lanes.all()) {
            CollectorSettings own = settings.get(lane.target().name());
            DatabaseFilter wanted = databases.get(lane.target().name());
            if (own != null && wanted != null) {
                lane.reconfigure(own, wanted);
            }
        }
    }

    /**
     * Says how it stands with the configuration file, as a part of the notice.
     *
     * @param words for a user; empty when all of it is in force
     */
    public void configurationNotice(String words) {
        configuration.set(words);
    }

    /**
     * Stops in order: admits nothing, sends attention to what runs, waits up to 10 s for the ends, and journals what is
     * still held. What still runs keeps its lock on its server.
     */
    @Override
    public void close() {
        tools.gates().admitNothing();
        pause.stop();
        lanes.stop();
        lanes.all().forEach(ServerLane::cancel);
        long until = tools.ticker().readNanos() + GOODBYE.toNanos();
        Pause look = pauses.get();
        while (lanes.all().stream().anyMatch(ServerLane::isBusy)
                && tools.ticker().readNanos() - until < 0) {
            if (!look.until(tools.ticker().readNanos() + LOOK.toNanos())) {
                break;
            }
        }
        lanes.all().stream()
                .filter(ServerLane::isBusy)
                .forEach(lane -> LOG.warn(
                        "server={} a statement of ours still runs; its lock stays until the server has ended it",
                        lane.target().name()));
        lanes.all().forEach(ServerLane::close);
        tools.accounts().lightEnded(tools.clock().instant());
        tools.gates().recordHeldAtExit();
    }
}
