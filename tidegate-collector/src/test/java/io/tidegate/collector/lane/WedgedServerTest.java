package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.server.ConnectionScript;
import io.sqlserversim.server.ConnectionScript.Accept;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.DueGrid;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.status.LoopStatus;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.time.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Of 41 servers one is wedged: its statement hangs, deaf; then each answer stays out, and new connections end in a black hole. The
 * others go on as if it were not there, and what is open and running stays within the bounds of {@code docs/concurrency.md}.
 * Mutations seen to break it: a lock that the passes of all lanes share; an abandoned step that keeps its permit among the
 * others'.
 */
class WedgedServerTest {
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final int SERVERS = 41;
    private static final int PERMITS = 2;

    /** A statement that hangs from the 30th second on is abandoned at the 90th, and its socket aborted at the 150th. */
    private static final CollectorSettings SETTINGS = new CollectorSettings(
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofMinutes(1),
            ReadBudget.STANDARD,
            Duration.ofSeconds(30),
            1L << 20,
            CollectorFixture.HORIZON,
            true,
            true);

    /** As docs/concurrency.md has them, without a comparison on demand. */
    private static final int CONNECTIONS_EACH = 4;

    private static final int LOOPS_EACH = 2;
    private static final int THREADS_OF_A_LEASE = 7;

    private final CountedConnections connections = new CountedConnections();
    private final AtomicInteger threads = new AtomicInteger();
    private final AtomicInteger mostThreads = new AtomicInteger();
    private final CollectorFixture fixture =
            new CollectorFixture(FleetSpec.TEST.sized(SERVERS, 1), connections, counting());
    private final VirtualTime time = new VirtualTime(fixture);
    private final Lanes lanes = Lanes.make(
            fixture.tools,
            SETTINGS,
            Map.of(),
            fixture.fleet.servers().stream().map(CollectorFixture::target).toList());
    private final long start = fixture.ticker.readNanos();
    private final SimulatedServer wedged = fixture.fleet.servers().getFirst();
    private final ServerLane lane = lanes.all().getFirst();
    private final List<Integer> others =
            IntStream.range(LOOPS_EACH, LOOPS_EACH * SERVERS).boxed().toList();

    private ThreadFactory counting() {
        ThreadFactory virtual = Thread.ofVirtual().factory();
        return body -> virtual.newThread(() -> {
            mostThreads.accumulateAndGet(threads.incrementAndGet(), Math::max);
            try {
                body.run();
            } finally {
                threads.decrementAndGet();
            }
        });
    }

    @AfterEach
    void close() {
        lanes.stop();
        fixture.close();
        Await.until("all threads have ended", BOUND, () -> threads.get() == 0);
        lanes.all().forEach(ServerLane::close);
    }

    @Test
    @Incident({50, 64, 65})
    void givenAWedgedServer_whenTheOthersComeToTheirPoints_thenEachPassesAtEachOfThemAndTheBoundsHold() {
        CollectorFixture.hang(wedged);
        lanes.start(fixture.tools, time::pause);
        runTo(30); // its first backfill
        Await.until("its statement hangs", BOUND, () -> !wedged.faults().held().isEmpty());
        swallow();

        runTo(89);
        assertThat(lane.status().backfill().counts()).isEmpty();
        runTo(91);
        Await.until("its loop is free", BOUND, () -> lane.status().backfill().last() == PassOutcome.ABANDONED);
        assertThat(fixture.memory.quarantined()).isOne();
        assertThat(fixture.memory.taken()).isZero();
        runTo(149);
        assertThat(wedged.judge().running()).isOne();
        assertThat(lane.isBusy()).isTrue();
        runTo(180); // past the second limit, where its socket is aborted
        Await.until("its body has ended", BOUND, () -> !lane.isBusy());

        assertThat(fixture.memory.quarantined()).isZero();
        assertThat(fixture.leases)
                .filteredOn(row -> row.server().equals(wedged.name()))
                .singleElement()
                .satisfies(row -> assertThat(row.ending()).isEqualTo(LeaseEnding.UNKNOWN));
        othersHavePassed(Duration.ofMinutes(3));
        boundsHold();
    }

    private void runTo(int seconds) {
        time.runUntil(start + Duration.ofSeconds(seconds).toNanos(), others);
    }

    /** Nothing that is sent there from now on is answered, on connections old and new. */
    private void swallow() {
        wedged.faults()
                .add(new FaultRule(
                        "silent",
                        Match.ANY,
                        Occurrence.ALWAYS,
                        new Fault.Hang(Point.START, Hold.UNTIL_RELEASED, true)));
        wedged.faults()
                .add(new FaultRule(
                        "hole",
                        Match.ANY,
                        Occurrence.ALWAYS,
                        new Fault.Connect(ConnectionScript.CLEAR.withAccept(Accept.SILENT))));
    }

    private void othersHavePassed(Duration sinceStart) {
        for (ServerLane other : lanes.all().subList(1, SERVERS)) {
            each(other.status().tick(), points(other.tickGrid(), sinceStart));
            each(other.status().backfill(), points(other.backfillGrid(), sinceStart));
        }
        fixture.fleet
                .servers()
                .forEach(server -> assertThat(server.judge().maximum()).isLessThanOrEqualTo(1));
    }

    private static void each(LoopStatus loop, long points) {
        assertThat(loop.missed()).isZero();
        assertThat(loop.points()).isEqualTo(points);
        assertThat(loop.delivered()).as(loop.counts() + " " + loop.detail()).isEqualTo(points);
    }

    private long points(DueGrid grid, Duration sinceStart) {
        long points = 0;
        for (long at = grid.nextAfter(start);
                at - start <= sinceStart.toNanos();
                at += grid.cadence().toNanos()) {
            points++;
        }
        return points;
    }

    private void boundsHold() {
        for (SimulatedServer server : fixture.fleet.servers()) {
            assertThat(connections.most(server.name())).as(server.name()).isBetween(2, CONNECTIONS_EACH);
        }
        assertThat(connections.mostOfAll()).isBetween(SERVERS, CONNECTIONS_EACH * SERVERS);
        for (SimulatedServer other : fixture.fleet.servers().subList(1, SERVERS)) {
            assertThat(connections.open(other.name())).as("at rest").isOne();
            Await.until("the server has seen the others end", BOUND, () -> other.connections() == 1);
        }
        assertThat(mostThreads.get())
                .isBetween(LOOPS_EACH * SERVERS, LOOPS_EACH * SERVERS + THREADS_OF_A_LEASE * (PERMITS + 1));
    }
}
