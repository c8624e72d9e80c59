package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.HeldStatement;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.ForwardingStore;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.time.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A server that sends a row a second: slower than any budget, never silent. Mutations seen to break it: a slice that is over in
 * time and drops what has come, rows or identities; statements of plans and of their queries that take the whole time each.
 */
class TrickleTest {
    private static final Duration A_ROW = Duration.ofSeconds(1);
    private static final Duration TRICKLES = Duration.ofMinutes(10);
    private static final Duration CUT = Duration.ofSeconds(30);
    private static final Duration BOUND = Duration.ofMinutes(1);

    private static final String STATS = "tidegate:(runtime_stats_by|wait_stats)";
    private static final String IDENTITIES = "tidegate:(plan_identities|query_identities|sentinels)";

    private final WatchedRows rows = new WatchedRows(STATS);
    private final CollectorFixture fixture = new CollectorFixture(
            FleetSpec.TEST.withWorkloads("oltp").paced(1, 1, Duration.ofMinutes(25)),
            rows,
            Thread.ofVirtual().factory());
    private final long phase = fixture.ticker.readNanos();

    /** What peeks learn of plans is forgotten, so that bands have something to ask for. */
    private final CollectorStore forgetful = new ForwardingStore(fixture.store) {
        @Override
        public void identify(SeriesKey series, List<PlanIdentity> identities) {}
    };

    private final ServerLane lane =
            fixture.lane(fixture.tools(forgetful), CollectorFixture.settings(), fixture.target(), phase, phase + 1);

    @AfterEach
    void close() {
        fixture.server().faults().clear();
        fixture.server().faults().release();
        Await.until("the bodies' end", BOUND, () -> !lane.isBusy());
        lane.close();
        fixture.close();
    }

    @Test
    @Incident(55)
    void givenARowASecondForTenMinutes_whenPassAfterPassIsCut_thenEachMovesOnAndInTheEndAllIsHeldOnce()
            throws Exception {
        assertThat(lane.tick(phase)).isEqualTo(PassOutcome.DONE); // first contact, before it trickles
        Instant history = fixture.clock.now();
        trickle(STATS);
        long stored = 0;
        Duration trickled = Duration.ZERO;
        while (trickled.compareTo(TRICKLES) < 0) {
            Duration took = pass();
            trickled = trickled.plus(took);

            assertThat(took).isBetween(CUT, CUT.plus(A_ROW.multipliedBy(2)));
            assertThat(lane.status().backfill().last()).isEqualTo(PassOutcome.CUT);
            assertThat(fixture.leases.getLast().ending()).isEqualTo(LeaseEnding.RELEASED);
            assertThat(fixture.leases.getLast().abandoned()).isFalse();
            long now = stored();
            assertThat(now - stored)
                    .as("rows of a pass, but for the key under way of each statement")
                    .isGreaterThanOrEqualTo(CUT.toSeconds() - 4);
            stored = now;
        }

        fixture.server().faults().clear();
        while (lane.backfill() != PassOutcome.EMPTY) {
            assertThat(lane.status().backfill().last()).isIn(PassOutcome.DONE, PassOutcome.CUT);
        }
        HeldRows.assertWhole(fixture, lane, history);
        assertThat(fixture.server().judge().maximum()).isOne();
    }

    @Test
    @Incident(55)
    void givenIdentitiesAndWitnessesAtARowASecond_whenPassAfterPassIsCut_thenEachKeepsSomeUntilTheBandIsHeld()
            throws Exception {
        assertThat(lane.tick(phase)).isEqualTo(PassOutcome.DONE);
        Instant history = fixture.clock.now();
        trickle(IDENTITIES);
        int identified = 0;
        int passes = 0;
        while (held(Kind.RUNTIME).size() < 2) { // the tick has held one
            assertThat(passOfSeveralStatements()).isLessThan(CUT.plus(A_ROW.multipliedBy(5)));
            passes++;

            int now = identified();
            assertThat(now > identified || held(Kind.RUNTIME).size() > 1)
                    .as("pass %d knows %d plans, %d before", passes, now, identified)
                    .isTrue();
            identified = now;
        }

        assertThat(passes)
                .as("passes until the first band was held; each has time for half a dozen plans and their queries")
                .isBetween(3, 2 + identified / 5);
        fixture.server().faults().clear();
        while (lane.backfill() != PassOutcome.EMPTY) {
            assertThat(lane.status().backfill().last()).isIn(PassOutcome.DONE, PassOutcome.CUT);
        }
        HeldRows.assertWhole(fixture, lane, history);
        assertThat(held(Kind.RUNTIME)).noneMatch(entry -> entry.flags().contains(LedgerEntry.Flag.IDENTITY_LOST));
        assertThat(fixture.server().judge().maximum()).isOne();
    }

