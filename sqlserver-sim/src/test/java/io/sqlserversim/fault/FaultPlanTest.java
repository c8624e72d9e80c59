package io.sqlserversim.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.engine.StatementEnded;
import io.sqlserversim.engine.StatementEnded.Reason;
import io.sqlserversim.instance.ServerClock;
import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionLogin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultPlanTest {
    private static final Instant START = Instant.parse("2026-11-29T08:00:00Z");

    private final AtomicLong nanos = new AtomicLong();
    private final ManualClock clock = new ManualClock(START);
    private final FaultPlan plan = new FaultPlan(clock, nanos::get, 7);
    private final FakeSink sink = new FakeSink();
    private final Session session = session("app");
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stop() {
        plan.release();
        threads.shutdownNow();
    }

    private static Session session(String program) {
        SessionLogin login =
                new SessionLogin("monitor", program, "host", "jdbc", 1, false, false, new UUID(0, 1), "127.0.0.1", 1);
        return new Session(51, login, START, "Sales");
    }

    /** Runs a statement of so many rows as an engine does. */
    private long statement(Session who, boolean heavy, int rows) {
        StatementFaults.Course course = plan.begin(who, "select 1", heavy);
        long sent = 0;
        for (int i = 0; i < rows; i++) {
            who.signals().check();
            course.beforeRow(sink, sent);
            sink.row(new Object[0]);
            sent++;
        }
        return sent;
    }

    private CompletableFuture<Long> start(int rows) {
        return CompletableFuture.supplyAsync(() -> statement(session, true, rows), threads);
    }

    /** Polls, since no latch can be inside of what is tested. */
    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private void hang(Point at, boolean deaf) {
        plan.add(new FaultRule("hang", Match.HEAVY, Occurrence.only(1), new Fault.Hang(at, Hold.UNTIL_RELEASED, deaf)));
    }

    @Test
    void givenAHangBeforeTheFirstRow_whenReleased_thenAllRowsCome() throws Exception {
        hang(Point.START, false);
        CompletableFuture<Long> running = start(3);
        await(() -> plan.held().size() == 1);
        assertThat(sink.rows).hasValue(0);
        assertThat(sink.flushes).hasValue(0);
        assertThat(plan.held().getFirst().rule()).isEqualTo("hang");

        plan.release("other");
        assertThat(plan.held()).hasSize(1);
        plan.release("hang");
        assertThat(running.get(20, TimeUnit.SECONDS)).isEqualTo(3);
        assertThat(plan.held()).isEmpty();
    }

    /** Broken by a hold that the machine times: it would end by itself, or never. */
    @Test
    void givenAHoldOnAClockMovedByHand_whenTheClockShowsItsEnd_thenItEndsThenAndNotBefore() throws Exception {
        holdFor(Duration.ofMinutes(5).plusNanos(50), false); // finer than the clock's step, as drawn ones are
        CompletableFuture<Long> running = start(1);
        await(() -> plan.held().size() == 1);
        HeldStatement held = plan.held().getFirst();

        assertThat(held.until()).contains(START.plusSeconds(300));
        clock.advance(Duration.ofSeconds(299));
        assertThat(held.isParked()).isTrue();
        assertThat(held.isAskedToEnd()).isFalse();
        assertThat(running).isNotDone();

        clock.advance(Duration.ofSeconds(1));
        assertThat(held.isParked()).isFalse();
        assertThat(running.get(20, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void givenAHeldStatement_whenAttentionComes_thenADeafOneStaysParkedAndAHearingOneDoesNot() {
        holdFor(Duration.ofMinutes(5), true);
        CompletableFuture<Long> running = start(1);
        await(() -> plan.held().size() == 1);
        HeldStatement held = plan.held().getFirst();

        session.signals().raise(Reason.ATTENTION);
        assertThat(held.isAskedToEnd()).isTrue();
        assertThat(held.isParked()).isTrue();

        session.signals().deaf(false);
        assertThat(held.isParked()).isFalse();
        assertThatThrownBy(() -> running.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(StatementEnded.class);
    }

    private void holdFor(Duration time, boolean deaf) {
        plan.add(new FaultRule(
                "hold", Match.HEAVY, Occurrence.only(1), new Fault.Hang(Point.START, Hold.simulated(time), deaf)));
    }

    /**
     * A statement is listed as held before it parks, so a release may come in between; here it always does. Broken by
     * {@code park} instead of {@code parkUntil} in FaultPlan.hold, which waits for the next release and loses this one.
     */
    @Test
    void givenAReleaseBetweenListingAndParking_whenHeld_thenItIsNotLost() throws Exception {
        AtomicReference<FaultPlan> racing = new AtomicReference<>();
        ServerClock clock = new ServerClock() {
            @Override
            public Instant now() {
                return START;
            }

            @Override
            public Duration real(Duration simulated) {
                racing.get().release();
                return Duration.ofHours(1);
            }
        };
        racing.set(new FaultPlan(clock, nanos::get, 7));
        racing.get()
                .add(new FaultRule(
                        "hang",
                        Match.HEAVY,
                        Occurrence.only(1),
                        new Fault.Hang(Point.START, Hold.simulated(Duration.ofHours(1)), false)));
        CompletableFuture<Void> running = CompletableFuture.runAsync(
                () -> racing.get().begin(session, "select 1", true).beforeRow(sink, 0), threads);
        running.get(20, TimeUnit.SECONDS);
    }

    @Test
    void givenAHangMidRowset_whenReached_thenEarlierRowsAreFlushed() throws Exception {
        hang(Point.afterRows(2), false);
        CompletableFuture<Long> running = start(5);
        await(() -> plan.held().size() == 1);
        assertThat(sink.rows).hasValue(2);
        assertThat(sink.flushes).hasValue(1);
        plan.release();
        assertThat(running.get(20, TimeUnit.SECONDS)).isEqualTo(5);
    }

    @Test
    void givenAHangAfterBytes_whenReached_thenAtTheRowThatBringsThem() {
        hang(Point.afterBytes(25), false);
        CompletableFuture<Long> running = start(5);
        await(() -> plan.held().size() == 1);
        assertThat(sink.rows).hasValue(3);
        assertThat(running).isNotDone();
    }

    @Test
    void givenAHang_whenAnAttentionComes_thenTheStatementEnds() {
        hang(Point.START, false);
        CompletableFuture<Long> running = start(3);
        await(() -> plan.held().size() == 1);
        session.signals().raise(Reason.ATTENTION);
        assertEnds(running, Reason.ATTENTION);
    }

    @Test
    void givenADeafHang_whenAnAttentionComes_thenItEndsOnlyWithTheHold() {
        hang(Point.START, true);
        CompletableFuture<Long> running = start(3);
        await(() -> plan.held().size() == 1);
        session.signals().raise(Reason.ATTENTION);
        assertThat(running).isNotDone();
        assertThat(plan.held()).hasSize(1);

        plan.release();
        assertEnds(running, Reason.ATTENTION);
        assertThat(sink.rows).hasValue(0);
        assertThat(session.signals().isDeaf()).isFalse();
    }

    @Test
    void givenADeafHang_whenKilled_thenTheStatementEnds() {
        hang(Point.START, true);
        CompletableFuture<Long> running = start(3);
        await(() -> plan.held().size() == 1);
        session.signals().raise(Reason.KILLED);
        assertEnds(running, Reason.KILLED);
    }

    private static void assertEnds(CompletableFuture<Long> running, Reason reason) {
        assertThatThrownBy(() -> running.get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        StatementEnded.class,
                        ended -> assertThat(ended.reason()).isEqualTo(reason));
    }

    @Test
    void givenAHoldWithALimit_whenItIsOver_thenTheStatementGoesOn() {
        plan.add(new FaultRule(
                "short",
                Match.ANY,
                Occurrence.ALWAYS,
                new Fault.Hang(Point.START, Hold.realBetween(Duration.ofNanos(1), Duration.ofMillis(1)), false)));
        assertThat(statement(session, false, 3)).isEqualTo(3);
        assertThat(plan.triggered()).containsEntry("short", 1L);
    }

    @Test
    void givenATrickle_whenRowsCome_thenEachIsFlushedBeforeTheNext() {
        plan.add(new FaultRule("slow", Match.ANY, Occurrence.ALWAYS, new Fault.Trickle(Duration.ofNanos(10), true)));
        assertThat(statement(session, false, 4)).isEqualTo(4);
        assertThat(sink.flushes).hasValue(4);
        assertThat(session.signals().isDeaf()).isTrue();
        session.end(START);
        assertThat(session.signals().isDeaf()).isFalse();
    }

    @Test
    void givenADropAndAnError_whenReached_thenRowsBeforeThemWereSent() {
        plan.add(new FaultRule("drop", Match.ANY, Occurrence.only(1), new Fault.Drop(Point.afterRows(2))));
        assertThatThrownBy(() -> statement(session, false, 5)).isInstanceOf(StatementEnded.class);
        assertThat(sink.rows).hasValue(2);

        sink.dropped = false;
        SqlError error = new SqlError(701, 17, 123, "There is insufficient system memory.");
        plan.add(new FaultRule("fail", Match.ANY, Occurrence.only(1), new Fault.Fail(Point.afterRows(1), error)));
        assertThatThrownBy(() -> statement(session, false, 5)).isSameAs(error);
        assertThat(sink.rows).hasValue(3);
    }

    @Test
    void givenSpacedOccurrences_whenStatementsCome_thenGapsAndPauseAreKept() {
        plan.add(new FaultRule(
                "spaced",
                Match.HEAVY,
                Occurrence.spaced(5, 2, 4, Duration.ofSeconds(1)),
                new Fault.Hang(Point.START, Hold.real(Duration.ZERO), false)));
        List<Integer> at = new ArrayList<>();
        for (int i = 1; i <= 40; i++) {
            nanos.addAndGet(Duration.ofMillis(i < 20 ? 1000 : 100).toNanos());
            long before = plan.triggered().get("spaced");
            statement(session, false, 1);
            statement(session, true, 1);
            if (plan.triggered().get("spaced") > before) {
                at.add(i);
            }
        }
        assertThat(at).startsWith(5).hasSizeGreaterThan(6);
        for (int i = 1; i < at.size(); i++) {
            int gap = at.get(i) - at.get(i - 1);
            assertThat(gap).isBetween(2, at.get(i) < 20 ? 4 : 13);
            assertThat(gap).isGreaterThanOrEqualTo(at.get(i - 1) >= 20 ? 10 : 2);
        }
    }

    @Test
    void givenTwoDueRules_whenOneStatementComes_thenTheSecondStaysDue() {
        for (String name : List.of("one", "two")) {
            plan.add(new FaultRule(
                    name, Match.ANY, Occurrence.only(1), new Fault.Hang(Point.START, Hold.real(Duration.ZERO), false)));
        }
        statement(session, false, 1);
        assertThat(plan.triggered()).containsEntry("one", 1L).containsEntry("two", 0L);
        statement(session, false, 1);
        assertThat(plan.triggered()).containsEntry("one", 1L).containsEntry("two", 1L);
    }

    @Test
    void givenANarrowMatch_whenOthersComeBy_thenTheyAreLeftAlone() {
        Match narrow = Match.ANY.withText("select\\s+\\d").inDatabase("SALES").byProgram("app/");
        plan.add(new FaultRule("narrow", narrow, Occurrence.ALWAYS, new Fault.Drop(Point.START)));
        assertThat(statement(session("other"), true, 2)).isEqualTo(2);
        assertThatThrownBy(() -> statement(session("app/1"), false, 2)).isInstanceOf(StatementEnded.class);
        assertThat(plan.remove("narrow")).isTrue();
        sink.dropped = false;
        assertThat(statement(session("app/1"), false, 2)).isEqualTo(2);
    }

    @Test
    void givenARefusal_whenTheLoginMatches_thenItsErrorsAreGiven() {
        SqlError first = new SqlError(4060, 11, 1, "Cannot open database.");
        plan.add(new FaultRule(
                "refuse", Match.ANY.inDatabase("Sales"), Occurrence.only(2), new Fault.RefuseLogin(List.of(first))));
        assertThat(plan.refusal(session.login(), "Orders")).isEmpty();
        assertThat(plan.refusal(session.login(), "sales")).isEmpty();
        assertThat(plan.refusal(session.login(), "sales")).containsExactly(first);
        assertThat(plan.refusal(session.login(), "sales")).isEmpty();
    }
}
