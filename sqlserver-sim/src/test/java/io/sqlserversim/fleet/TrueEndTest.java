package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sqlserversim.Await;
import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A statement is over only when the server says so: until then it counts as running, is visible, and its session keeps
 * its locks, whatever became of the client.
 */
class TrueEndTest {
    private static final String HEAVY = "SELECT plan_id, count_executions FROM Sales.sys.query_store_runtime_stats";
    private static final String LOCK = "some/heavy/1";
    private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

    private Fleet fleet;
    private SimulatedServer server;

    @BeforeEach
    void start() throws Exception {
        fleet = Fleet.start(FleetSpec.TEST);
        server = fleet.first();
        server.instance()
                .add(new Login(258, "killer", "Abc123", "Sales", Grants.MONITOR.with(Permission.ALTER_ANY_CONNECTION)));
    }

    @AfterEach
    void stop() throws Exception {
        fleet.close();
        Await.until(
                "no session is left", () -> server.instance().sessions().all().isEmpty());
        assertThat(server.judge().running()).isZero();
        assertThat(server.locks().snapshot()).isEmpty();
    }

    private void hang(long rows, boolean deaf) {
        server.faults()
                .add(new FaultRule(
                        "hang",
                        Match.HEAVY,
                        Occurrence.ALWAYS,
                        new Fault.Hang(new Point(rows, 0), Hold.UNTIL_RELEASED, deaf)));
    }

