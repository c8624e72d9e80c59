package io.tidegate.sqlserver.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.instance.ServerClock;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.books.IntervalBook;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.time.Await;
import io.tidegate.core.time.ScheduledDeadlines;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.sqlserver.Login;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.session.ConnectionFactory;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.HeavyEntry;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.HeavySessions;
import io.tidegate.sqlserver.session.LightSessions;
import io.tidegate.sqlserver.session.OpenedSession;
import io.tidegate.sqlserver.session.RingThree;
import io.tidegate.sqlserver.session.RingThreeChain;
import io.tidegate.sqlserver.session.SessionLimits;
import io.tidegate.sqlserver.session.TestGate;
import io.tidegate.sqlserver.session.TestStep;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One simulated server and the product's sessions on it, over TCP and the real driver. Thread-safe. */
final class Simulated implements AutoCloseable {
    static final SessionLimits LIMITS =
            new SessionLimits(Duration.ofSeconds(15), Duration.ofSeconds(15), Duration.ofSeconds(60));

    final Fleet fleet;
    final SimulatedServer server;
    final TestGate gate = new TestGate();
    final ServerTarget target;
    final String database;
    private final ScheduledDeadlines deadlines = new ScheduledDeadlines("test-deadlines", fault -> {});

    Simulated() {
        this(FleetSpec.TEST.withWorkloads("oltp").sized(1, 2));
    }

    Simulated(FleetSpec spec) {
        this(Fleet.of(spec));
    }

    /** With a clock that stands still. */
    Simulated(FleetSpec spec, ServerClock clock) {
        this(Fleet.of(spec, clock));
    }

    private Simulated(Fleet made) {
        try {
            fleet = made.listen();
        } catch (IOException taken) {
            throw new AssertionError(taken);
        }
        server = fleet.first();
        database = server.queryStores().keySet().iterator().next();
        target = target(false);
    }

    ServerTarget target(boolean allowUnproven) {
        return ServerTarget.trusted(
                        server.name(), "127.0.0.1", server.port(), new Login("monitor", new Secret("Abc123")))
                .withAllowUnproven(allowUnproven);
    }

    QueryStore store() {
        return server.queryStores().get(database);
    }

    List<IntervalBook> settled() {
        return settled(database);
    }

    List<IntervalBook> settled(String named) {
        return server.queryStores().get(named).books().booksAt(fleet.clock().now()).stream()
                .filter(book -> book.presence() == IntervalBook.Presence.SETTLED)
                .toList();
    }

    /** Scripts a fault for the next heavy statement and no other. */
    void next(Fault fault) {
        server.faults().add(new FaultRule("next", Match.HEAVY, Occurrence.only(1), fault));
    }

    HeavySessions sessions(RingThree ring) {
        return sessions(new DriverConnections(), ring);
    }

    /** With connections that a test looks at. */
    HeavySessions through(ConnectionFactory connections) {
        return sessions(connections, RingThreeChain.standard((name, session) -> {}));
    }

    private HeavySessions sessions(ConnectionFactory connections, RingThree ring) {
        return new HeavySessions(
                connections, ring, LIMITS, deadlines, Thread.ofVirtual().factory(), SystemTicker.INSTANCE, "test");
    }

    HeavyEntry open(Lease lease, TestStep step) {
        return open(database, lease, step);
    }

    HeavyEntry open(String named, Lease lease, TestStep step) {
        return through(new DriverConnections()).open(target, named, lease, step);
    }

    HeavySession entered(Lease lease, TestStep step) {
        HeavyEntry entry = open(lease, step);
        assertThat(entry).isInstanceOf(HeavyEntry.Entered.class);
        return ((HeavyEntry.Entered) entry).session();
    }

    OpenedSession light() {
        return new LightSessions(new DriverConnections(), LIMITS, SystemTicker.INSTANCE, "test").open(target);
    }

    void awaitNoSessions() {
        Await.until(
                "the server has ended our sessions",
                () -> server.instance().sessions().all().stream()
                        .noneMatch(s -> s.login().programName().startsWith("Tidegate/heavy")));
    }

    @Override
    public void close() {
        server.faults().clear();
        server.faults().release();
        fleet.close();
        deadlines.close();
    }
}
