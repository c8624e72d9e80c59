package io.tidegate.collector;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.books.IntervalBook;
import io.tidegate.collector.lane.ServerLane;
import io.tidegate.collector.probe.Prober;
import io.tidegate.collector.probe.Registrations;
import io.tidegate.collector.work.Slice;
import io.tidegate.collector.work.Work;
import io.tidegate.collector.work.WorkResult;
import io.tidegate.core.budget.HeavyAccounts;
import io.tidegate.core.gate.Admission;
import io.tidegate.core.gate.GateRegistry;
import io.tidegate.core.gate.LeaseJournal;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.ledger.DueGrid;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.ledger.Spread;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.step.AbandonableStep;
import io.tidegate.core.step.AbandonedSteps;
import io.tidegate.core.step.LateFaults.LateFault;
import io.tidegate.core.step.StepOutcome;
import io.tidegate.core.step.StepTools;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.time.ManualDeadlines;
import io.tidegate.core.time.ManualTicker;
import io.tidegate.sqlserver.Login;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.session.ConnectionFactory;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.HeavySessions;
import io.tidegate.sqlserver.session.LightSessions;
import io.tidegate.sqlserver.session.RingThreeChain;
import io.tidegate.sqlserver.session.SessionLimits;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;

/**
 * A simulated fleet whose clock stands, a store in memory, and what lanes share; all time is moved by hand. The driver's
 * own time limits are real ones and long. Thread-safe.
 */
public final class CollectorFixture implements AutoCloseable {
    /** The source's clock at first, half a minute into a one-minute interval. */
    public static final Instant START = Instant.parse("2026-11-29T10:00:30Z");

    /** A step's deadline. */
    public static final Duration DEADLINE = Duration.ofMinutes(3);

    /** How far back history is wanted. */
    public static final Duration HORIZON = Duration.ofDays(400);

    public final ManualClock clock = new ManualClock(START);
    public final ManualTicker ticker = new ManualTicker();
    public final ManualDeadlines deadlines = new ManualDeadlines();
    public final HeavyAccounts accounts = new HeavyAccounts(ticker);
    public final InMemoryStore store = new InMemoryStore();
    public final MemoryPermits memory = new MemoryPermits(2);
    public final List<LeaseRow<String>> leases = new CopyOnWriteArrayList<>();
    public final List<SessionIdentity> endedIntents = new CopyOnWriteArrayList<>();
    public final List<LateFault> lateFaults = new CopyOnWriteArrayList<>();
    public final Fleet fleet;
    public final CollectorTools tools;

    /** One server with one database and one-minute intervals. */
    public CollectorFixture() {
        this(FleetSpec.TEST);
    }

    public CollectorFixture(FleetSpec spec) {
        this(spec, new DriverConnections(), Thread.ofVirtual().factory());
    }