    private static CompletableFuture<Integer> read(Client client) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return client.rows(HEAVY).size();
                    } catch (SQLException e) {
                        throw new CompletionException(e);
                    }
                },
                THREADS);
    }

    private void untilHeld(int count) throws Exception {
        Await.until(count + " statements are held", () -> server.faults().held().size() == count);
    }

    @Test
    void givenTwoHeavyStatementsAtOnce_whenJudged_thenTheMaximumIsTwo() throws Exception {
        hang(0, false);
        try (Client one = Client.open(server);
                Client two = Client.open(server)) {
            CompletableFuture<Integer> first = read(one);
            untilHeld(1);
            CompletableFuture<Integer> second = read(two);
            untilHeld(2);
            assertThat(server.judge().running()).isEqualTo(2);

            server.faults().release();
            assertThat(first.get(30, TimeUnit.SECONDS)).isPositive().isEqualTo(second.get(30, TimeUnit.SECONDS));
            assertThat(server.judge().running()).isZero();
            assertThat(server.judge().maximum()).isEqualTo(2);
        }
    }

    @Test
    void givenAHungStatement_whenTheClientIsGone_thenItRunsOnWithItsLockUntilReleased() throws Exception {
        hang(2, false);
        try (Client watcher = Client.open(server, "databaseName=tempdb")) {
            Client gone = Client.open(server, "databaseName=tempdb");
            int spid = gone.sessionId();
            assertThat(gone.tryLock(LOCK)).isZero();
            CompletableFuture<Integer> lost = read(gone);
            untilHeld(1);
            gone.connection().abort(THREADS);
            assertThat(lost.handle((rows, failure) -> failure).get(30, TimeUnit.SECONDS))
                    .isNotNull();

            assertThat(server.judge().running()).isOne();
            assertThat(watcher.tryLock(LOCK)).isEqualTo(-1);
            assertThat(watcher.number("SELECT COUNT(*) FROM sys.dm_exec_requests WHERE session_id = " + spid))
                    .isOne();
            assertThat(watcher.number("SELECT COUNT(*) FROM sys.dm_tran_locks WHERE request_session_id = " + spid
                            + " AND resource_type = 'APPLICATION'"))
                    .isOne();

            server.faults().release();
            Await.until("the lock is free", () -> watcher.tryLock(LOCK) == 0);
            assertThat(server.judge().running()).isZero();
            Await.until(
                    "the session is gone",
                    () -> watcher.number("SELECT COUNT(*) FROM sys.dm_exec_sessions WHERE session_id = " + spid) == 0);
        }
    }

    @Test
    void givenAHungStatement_whenKilled_thenItsLockIsFreeAndTheVictimSees596() throws Exception {
        hang(0, true);
        try (Client killer = Client.open(server, "user=killer", "databaseName=tempdb");
                Client victim = Client.open(server, "databaseName=tempdb")) {
            int spid = victim.sessionId();
            assertThat(victim.tryLock(LOCK)).isZero();
            CompletableFuture<Integer> running = read(victim);
            untilHeld(1);
            assertThat(killer.tryLock(LOCK)).isEqualTo(-1);

            killer.run("KILL " + spid);
            Throwable failure = running.handle((rows, e) -> e).get(30, TimeUnit.SECONDS);
            assertThat(failure.getCause())
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(596));
            Await.until("the lock is free", () -> killer.tryLock(LOCK) == 0);
            assertThat(server.judge().running()).isZero();
        }
    }

    @Test
    void givenAStatementThatHears_whenCancelled_thenTheSessionAndItsLockLiveOn() throws Exception {
        hang(0, false);
        try (Client client = Client.open(server, "databaseName=tempdb");
                Client other = Client.open(server, "databaseName=tempdb")) {
            assertThat(client.tryLock(LOCK)).isZero();
            SQLException timeout = catchThrowableOfType(SQLException.class, () -> timedRead(client));
            assertThat(timeout.getMessage()).contains("timed out");
            assertThat(server.judge().running()).isZero();
            assertThat(other.tryLock(LOCK)).isEqualTo(-1);
            assertThat(client.one("SELECT APPLOCK_MODE('public', N'" + LOCK + "', 'Session')"))
                    .isEqualTo("Exclusive");
        }
    }

    private static void timedRead(Client client) throws SQLException {
        try (Statement statement = client.connection().createStatement()) {
            statement.setQueryTimeout(1);
            statement.executeQuery(HEAVY).close();
        }
    }

    @Test
    void givenADeafStatement_whenCancelled_thenItEndsOnlyWhenTheServerWants() throws Exception {
        hang(0, true);
        try (Client client = Client.open(server, "databaseName=tempdb");
                Client other = Client.open(server, "databaseName=tempdb")) {
            assertThat(client.tryLock(LOCK)).isZero();
            int spid = client.sessionId();
            CompletableFuture<Void> running = CompletableFuture.runAsync(
                    () -> {
                        try {
                            timedRead(client);
                        } catch (SQLException e) {
                            throw new CompletionException(e);
                        }
                    },
                    THREADS);
            Await.until(
                    "the attention arrived",
                    () -> server.instance().sessions().find(spid).signals().attentions() > 0);
            assertThat(server.judge().running()).isOne();
            assertThat(running).isNotDone();
            assertThat(other.tryLock(LOCK)).isEqualTo(-1);

            server.faults().release();
            Throwable failure = running.handle((rows, e) -> e).get(30, TimeUnit.SECONDS);
            assertThat(failure.getCause()).hasMessageContaining("timed out");
            assertThat(server.judge().running()).isZero();
            assertThat(client.one("SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void givenHeldLocksAndStatements_whenTheInstanceRestarts_thenAllAreGoneAndTempdbIsNew() throws Exception {
        hang(0, true);
        String created;
        try (Client client = Client.open(server, "databaseName=tempdb")) {
            created = client.one("SELECT create_date FROM sys.databases WHERE name = 'tempdb'");
            assertThat(client.tryLock(LOCK)).isZero();
            CompletableFuture<Integer> running = read(client);
            untilHeld(1);
            int port = server.port();
            server.restart();
            assertThat(server.port()).isEqualTo(port);
            assertThat(running.handle((rows, e) -> e).get(30, TimeUnit.SECONDS)).isNotNull();
        }
        server.faults().clear();
        try (Client client = Client.open(server, "databaseName=tempdb")) {
            assertThat(client.one("SELECT create_date FROM sys.databases WHERE name = 'tempdb'"))
                    .isNotEqualTo(created);
            assertThat(client.tryLock(LOCK)).isZero();
            assertThat(server.judge().running()).isZero();
        }
    }

    @Test
    void givenManyFaults_whenTheFifthHeavyStatementRuns_thenItHangsDeafUntilReleased() throws Exception {
        try (Fleet faulty = Fleet.start(FleetSpec.TEST.withFaults(FaultLevel.MANY));
                Client client = Client.open(faulty.first())) {
            for (int i = 0; i < 4; i++) {
                client.rows("SELECT 1");
                assertThat(client.rows(HEAVY)).isNotEmpty();
            }
            CompletableFuture<Integer> fifth = read(client);
            Await.until("it is held", () -> faulty.first().faults().held().size() == 1);
            assertThat(faulty.first().faults().triggered()).containsEntry("deaf hang", 1L);
            assertThat(faulty.first()
                            .instance()
                            .sessions()
                            .all()
                            .getFirst()
                            .signals()
                            .isDeaf())
                    .isTrue();
            faulty.first().faults().release();
            assertThat(fifth.get(30, TimeUnit.SECONDS)).isPositive();
        }
    }

    @Test
    void givenLocksDenied_whenAskedFor_then229() throws Exception {
        server.locks().deny(true);
        try (Client client = Client.open(server, "databaseName=tempdb")) {
            SQLException denied = catchThrowableOfType(SQLException.class, () -> client.tryLock(LOCK));
            assertThat(denied.getErrorCode()).isEqualTo(229);
            server.locks().deny(false);
            assertThat(client.tryLock(LOCK)).isZero();
        }
        server.instance().login("monitor").grants(Grants.MONITOR.denyExecute("sp_getapplock"));
        try (Client client = Client.open(server, "databaseName=tempdb");
                Client other = Client.open(server, "user=killer", "databaseName=tempdb")) {
            SQLException denied = catchThrowableOfType(SQLException.class, () -> client.tryLock(LOCK));
            assertThat(denied.getErrorCode()).isEqualTo(229);
            assertThat(other.tryLock(LOCK)).isZero();
        }
    }
}
