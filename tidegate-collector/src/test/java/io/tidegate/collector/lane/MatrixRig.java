package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.server.ConnectionScript;
import io.sqlserversim.server.ConnectionScript.Accept;
import io.sqlserversim.server.ConnectionScript.Drop;
import io.sqlserversim.session.Session;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.lane.FaultCell.Ledger;
import io.tidegate.collector.lane.FaultCell.What;
import io.tidegate.collector.lane.FaultCell.Where;
import io.tidegate.collector.probe.ProbeReport;
import io.tidegate.collector.probe.Prober;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.model.Kind;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.time.Await;
import io.tidegate.sqlserver.Login;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.session.ConnectionSettings;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.HeavySessions;
import io.tidegate.sqlserver.session.RingThreeChain;
import io.tidegate.sqlserver.session.SessionLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One server, one database with history, and one slice of a backfill that meets one fault. Confined to one thread. */
final class MatrixRig implements AutoCloseable {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration READ = Duration.ofSeconds(30);
    private static final Hold A_MOMENT = Hold.real(Duration.ofMillis(30));
    private static final long AMID = 3;

    private final FaultCell cell;
    final CollectorFixture fixture = new CollectorFixture();
    private final Relay relay;
    private final CommitFault commit;
    private final Prober prober = fixture.prober();
    private final ProbeReport report = prober.probe();
    private final LeaseRunner faulty;
    private final LeaseRunner sound;
    private @Nullable Connection stranger;

    MatrixRig(FaultCell cell) throws IOException {
        this.cell = cell;
        this.relay = new Relay(fixture.server().port());
        this.commit = new CommitFault(
                cell.what(),
                cell.what() == What.KILL ? this::kill : () -> fixture.ticker.advance(Duration.ofMinutes(1)));
        this.faulty = runner(tools(), faultyPort());
        this.sound = runner(fixture.tools, fixture.server().port());
    }

    private LeaseRunner runner(CollectorTools tools, int port) {
        return new LeaseRunner(tools, target(port), Purpose.BACKFILL, new LoopRecord(), () -> READ);
    }

    /** The same gates, steps and time; limits that end where the cell needs it, and its store. */
    private CollectorTools tools() {
        boolean ends = cell.what() == What.STALL;
        boolean early = cell.where() == Where.CONNECT || cell.where() == Where.LOGIN;
        SessionLimits limits = new SessionLimits(
                ends && early ? SHORT : LONG, ends && !early ? SHORT : LONG, CollectorFixture.DEADLINE.multipliedBy(2));
        CollectorTools all = fixture.tools;
        HeavySessions heavy = new HeavySessions(
                new DriverConnections(),
                RingThreeChain.standard((server, session) -> {}),
                limits,
                fixture.deadlines,
                all.threads(),
                fixture.ticker,
                "test");
        return new CollectorTools(
                cell.where() == Where.COMMIT ? commit.over(fixture.store) : fixture.store,
                all.gates(),
                heavy,
                all.light(),
                all.steps(),
                all.memory(),
                all.clock(),
                all.ticker(),
                all.threads(),
                all.accounts(),
                all.registrations());
    }

    private ServerTarget target(int port) {
        return ServerTarget.trusted(
                fixture.server().name(),
                "127.0.0.1",
                port,
                new Login("monitor", new Secret(FleetSpec.TEST.password())));
    }

    private int faultyPort() {
        if (cell.where() == Where.CONNECT && cell.what() == What.REFUSE) {
            return unused();
        }
        boolean spoils = cell.what() == What.GARBAGE || cell.what() == What.HALF_CLOSE;
        return spoils ? relay.port() : fixture.server().port();
    }

