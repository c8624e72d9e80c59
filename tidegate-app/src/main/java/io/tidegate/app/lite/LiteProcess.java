package io.tidegate.app.lite;

import io.tidegate.app.holder.FolderDisk;
import io.tidegate.app.holder.HolderFile;
import io.tidegate.app.holder.StoreOpening;
import io.tidegate.collector.Collector;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.LeaseWriter;
import io.tidegate.collector.LedgerCache;
import io.tidegate.collector.MemoryPermits;
import io.tidegate.collector.SliceLog;
import io.tidegate.collector.Verifications;
import io.tidegate.collector.probe.Registrations;
import io.tidegate.core.budget.HeavyAccounts;
import io.tidegate.core.gate.GateRegistry;
import io.tidegate.core.gate.Gates;
import io.tidegate.core.gate.QueuedLeaseJournal;
import io.tidegate.core.privacy.RedactingStore;
import io.tidegate.core.step.AbandonedSteps;
import io.tidegate.core.step.StepTools;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.CountedChanges;
import io.tidegate.core.store.StoreChanges;
import io.tidegate.core.time.Deadlines;
import io.tidegate.core.time.ScheduledDeadlines;
import io.tidegate.core.time.SystemPause;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.session.ConnectionFactory;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.HeavySessions;
import io.tidegate.sqlserver.session.LightSessions;
import io.tidegate.sqlserver.session.RingThree;
import io.tidegate.sqlserver.session.RingThreeChain;
import io.tidegate.sqlserver.session.SessionLimits;
import io.tidegate.store.duckdb.DuckDbOptions;
import io.tidegate.store.duckdb.DuckDbStore;
import io.tidegate.store.duckdb.DuckDbStores;
import io.tidegate.web.api.Answers;
import io.tidegate.web.api.StoreAnswers;
import io.tidegate.web.api.StoreSize;
import io.tidegate.web.http.WebServer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A whole Lite process: store, collector, page. Thread-safe; closed once, in the order of the design. */
public final class LiteProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiteProcess.class);
    private static final int JOURNAL_CAPACITY = 10_000;

    private final DuckDbStore store;
    private final ScheduledDeadlines deadlines;
    private final Collector collector;
    private final LeaseWriter leases;
    private final SystemPause leasePause;
    private final Thread leaseThread;
    private final Answers answers;
    private final WebServer web;
    private final HolderFile holder;
    private final AbandonedSteps abandoned;
    private final AtomicBoolean stopped = new AtomicBoolean();

    /** Opens everything in order; when one thing fails, what was opened before it is closed, the last one first. */
    private LiteProcess(LiteSettings settings, UnaryOperator<Gates<String>> ringOne, UnaryOperator<RingThree> ringThree)
            throws IOException {
        Host host = Host.real();
        QueuedLeaseJournal<String> journal = new QueuedLeaseJournal<>(JOURNAL_CAPACITY);
        HeavyAccounts accounts = new HeavyAccounts(host.ticker());
        Gates<String> gates =
                ringOne.apply(new GateRegistry<>("lite", accounts.charging(journal), host.clock(), host.ticker()));
        abandoned = new AbandonedSteps();
        leasePause = new SystemPause();
        StoreChanges changes = new StoreChanges();
        Opened opened = new Opened();
        try {
            deadlines = opened.add(
                    new ScheduledDeadlines("deadlines", fault -> LOG.error("a deadline's action failed", fault)));
            store = opened.add(store(settings, host));
            RingThree rings = ringThree.apply(RingThreeChain.standard((server, session) ->
                    store.storeIntent(server, session, host.clock().instant())));
            CollectorTools tools = tools(
                    settings,
                    host,
                    new CountedChanges(RedactingStore.over(store, settings.texts()), changes),
                    gates,
                    rings,
                    deadlines,
                    abandoned,
                    accounts);
            collector = opened.add(new Collector(
                    tools,
                    settings.collector(),
                    settings.perServer(),
                    settings.targets(),
                    store,
                    SystemPause::new,
                    settings.notice()));
            leases = new LeaseWriter(journal, store, host.ticker(), leasePause);
            leaseThread = host.virtual().newThread(leases);
            String token = token();
            answers = new StoreAnswers(
                    store,
                    changes,
                    new StoreSize(
                            store,
                            new FolderDisk(settings.storeDirectory()),
                            settings.collector().horizon(),
                            host.clock()),
                    store,
                    collector,
                    new Verifications(tools, collector, store),
                    host.clock());
            web = opened.add(WebServer.start(answers, Math.max(0, settings.webPort()), token));
            holder = HolderFile.write(settings.storeDirectory(), web.port(), token);
        } catch (IOException | RuntimeException failed) {
            opened.closeAll();
            throw failed;
        }
    }

    /** Another process that collects keeps its store; one that asks something is waited for. */
    private static DuckDbStore store(LiteSettings settings, Host host) {
        Path directory = settings.storeDirectory();
        ThreadFactory platform = Thread.ofPlatform().daemon().name("store-", 0).factory();
        return new StoreOpening(host.ticker(), new SystemPause())
                .open(
                        () -> DuckDbStores.open(
                                directory,
                                DuckDbOptions.DEFAULTS.withMemoryLimitMb(settings.storeMemoryMb()),
                                platform,
                                host.clock(),
                                host.ticker()),
                        () -> HolderFile.read(directory).isPresent());
    }

    /** Time and threads of this machine. */
    private record Host(InstantSource clock, Ticker ticker, ThreadFactory virtual) {
        static Host real() {
            return new Host(
                    InstantSource.system(),
                    SystemTicker.INSTANCE,
                    Thread.ofVirtual().name("tidegate-", 0).factory());
        }
    }

    private static CollectorTools tools(
            LiteSettings settings,
            Host host,
            CollectorStore store,
            Gates<String> gates,
            RingThree rings,
            Deadlines deadlines,
            AbandonedSteps abandoned,
            HeavyAccounts accounts) {
        Duration second = settings.collector().deadline().multipliedBy(2);
        SessionLimits limits =
                new SessionLimits(SessionLimits.LITE.login(), SessionLimits.LITE.lightStatement(), second);
        ConnectionFactory connections = new DriverConnections();
        String installation = UUID.randomUUID().toString();
        return new CollectorTools(
                new LedgerCache(store, host.ticker()),
                gates,
                new HeavySessions(connections, rings, limits, deadlines, host.virtual(), host.ticker(), installation),
                new LightSessions(connections, limits, host.ticker(), installation),
                new StepTools(host.virtual(), deadlines, host.ticker(), new SliceLog(), abandoned),
                MemoryPermits.forHeap(Runtime.getRuntime().maxMemory()),
                host.clock(),
                host.ticker(),
                host.virtual(),
                accounts,
                new Registrations(host.ticker()));
    }

    /**
     * Opens the store, serves the page and starts collecting. Blocks until the store is open and the port accepts.
     *
     * @param settings with what
     * @return the running process
     * @throws IOException when the port cannot be had or the holder file cannot be written; one sentence for a user
     * @throws io.tidegate.core.store.StoreException when the store cannot be opened; one sentence for a user
     */
    public static LiteProcess start(LiteSettings settings) throws IOException {
        return start(settings, UnaryOperator.identity(), UnaryOperator.identity());
    }

    /**
     * The same with other rings, to show what each is good for.
     *
     * @param settings with what
     * @param ringOne changes the product's ring 1
     * @param ringThree changes the product's ring 3
     * @return the running process
     * @throws IOException as above
     */
    public static LiteProcess start(
            LiteSettings settings, UnaryOperator<Gates<String>> ringOne, UnaryOperator<RingThree> ringThree)
            throws IOException {
        LoopbackPort.requireFree(settings.webPort());
        LiteProcess process = new LiteProcess(settings, ringOne, ringThree);
        process.leaseThread.start();
        process.collector.start();
        return process;
    }

    /**
     * Opens everything, but starts no loop: for work on demand.
     *
     * @param settings with what; the page's port is not used
     * @return the process, at rest
     * @throws IOException as above
     */
    public static LiteProcess atRest(LiteSettings settings) throws IOException {
        LiteProcess process = new LiteProcess(settings, UnaryOperator.identity(), UnaryOperator.identity());
        process.leaseThread.start();
        return process;
    }

    /**
     * What may be asked of this process.
     *
     * @return answers until this process is closed
     */
    public Answers answers() {
        return answers;
    }

    private static String token() {
        byte[] bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /**
     * The port of the page.
     *
     * @return on 127.0.0.1
     */
    public int webPort() {
        return web.port();
    }

    /**
     * The store.
     *
     * @return open until this process is closed
     */
    public DuckDbStore store() {
        return store;
    }

    /**
     * The collector.
     *
     * @return collecting until this process is closed
     */
    public Collector collector() {
        return collector;
    }

    /**
     * Abandoned bodies that have not ended.
     *
     * @return 0 or more
     */
    public int abandonedRunning() {
        return abandoned.running();
    }

    /**
     * Stops collecting and journals what is held, but keeps the store open for reading. Idempotent. Blocks up to about 10 s
     * the first time, for statements that are asked to end.
     */
    public void stopCollecting() {
        if (stopped.compareAndSet(false, true)) {
            collector.close();
            leases.drain();
        }
    }

    @Override
    public void close() {
        stopCollecting();
        leasePause.stop();
        try {
            leaseThread.join(Duration.ofSeconds(10));
        } catch (InterruptedException leaving) {
            Thread.currentThread().interrupt();
        }
        holder.close();
        web.close();
        deadlines.close();
        store.close();
    }
}