    private void trickle(String statements) {
        rows.watch(statements);
        fixture.server()
                .faults()
                .add(new FaultRule(
                        "trickle",
                        Match.HEAVY.withText(statements),
                        Occurrence.ALWAYS,
                        new Fault.Trickle(Hold.simulated(A_ROW), false)));
    }

    /** Plans whose identity the store has. */
    private int identified() {
        return fixture.store.sentinels(key(), Integer.MAX_VALUE / 2, 0).size();
    }

    /**
     * One pass of the backfill; both clocks go on by a second for each row, once the last one has come out of the driver. At the
     * time limit its end is awaited, which only a statement that was begun just then does not come to by itself.
     */
    private Duration pass() throws Exception {
        CompletableFuture<PassOutcome> pass = CompletableFuture.supplyAsync(lane::backfill, Thread::startVirtualThread);
        long before = rows.rows();
        for (long sent = 0; true; sent++) {
            long released = before + sent;
            Await.until("a row is due", BOUND, () -> pass.isDone() || (isParked() && rows.rows() == released));
            if (pass.isDone() || (sent >= CUT.toSeconds() && endsByItself(pass))) {
                return A_ROW.multipliedBy(sent);
            }
            fixture.clock.advance(A_ROW);
            fixture.pass(A_ROW);
        }
    }

    /**
     * One pass of the backfill whose statements may end early. Both clocks go on by a second once the server waits anew and the
     * driver has handed over what came before.
     */
    private Duration passOfSeveralStatements() {
        Instant start = fixture.clock.now();
        CompletableFuture<PassOutcome> pass = CompletableFuture.supplyAsync(lane::backfill, Thread::startVirtualThread);
        long begun = -1;
        long due = 0;
        while (true) {
            Instant now = fixture.clock.now();
            long before = begun;
            long handedOver = due;
            Await.until(
                    "a row is due",
                    BOUND,
                    () -> pass.isDone()
                            || (isParkedSince(now) && (rows.begun() != before || rows.rows() == handedOver)));
            if (pass.isDone()) {
                return Duration.between(start, now);
            }
            begun = rows.begun();
            due = (begun == before ? handedOver : rows.rows()) + 1;
            fixture.clock.advance(A_ROW);
            fixture.pass(A_ROW);
        }
    }

    private boolean isParkedSince(Instant now) {
        return fixture.server().faults().held().stream()
                .anyMatch(held -> held.isParked() && held.since().equals(now));
    }

    private static boolean endsByItself(CompletableFuture<PassOutcome> pass) throws Exception {
        try {
            pass.get(10, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException begunJustThen) {
            return false;
        }
    }

    private boolean isParked() {
        return fixture.server().faults().held().stream().anyMatch(HeldStatement::isParked);
    }

    /** Rows that are held or staged. */
    private long stored() {
        return Stream.of(Kind.values())
                .mapToLong(kind -> held(kind).stream()
                                .mapToLong(entry -> entry.figures().rows())
                                .sum()
                        + fixture.store.bands(key(), kind).stream()
                                .mapToLong(Band::stagedRows)
                                .sum())
                .sum();
    }

    private List<LedgerEntry> held(Kind kind) {
        return fixture.store.entries(key(), kind, Instant.EPOCH, fixture.clock.now()).stream()
                .filter(entry -> entry.figures() != null)
                .toList();
    }

    private SeriesKey key() {
        return lane.databases().getFirst().series().key();
    }
}
