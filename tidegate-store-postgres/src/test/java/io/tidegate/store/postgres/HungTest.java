package io.tidegate.store.postgres;

import static io.tidegate.core.store.StoreFixture.band;
import static io.tidegate.core.store.StoreFixture.hold;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.revision;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.stage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.QueryTimedOutException;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Await;
import io.tidegate.store.postgres.Wire.Fault;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A call that hangs ends by itself at its limit, wherever it hangs, and the store goes on. The tests wait for the end, not
 * for a time; without limits they would wait for ever.
 */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class HungTest {
    private static final Duration SHORT = Duration.ofSeconds(3);

    private final String schema = TestPostgres.freshSchema();

    /** Mutation seen to break it: a session without limits, and no deadline. */
    @Test
    @Incident(107)
    void givenALockThatAnotherHolds_whenACallWaitsForIt_thenItGivesUpAndNothingIsKept() throws Exception {
        try (PostgresStore calm = TestStores.open(schema);
                PostgresStore store = TestStores.open(TestStores.options(schema).withCallLimit(SHORT))) {
            SeriesKey k = listed(calm, 1);
            try (Lock lock = new Lock(schema, "stage IN ACCESS EXCLUSIVE MODE")) {
                StoreException e = failure(() -> stage(store, band(k, 1, 1), 0, row(1, 5, 2)));
                assertThat(e.isAmbiguous()).isFalse();
                assertThat(e).hasMessageContaining("gave up waiting for a lock");
            }
            assertThat(calm.band(band(k, 1, 1))).isEmpty();
            Await.until("the store goes on", Duration.ofSeconds(60), () -> isStaged(store, calm, band(k, 1, 1)));
        }
    }

    /** A server, or network, that is there and silent in the middle of a transaction. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    @Incident(107)
    void givenASilentServer_whenACallIsMade_thenItIsGivenUpAtItsLimitAndTheStoreGoesOn(int place) throws Exception {
        try (Wire wire = new Wire(TestPostgres.port());
                PostgresStore calm = TestStores.open(schema);
                PostgresStore store =
                        TestStores.open(KillTest.through(wire, schema).withCallLimit(SHORT))) {
            SeriesKey k = Change.CLAIM.prepare(calm, "Sales");
            BandKey key = Change.band(k);
            store.registerServer("sim-1"); // a connection is there, so that the place is inside the call
            wire.arm(place, Fault.FREEZE, port -> {});

            StoreException e = failure(() -> Change.CLAIM.make(store, k));

            assertThat(e.isAmbiguous()).isFalse();
            assertThat(calm.band(key)).isEmpty();
            wire.heal();
            Await.until("the store goes on", Duration.ofSeconds(60), () -> isStaged(store, calm, key));
        }
    }

    /** Stages through one store and looks through another, since on a slow machine a short limit may pass again. */
    private static boolean isStaged(PostgresStore store, PostgresStore calm, BandKey key) {
        try {
            stage(store, key, 0, row(1, 5, 2));
        } catch (StoreException e) {
            // once more, then
        }
        return calm.band(key).isPresent();
    }

    /** Mutation seen to break it: no deadline and no socket time-out. */
    @Test
    @Incident(108)
    void givenASilentServer_whenACommitIsUnderWay_thenItIsAmbiguousAtItsLimitAndKeptOnce() throws Exception {
        try (Wire wire = new Wire(TestPostgres.port());
                PostgresStore calm = TestStores.open(schema);
                PostgresStore store =
                        TestStores.open(KillTest.through(wire, schema).withCallLimit(SHORT))) {
            SeriesKey k = Change.CLAIM.prepare(calm, "Sales");
            BandKey key = Change.band(k);
            StoreException e;
            do {
                wire.heal();
                wire.loseNextCommit(Fault.FREEZE);
                e = failure(() -> Change.CLAIM.make(store, k));
            } while (!wire.hasFired());

            assertThat(e.isAmbiguous()).isTrue();
            assertThat(calm.band(key).orElseThrow().revision()).isEqualTo(1);
            assertThat(stage(calm, key, 0, row(1, 50, 2))).isEqualTo(new CommitResult.Fenced(1));
            hold(calm, key, 1);
            assertThat(calm.storedIntervals(k).getFirst().rows()).isEqualTo(3);
        }
    }

    /** A statement may run longer than a call waits for a connection, so that the second gives up first. */
    @Test
    @Incident(109)
    void givenAllConnectionsAtWork_whenAnotherCallComes_thenItIsToldThatTheStoreIsBusy() throws Exception {
        PostgresOptions options = TestStores.options(schema).withConnections(1, 1);
        try (PostgresStore store = TestStores.open(options.withCallLimit(SHORT.multipliedBy(4)));
                Connection beside = TestPostgres.beside(schema);
                ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<?> first = threads.submit(() -> store.query(UserSqlTest.ENDLESS, 1));
            Await.until("the query runs", Duration.ofSeconds(60), () -> runs(beside) || first.isDone());

            StoreException e = failure(store::servers);

            assertThat(e.isAmbiguous()).isFalse();
            assertThat(e).hasMessageContaining("no connection became free within 4 s");
            assertThat(store.registerServer("sim-1")).as("the collector's own").isPositive();
            stopQueries(beside);
            assertThat(catchThrowable(first::get)).hasCauseInstanceOf(QueryTimedOutException.class);
        }
    }

    private static void stopQueries(Connection beside) throws SQLException {
        try (Statement s = beside.createStatement()) {
            s.execute(
                    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = 'tidegate-history'");
        }
    }

    private static boolean runs(Connection beside) {
        try (Statement s = beside.createStatement();
                ResultSet r = s.executeQuery("SELECT count(*) FROM pg_stat_activity WHERE state = 'active'"
                        + " AND application_name = 'tidegate-history' AND query LIKE 'FETCH%'")) {
            r.next();
            return r.getInt(1) == 1;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A node that died in a transaction. Mutation seen to break it: a session without limits. */
    @Test
    void givenADeadNodeWithATransactionOpen_whenAnotherWaitsForItsLock_thenTheServerEndsItAndTheOtherGoesOn()
            throws Exception {
        PostgresOptions dying = TestStores.options(schema).withCallLimit(SHORT);
        try (PostgresStore store = TestStores.open(schema);
                Connection dead = Sessions.of(dying, dying.login(), "collector").getConnection();
                Statement s = dead.createStatement()) {
            SeriesKey k = listed(store, 1);
            dead.setAutoCommit(false);
            s.execute("SELECT * FROM series FOR UPDATE");

            long revision = revision(stage(store, band(k, 1, 1), 0, row(1, 5, 2)));

            assertThat(revision).isEqualTo(1);
        }
    }

    private static StoreException failure(Runnable call) {
        StoreException e = catchThrowableOfType(StoreException.class, call::run);
        assertThat(e).isNotNull();
        return e;
    }
}
