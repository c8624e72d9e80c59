package io.tidegate.bench.run;

import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.MemoryPermits;
import io.tidegate.collector.probe.ProbeReport;
import io.tidegate.collector.probe.Prober;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.collector.work.Slice;
import io.tidegate.collector.work.Work;
import io.tidegate.collector.work.WorkResult;
import io.tidegate.core.gate.Admission;
import io.tidegate.core.gate.GateRegistry;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.step.AbandonableStep;
import io.tidegate.core.step.AbandonedSteps;
import io.tidegate.core.step.StepOutcome;
import io.tidegate.core.step.StepTools;
import io.tidegate.core.time.ScheduledDeadlines;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.HeavyEntry;
import io.tidegate.sqlserver.session.HeavySessions;
import io.tidegate.sqlserver.session.LightSessions;
import io.tidegate.sqlserver.session.RingThree;
import io.tidegate.sqlserver.session.RingThreeChain;
import io.tidegate.sqlserver.session.SessionLimits;
import io.tidegate.store.duckdb.DuckDbOptions;
import io.tidegate.store.duckdb.DuckDbStore;
import io.tidegate.store.duckdb.DuckDbStores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;

/**
 * A collector's own parts for one server, without its loops: store, gate, sessions, probe. Each piece of work runs under a
 * lease, in a step, inside ring 3, as it does in the product. Confined to one thread.
 */
public final class Rig implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final Duration HORIZON = Duration.ofDays(400);

    private final ServerTarget target;
    private final ScheduledDeadlines deadlines = new ScheduledDeadlines("deadlines", fault -> {});
    private final DuckDbStore store;
    private final CollectorTools tools;
    private final Prober prober;
    private final AbandonableStep step;

    /**
     * Opens a store and gets to know the server.
     *
     * @param target the server
     * @param directory of the store
     */
    public Rig(ServerTarget target, Path directory) {
        this.target = target;
        InstantSource clock = InstantSource.system();
        Ticker ticker = SystemTicker.INSTANCE;
        ThreadFactory virtual = Thread.ofVirtual().factory();
        store = DuckDbStores.open(
                directory,
                DuckDbOptions.DEFAULTS,
                Thread.ofPlatform().daemon().name("store-", 0).factory(),
                clock,
                ticker);
        SessionLimits limits = new SessionLimits(
                SessionLimits.LITE.login(), SessionLimits.LITE.lightStatement(), DEADLINE.multipliedBy(2));
        DriverConnections connections = new DriverConnections();
        RingThree rings =
                RingThreeChain.standard((server, session) -> store.storeIntent(server, session, clock.instant()));
        tools = new CollectorTools(
                store,
                new GateRegistry<>("bench", row -> {}, clock, ticker),
                new HeavySessions(connections, rings, limits, deadlines, virtual, ticker, "bench"),
                new LightSessions(connections, limits, ticker, "bench"),
                new StepTools(virtual, deadlines, ticker, late -> {}, new AbandonedSteps()),
                MemoryPermits.forHeap(Runtime.getRuntime().maxMemory()),
                clock,
                ticker,
                virtual);
        prober = new Prober(tools, target, store.registerServer(target.name()), HORIZON, Duration.ofMinutes(1));
        step = new AbandonableStep("bench", tools.steps());
    }

    /**
     * Probes the server. Blocks for a few light batches.
     *
     * @return what it has
     */
    public ProbeReport probe() {
        return prober.probe();
    }

    /**
     * A database as last probed.
     *
     * @param database its name
     * @return what is known of it
     */
    public SeriesState state(String database) {
        return Objects.requireNonNull(prober.states().get(database), database);
    }

    /**
     * What the collector's parts share.
     *
     * @return the tools
     */
    public CollectorTools tools() {
        return tools;
    }

    /**
     * The store.
     *
     * @return open until this is closed
     */
    public DuckDbStore store() {
        return store;
    }

    /**
     * One lease: acquires it, enters ring 3, does the work, and gives all back. Blocks as long as the work does.
     *
     * @param database whose work it is
     * @param budget of the slice
     * @param work what to do
     * @return what came of it
     */
    public WorkResult lease(String database, ReadBudget budget, Work work) {
        if (!(tools.gates().gate(target.name()).tryAcquire(Purpose.BACKFILL, database)
                instanceof Admission.Granted granted)) {
            throw new IllegalStateException("somebody else has the lease of " + target.name());
        }
        Lease lease = granted.lease();
        StepOutcome<WorkResult> outcome = step.run(lease, DEADLINE, context -> {
            if (!(tools.heavy().open(target, database, lease, context) instanceof HeavyEntry.Entered entered)) {
                throw new IllegalStateException("ring 3 was refused at " + target.name());
            }
            try (var session = entered.session()) {
                return work.run(
                        session,
                        new Slice(
                                budget,
                                budget.time(),
                                context,
                                tools.ticker(),
                                tools.memory().spare()));
            }
        });
        return switch (outcome) {
            case StepOutcome.Completed<WorkResult> done -> done.value();
            case StepOutcome.Failed<WorkResult> failed ->
                throw new IllegalStateException("the work failed", failed.cause());
            case StepOutcome.Abandoned<WorkResult> left -> throw new IllegalStateException("beyond the deadline");
            case StepOutcome.SkippedStillRunning<WorkResult> skipped ->
                throw new IllegalStateException("still running");
            case StepOutcome.Cancelled<WorkResult> cancelled -> throw new IllegalStateException("cancelled");
        };
    }

    @Override
    public void close() {
        deadlines.close();
        store.close();
    }
}
