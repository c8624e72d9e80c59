package io.tidegate.bench.overlap.day;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.fleet.SimulatedServer;
import io.tidegate.bench.run.Bar;
import io.tidegate.collector.Collector;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.LeaseWriter;
import io.tidegate.collector.LedgerCache;
import io.tidegate.collector.MemoryPermits;
import io.tidegate.collector.probe.Registrations;
import io.tidegate.core.budget.HeavyAccounts;
import io.tidegate.core.gate.GateRegistry;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.gate.QueuedLeaseJournal;
import io.tidegate.core.step.AbandonedSteps;
import io.tidegate.core.step.StepTools;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.HeavySessions;
import io.tidegate.sqlserver.session.LightSessions;
import io.tidegate.sqlserver.session.RingThreeChain;
import io.tidegate.sqlserver.session.SessionLimits;
import io.tidegate.store.duckdb.DuckDbOptions;
import io.tidegate.store.duckdb.DuckDbStore;
import io.tidegate.store.duckdb.DuckDbStores;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A day of a whole collector with the defaults of Lite, over TCP and the real driver, against servers in this process. All of
 * the collector's time and the servers' clock are one virtual time, which moves only when everything is at rest. The
 * driver's own time-outs and the store's go by real time, since what they bound really happens. Confined to one thread.
 */
public final class SimulatedDay implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SimulatedDay.class);
    private static final Instant MIDNIGHT = Instant.parse("2026-03-02T00:00:00Z");
    private static final CollectorSettings SETTINGS = CollectorSettings.LITE;
    private static final int JOURNAL_CAPACITY = 10_000;
    private static final int DRAIN_MINUTES = 10;
    private static final int ALL = 1_000_000;

    private final Scene scene;
    private final VirtualTime time = new VirtualTime(MIDNIGHT);
    private final ManualClock clock = new ManualClock(MIDNIGHT);
    private final List<SimulatedServer> servers;
    private final DuckDbStore store;
    private final LeaseWriter leases;
    private final Collector collector;
    private final Clockwork clockwork;

    /**
     * Starts the servers, and a collector at midnight.
     *
     * @param plan which day
     * @param directory of a store that is not there yet
     * @throws IOException when the servers cannot listen
     */
    public SimulatedDay(DayPlan plan, Path directory) throws IOException {
        this(new CollisionScene(plan), directory);
    }

    /** As the public one, with other servers. */
    SimulatedDay(Scene scene, Path directory) throws IOException {
        this.scene = scene;
        servers = scene.servers(clock);
        DayServers.start(servers);
        store = DuckDbStores.open(
                directory,
                DuckDbOptions.DEFAULTS,
                Thread.ofPlatform().daemon().name("store-", 0).factory(),
                time,
                SystemTicker.INSTANCE);
        CountedThreads steps = new CountedThreads();
        CountedThreads attentions = new CountedThreads();
        CountedThreads looks = new CountedThreads();
        QueuedLeaseJournal<String> journal = new QueuedLeaseJournal<>(JOURNAL_CAPACITY);
        HeavyAccounts accounts = new HeavyAccounts(time);
        GateRegistry<String> gates = new GateRegistry<>("day", accounts.charging(journal), time, time);
        leases = new LeaseWriter(journal, store, time, time.pause());
        collector = new Collector(
                tools(gates, steps, attentions, looks, accounts),
                SETTINGS.costing(scene.budget()),
                servers.stream().map(DayServers::target).toList(),
                store,
                time::pause,
                "");
        List<Site> sites = servers.stream()
                .map(server -> new Site(server, gates.gate(server.name())))
                .toList();
        int loops = 2 * servers.size() + 1; // tick and backfill of each server, and the one that expires old facts
        clockwork = new Clockwork(
                time, clock, sites, new Stillness(time, sites, steps, attentions, looks, loops), scene.resolution());
    }

    private CollectorTools tools(
            GateRegistry<String> gates,
            CountedThreads steps,
            CountedThreads attentions,
            CountedThreads looks,
            HeavyAccounts accounts) {
        SessionLimits limits = new SessionLimits(
                SessionLimits.LITE.login(),
                SessionLimits.LITE.lightStatement(),
                SETTINGS.deadline().multipliedBy(2));
        DriverConnections connections = new DriverConnections();
        return new CollectorTools(
                new LedgerCache(store, time),
                gates,
                new HeavySessions(
                        connections,
                        RingThreeChain.standard(
                                (server, session) -> store.storeIntent(server, session, time.instant())),
                        limits,
                        time,
                        attentions,
                        looks,
                        time,
                        "day"),
                new LightSessions(connections, limits, time, "day"),
                new StepTools(
                        steps,
                        time,
                        time,
                        late -> LOG.debug("step={} where={}", late.step(), late.where(), late.cause()),
                        new AbandonedSteps()),
                MemoryPermits.forHeap(Runtime.getRuntime().maxMemory()),
                time,
                time,
                Thread.ofVirtual().factory(),
                accounts,
                new Registrations(time));
    }

    /**
     * Lets time go, then calms everything and counts. To be called once. Blocks as long as the work of that day takes.
     *
     * @return what came of it
     */
    public DayFigures run() {
        Duration length = scene.length();
        collector.start();
        scene.arm(servers, time);
        try (Bar bar = new Bar("simulated day, minutes", length.toMinutes())) {
            for (long minute = 1; minute <= length.toMinutes(); minute++) {
                clockwork.runUntil(MIDNIGHT.plus(Duration.ofMinutes(minute)));
                bar.at(minute);
                if (minute % DRAIN_MINUTES == 0) {
                    leases.drain();
                }
            }
        }
        for (SimulatedServer server : servers) {
            server.faults().clear();
            server.faults().release();
        }
        clockwork.awaitRest();
        leases.drain();
        return figures(time.instant());
    }

    /** The servers. */
    List<SimulatedServer> servers() {
        return servers;
    }

    /** The store; to be read when the day is over. */
    HistoryReader history() {
        return store;
    }

    private DayFigures figures(Instant end) {
        Map<String, Map<Purpose, LoopWaits>> loops = new TreeMap<>();
        for (SimulatedServer server : servers) {
            List<LeaseRow<String>> rows = store.leases(server.name(), MIDNIGHT, end.plusSeconds(1), ALL);
            Map<Purpose, LoopWaits> both = new EnumMap<>(Purpose.class);
            both.put(Purpose.TICK, LoopWaits.of(rows, Purpose.TICK, end));
            both.put(Purpose.BACKFILL, LoopWaits.of(rows, Purpose.BACKFILL, end));
            loops.put(server.name(), both);
        }
        return new DayFigures(
                loops,
                servers.stream()
                        .mapToInt(server -> server.judge().maximum())
                        .max()
                        .orElse(0),
                servers.stream().mapToLong(server -> server.judge().total()).sum(),
                DayBooks.of(servers, store, end),
                clockwork.moves());
    }

    /** Stops the collector, then the servers, whatever still runs there. */
    @Override
    public void close() {
        time.end();
        collector.close();
        servers.forEach(SimulatedServer::close);
        store.close();
    }
}