    private static int unused() {
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return closed.getLocalPort();
        } catch (IOException taken) {
            throw new AssertionError(taken);
        }
    }

    /** The pass that meets the fault. */
    Ended meet() throws Exception {
        arm();
        CompletableFuture<Ended> ended =
                CompletableFuture.supplyAsync(() -> run(faulty, tools()), Thread.ofVirtual()::start);
        act();
        return ended.get();
    }

    /** A pass without a fault. */
    Ended next() {
        return run(sound, fixture.tools);
    }

    private Ended run(LeaseRunner runner, CollectorTools tools) {
        CollectorSettings settings = CollectorFixture.settings();
        Brake brake = new Brake(tools, fixture.target(), () -> settings, prober);
        Turns turns = new Turns(tools, () -> settings, prober, runner, brake);
        return runner.run(
                fixture.database(),
                CollectorFixture.DEADLINE,
                ReadBudget.STANDARD,
                turns.read(state(), report, turns.backfill(state())));
    }

    private void arm() throws SQLException {
        switch (cell.where()) {
            case CONNECT, LOGIN -> armConnection();
            case LOCK -> {
                if (cell.what() == What.REFUSE) {
                    takeLock();
                } else {
                    armStatement(Match.ANY.withText("tidegate:applock_get"), Point.START, 701, 17);
                }
            }
            case FIRST_BYTE -> armStatement(stats(), Point.START, cell.what() == What.REFUSE ? 262 : 1105, 17);
            case MID_ROW -> armStatement(stats(), Point.afterRows(AMID), 1205, 13);
            case END -> armStatement(Match.ANY.withText("tidegate:applock_release"), Point.START, 701, 17);
            case COMMIT -> {}
        }
    }

    private static Match stats() {
        return Match.HEAVY.withText("tidegate:runtime_stats_by_");
    }

    private void armConnection() {
        boolean connects = cell.where() == Where.CONNECT;
        ConnectionScript clear = ConnectionScript.CLEAR;
        switch (cell.what()) {
            case STALL -> script(connects ? clear.withAccept(Accept.SILENT) : clear.withDrop(60, Drop.STALL));
            case RESET -> script(connects ? clear.withAccept(Accept.RESET) : clear.withDrop(60, Drop.RESET));
            case HALF_CLOSE -> script(connects ? clear.withAccept(Accept.CLOSE) : clear.withDrop(60, Drop.CLOSE));
            case TRICKLE -> script(clear.withLoginDelays(Duration.ofMillis(50), Duration.ofMillis(50)));
            case GARBAGE -> relay.spoilEach(connects ? 0 : 60);
            case REFUSE -> {
                if (!connects) {
                    refuse(18456, 14);
                }
            }
            case ERROR -> refuse(17187, 16);
            case DEAF, KILL -> throw new AssertionError("no such fault");
        }
    }

    /** Each login while it lasts: the driver itself tries a second time when the first one broke. */
    private void refuse(int number, int severity) {
        each(new Fault.RefuseLogin(List.of(new SqlError(number, severity, 1, "as scripted"))));
    }

    private void script(ConnectionScript script) {
        each(new Fault.Connect(script));
    }

    private void each(Fault fault) {
        fixture.server().faults().add(new FaultRule("cell", Match.ANY, Occurrence.ALWAYS, fault));
    }

    private void armStatement(Match match, Point at, int number, int severity) {
        boolean slow = cell.what() == What.TRICKLE;
        switch (cell.what()) {
            case REFUSE, ERROR -> rule(match, new Fault.Fail(at, new SqlError(number, severity, 1, "as scripted")));
            case RESET -> rule(match, new Fault.Drop(at));
            case STALL, HALF_CLOSE, GARBAGE, KILL -> rule(match, new Fault.Hang(at, Hold.UNTIL_RELEASED, false));
            case DEAF -> rule(match, new Fault.Hang(at, Hold.UNTIL_RELEASED, true));
            case TRICKLE ->
                rule(
                        match,
                        slow && cell.where() == Where.MID_ROW
                                ? new Fault.Trickle(Duration.ofMillis(1), false)
                                : new Fault.Hang(at, A_MOMENT, false));
        }
    }

    private void rule(Match match, Fault fault) {
        fixture.server().faults().add(new FaultRule("cell", match, Occurrence.only(1), fault));
    }

    private void takeLock() throws SQLException {
        Connection other = new DriverConnections()
                .open(fixture.target(), new ConnectionSettings("Another program", "tempdb", LONG, LONG));
        stranger = other;
        try (Statement statement = other.createStatement()) {
            statement.execute("EXEC sys.sp_getapplock @Resource = N'tidegate/heavy/1', @LockMode = 'Exclusive',"
                    + " @LockOwner = 'Session', @LockTimeout = 0, @DbPrincipal = 'public'");
        }
    }

    /** What happens while the pass is under way. */
    private void act() throws Exception {
        if (cell.where() == Where.CONNECT || cell.where() == Where.LOGIN) {
            return;
        }
        boolean heavy = cell.where() == Where.FIRST_BYTE || cell.where() == Where.MID_ROW;
        switch (cell.what()) {
            case STALL -> {
                if (cell.where() == Where.COMMIT) {
                    abandonTheCommit();
                } else if (heavy) {
                    awaitHeld();
                    fixture.pass(READ);
                }
            }
            case DEAF -> {
                if (cell.where() == Where.COMMIT) {
                    abandonTheCommit();
                } else {
                    awaitHeld();
                    fixture.pass(READ);
                    fixture.pass(CollectorFixture.DEADLINE);
                }
            }
            case GARBAGE -> {
                awaitHeld();
                relay.spoil();
                fixture.server().faults().release();
            }
            case HALF_CLOSE -> {
                if (cell.where() != Where.COMMIT) {
                    awaitHeld();
                    relay.halfClose();
                }
            }
            case KILL -> {
                if (cell.where() != Where.COMMIT) {
                    awaitHeld();
                    kill();
                }
            }
            case REFUSE, RESET, ERROR, TRICKLE -> {}
        }
    }

    private void abandonTheCommit() throws InterruptedException {
        commit.reached.await();
        fixture.pass(CollectorFixture.DEADLINE);
    }

    private void awaitHeld() {
        Await.until("it is held", () -> !fixture.server().faults().held().isEmpty());
    }

    private void kill() {
        for (Session session : fixture.server().instance().sessions().all()) {
            if (session.login().programName().startsWith("Tidegate/heavy")) {
                fixture.server().instance().sessions().kill(session.sessionId());
            }
        }
    }

    boolean isAbandoned() {
        var holder = fixture.tools.gates().gate(fixture.server().name()).holder();
        return holder.isPresent() && holder.get().abandoned();
    }

    /** Brings an abandoned pass to its end: at the second limit, or by the store's late answer. */
    void endTheAbandoned() {
        if (cell.what() == What.DEAF) {
            fixture.pass(CollectorFixture.DEADLINE);
            if (cell.where() == Where.COMMIT) {
                Await.until("the abort, which has a thread of its own", this::isWithoutHeavySession);
            }
        }
        commit.go.countDown();
        Await.until("the row of its lease", () -> endings().findAny().isPresent());
    }

    /** How the lease of the slice ended; DEFERRED when it got none. */
    LeaseEnding ending() {
        Await.until("the lease's row", () -> !fixture.leases.isEmpty());
        return endings().findFirst().orElse(LeaseEnding.DEFERRED);
    }

    private Stream<LeaseEnding> endings() {
        return fixture.leases.stream().map(LeaseRow::ending).filter(ending -> ending != LeaseEnding.DEFERRED);
    }

    private boolean isWithoutHeavySession() {
        return fixture.server().instance().sessions().all().stream()
                .noneMatch(session -> session.sessionId() > 50
                        && !session.login().programName().startsWith("Tidegate/light"));
    }

    /** The fault is over, also at the server. */
    void mend() throws SQLException {
        fixture.server().faults().clear();
        fixture.server().faults().release();
        if (stranger != null) {
            stranger.close();
        }
        Await.until("no heavy session is left", this::isWithoutHeavySession);
    }

    Ledger ledger() {
        boolean untouched = fixture
                        .store
                        .entries(state().series().key(), Kind.RUNTIME, java.time.Instant.EPOCH, fixture.clock.now())
                        .stream()
                        .noneMatch(entry -> entry.figures() != null)
                && fixture.store.bands(state().series().key(), Kind.RUNTIME).stream()
                        .allMatch(band -> band.cursor() == null && band.stagedRows() == 0);
        if (untouched) {
            return Ledger.UNMOVED;
        }
        CollectorSettings settings = CollectorFixture.settings();
        Brake brake = new Brake(fixture.tools, fixture.target(), () -> settings, prober);
        return new Turns(fixture.tools, () -> settings, prober, sound, brake)
                        .backfill(state())
                        .isEmpty()
                ? Ledger.COMPLETE
                : Ledger.MOVED;
    }

    private SeriesState state() {
        return java.util.Objects.requireNonNull(prober.states().get(fixture.database()));
    }

    /** What is stored is what the books have. */
    void assertWhole() {
        long books = fixture.settled().stream()
                .filter(book -> book.end().plusSeconds(120).isBefore(CollectorFixture.START))
                .mapToLong(IntervalBook::executions)
                .sum();
        assertThat(fixture.store.reader().storedIntervals(state().series().key()).stream()
                        .mapToLong(StoredInterval::executions)
                        .sum())
                .isEqualTo(books)
                .isPositive();
        assertThat(fixture.server().judge().maximum()).isOne();
    }

    @Override
    public void close() throws IOException {
        commit.go.countDown();
        prober.close();
        fixture.close();
        relay.close();
    }
}