    /** The same with connections and threads that somebody counts. */
    public CollectorFixture(FleetSpec spec, ConnectionFactory connections, ThreadFactory threads) {
        try {
            fleet = Fleet.of(spec, clock).listen();
        } catch (IOException taken) {
            throw new AssertionError(taken);
        }
        SessionLimits limits = new SessionLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(6));
        tools = new CollectorTools(
                store,
                new GateRegistry<>("test", accounts.charging(new Journal()), clock::now, ticker),
                new HeavySessions(
                        connections,
                        RingThreeChain.standard((server, session) -> {}),
                        limits,
                        deadlines,
                        threads,
                        ticker,
                        "test"),
                new LightSessions(connections, limits, ticker, "test"),
                new StepTools(threads, deadlines, ticker, lateFaults::add, new AbandonedSteps()),
                memory,
                clock::now,
                ticker,
                threads,
                accounts,
                new Registrations(ticker));
    }

    /** The same with another store. */
    public CollectorTools tools(CollectorStore other) {
        return tools.storing(other);
    }

    public SimulatedServer server() {
        return fleet.first();
    }

    /** The one database of the one server. */
    public String database() {
        return server().queryStores().keySet().iterator().next();
    }

    public QueryStore queryStore() {
        return server().queryStores().get(database());
    }

    /** The intervals that have settled and that views still show. */
    public List<IntervalBook> settled() {
        return queryStore().books().booksAt(clock.now()).stream()
                .filter(book -> book.presence() == IntervalBook.Presence.SETTLED)
                .toList();
    }

    public ServerTarget target() {
        return target(server());
    }

    public static ServerTarget target(SimulatedServer server) {
        return ServerTarget.trusted(
                server.name(), "127.0.0.1", server.port(), new Login("monitor", new Secret(FleetSpec.TEST.password())));
    }

    public Prober prober() {
        return prober(tools);
    }

    public Prober prober(CollectorTools other) {
        return new Prober(other, target(), store.registerServer(server().name()), HORIZON, Duration.ofMinutes(1));
    }

    /** A lane of the one server with the fixture's tools. */
    public ServerLane lane(CollectorSettings settings, long tickPhaseNanos, long backfillPhaseNanos) {
        return lane(tools, settings, target(), tickPhaseNanos, backfillPhaseNanos);
    }

    /** A lane with the cadences of Lite on its grids. */
    public ServerLane lane(
            CollectorTools with,
            CollectorSettings settings,
            ServerTarget target,
            long tickPhaseNanos,
            long backfillPhaseNanos) {
        return new ServerLane(
                with,
                settings,
                target,
                store.registerServer(target.name()),
                new DueGrid(tickPhaseNanos, Duration.ofMinutes(1)),
                new DueGrid(backfillPhaseNanos, Duration.ofMinutes(5)));
    }

    /** Settings with the cadences of Lite. */
    public static CollectorSettings settings() {
        return new CollectorSettings(
                Duration.ofMinutes(1),
                Duration.ofMinutes(5),
                DEADLINE,
                ReadBudget.STANDARD,
                Duration.ofSeconds(30),
                1L << 20,
                HORIZON,
                true,
                true);
    }

    /** Does a piece of work in a step of its own, under a lease and inside ring 3; fails when it is refused. */
    public WorkResult work(ReadBudget budget, Work work) {
        Admission admission = tools.gates().gate(server().name()).tryAcquire(Purpose.ON_DEMAND, database());
        assertThat(admission).isInstanceOf(Admission.Granted.class);
        var lease = ((Admission.Granted) admission).lease();
        StepOutcome<WorkResult> outcome = new AbandonableStep("test", tools.steps()).run(lease, DEADLINE, context -> {
            var entry = (io.tidegate.sqlserver.session.HeavyEntry.Entered)
                    tools.heavy().open(target(), database(), lease, context);
            try (var session = entry.session()) {
                return work.run(session, new Slice(budget, budget.time(), context, ticker, memory.spare()));
            }
        });
        if (outcome instanceof StepOutcome.Failed<WorkResult> failed) {
            throw new AssertionError(failed.cause());
        }
        assertThat(outcome).isInstanceOf(StepOutcome.Completed.class);
        return ((StepOutcome.Completed<WorkResult>) outcome).value();
    }

    private final class Journal implements LeaseJournal<String> {
        @Override
        public void offer(LeaseRow<String> row) {
            if (row.purpose() != Purpose.LIGHT) {
                leases.add(row);
            }
        }

        @Override
        public void intentEnded(String server, SessionIdentity session) {
            endedIntents.add(session);
        }
    }

    /** How far away the next hour, or day, of the server is; duties turn by it, not by the clock's. */
    public Duration untilTurn(Duration period) {
        long phase = Spread.phase(server().name(), Duration.ofDays(1)).toSeconds();
        long since = Math.floorMod(clock.now().getEpochSecond() - phase, period.toSeconds());
        return period.minusSeconds(since);
    }

    /** Moves our time, not the source's. */
    public void pass(Duration time) {
        ticker.advance(time);
        deadlines.advance(time);
    }

    /** What another process has, over the same store: it has seen no server yet. */
    public CollectorTools restarted() {
        return new CollectorTools(
                tools.store(),
                tools.gates(),
                tools.heavy(),
                tools.light(),
                tools.steps(),
                tools.memory(),
                tools.clock(),
                tools.ticker(),
                tools.threads());
    }

    /** Runtime intervals that a series holds itself. */
    public List<LedgerEntry> held(SeriesKey series) {
        return store.entries(series, Kind.RUNTIME, Instant.EPOCH, START.plus(Duration.ofDays(1))).stream()
                .filter(entry -> entry.state() == LedgerEntry.State.HELD)
                .toList();
    }

    /** The login reads each database's Query Store, and sees nothing of the server. */
    public void denyServerState() {
        Grants grants = Grants.NONE.with(Permission.VIEW_ANY_DATABASE);
        for (String database : server().queryStores().keySet()) {
            String key = database.toUpperCase(Locale.ROOT);
            grants = grants.withDatabase(key, Permission.CONNECT).withDatabase(key, Permission.VIEW_DATABASE_STATE);
        }
        Objects.requireNonNull(server().instance().login("monitor")).grants(grants);
    }

    /** Scripts a fault for the next heavy statement of a server. */
    public static void next(SimulatedServer server, Fault fault) {
        server.faults().add(new FaultRule("next", Match.HEAVY, Occurrence.only(1), fault));
    }

    /** A statement that stands still before its first row, deaf, until it is released. */
    public static void hang(SimulatedServer server) {
        next(server, new Fault.Hang(Point.START, Hold.UNTIL_RELEASED, true));
    }

    @Override
    public void close() {
        fleet.servers().forEach(server -> {
            server.faults().clear();
            server.faults().release();
        });
        fleet.close();
    }
}
