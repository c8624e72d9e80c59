package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.Await;
import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions as others see them, and what restarts, failovers and broken connections make of them. */
class SessionsEndToEndTest {
    private static final Instant START = Instant.parse("2026-11-29T08:00:30Z");

    private final ManualClock clock = new ManualClock(START);
    private Fleet fleet;
    private SimulatedServer server;

    @BeforeEach
    void start() throws Exception {
        fleet = Fleet.start(FleetSpec.TEST, clock);
        server = fleet.first();
        server.instance()
                .add(new Login(259, "killer", "Abc123", "Sales", Grants.MONITOR.with(Permission.ALTER_ANY_CONNECTION)));
    }

    @AfterEach
    void stop() {
        fleet.close();
    }

    private Client open(String... more) throws SQLException {
        return Client.open(server, more);
    }

    /** A statement on its way on another thread; ends with what it met. */
    private static CompletableFuture<Object> running(Client client, String sql) {
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                client.run(sql);
                outcome.complete("done");
            } catch (SQLException e) {
                outcome.complete(e);
            }
        });
        return outcome;
    }

    @Test
    void givenAWaiterForALock_whenAnotherLooks_thenItSeesWhoBlocksIt() throws Exception {
        try (Client holder = open("databaseName=tempdb");
                Client waiter = open("databaseName=tempdb");
                Client looker = open("databaseName=tempdb")) {
            assertThat(holder.tryLock("some/resource")).isZero();
            int waiting = waiter.sessionId();
            var outcome = running(
                    waiter,
                    "EXEC sp_getapplock @Resource = 'some/resource', @LockMode = 'Shared', @LockOwner = 'Session',"
                            + " @LockTimeout = -1");
            String look = "SELECT blocking_session_id, wait_type, status, LEFT(wait_resource, 32)"
                    + " FROM sys.dm_exec_requests WHERE session_id = " + waiting + " AND wait_type IS NOT NULL";
            Await.until("it waits", () -> !looker.rows(look).isEmpty());
            assertThat(looker.rows(look))
                    .containsExactly(holder.sessionId() + "|LCK_M_S|suspended|APPLICATION: 2:0:[some/resource]");
            assertThat(looker.rows("SELECT request_session_id, request_mode, request_status FROM sys.dm_tran_locks"
                            + " ORDER BY request_status"))
                    .containsExactly(holder.sessionId() + "|X|GRANT", waiting + "|S|WAIT");
            holder.run("EXEC sp_releaseapplock @Resource = 'some/resource', @LockOwner = 'Session'");
            assertThat(outcome.join()).isEqualTo("done");
            assertThat(looker.rows(look)).isEmpty();
        }
    }

    @Test
    void givenAWaitfor_whenAnotherLooks_thenItIsSuspendedAndKillEndsIt() throws Exception {
        try (Client sleeper = open();
                Client killer = open("user=killer")) {
            int spid = sleeper.sessionId();
            var outcome = running(sleeper, "WAITFOR DELAY '01:00:00'");
            String look = "SELECT status, wait_type, command FROM sys.dm_exec_requests WHERE session_id = " + spid;
            Await.until("it waits", () -> killer.rows(look).toString().contains("WAITFOR|"));
            assertThat(killer.rows(look)).containsExactly("suspended|WAITFOR|WAITFOR");
            killer.run("KILL " + spid);
            assertThat(outcome.join()).isInstanceOf(SQLException.class);
            assertThat(((SQLException) outcome.join()).getErrorCode()).isEqualTo(596);
            Await.until(
                    "the session has gone",
                    () -> killer.rows("SELECT 1 FROM sys.dm_exec_sessions" + " WHERE session_id = " + spid)
                            .isEmpty());
            assertThat(killer.refused("KILL " + spid).getErrorCode()).isEqualTo(6106);
            assertThat(killer.refused("KILL " + killer.sessionId()).getErrorCode())
                    .isEqualTo(6104);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void givenSessionsAndLocks_whenTheInstanceIsRestarted_thenAllBeginsAgain(boolean crash) throws Exception {
        Client before = open("databaseName=tempdb");
        Client second = open("databaseName=tempdb");
        assertThat(before.tryLock("r")).isZero();
        assertThat(second.sessionId()).isEqualTo(52);
        int port = server.port();
        long captured = executions(before);
        assertThat(captured).isPositive();
        clock.advance(Duration.ofSeconds(20));
        long full = executions(before);
        assertThat(full).as("more in memory").isGreaterThan(captured);

        if (crash) {
            server.crash();
        } else {
            server.restart();
        }

        assertThat(second.refused("SELECT 1").getSQLState()).isNotEmpty();
        assertThat(before.refused("SELECT 1").getSQLState()).isNotEmpty();
        assertThat(server.port()).isEqualTo(port);
        try (Client after = open("databaseName=tempdb")) {
            assertThat(after.sessionId()).isEqualTo(51);
            assertThat(after.tryLock("r")).isZero();
            assertThat(
                            after.rows(
                                    "SELECT CONVERT(nvarchar(19), create_date, 126) FROM sys.databases WHERE name = 'tempdb'"
                                            + " UNION ALL SELECT CONVERT(nvarchar(19), sqlserver_start_time, 126) FROM sys.dm_os_sys_info"))
                    .containsExactly("2026-11-29T08:00:50", "2026-11-29T08:00:50");
            if (crash) {
                assertThat(executions(after)).as("what was in memory is lost").isLessThan(full);
            } else {
                assertThat(executions(after)).isEqualTo(full);
            }
        }
    }

    /** Executions that the Query Store shows for the newest interval. */
    private static long executions(Client client) throws SQLException {
        return Long.parseLong(client.one("SELECT COALESCE(SUM(rs.count_executions), 0) FROM"
                + " Sales.sys.query_store_runtime_stats AS rs WHERE rs.last_execution_time >= '2026-11-29T08:00:00'"));
    }

    @Test
    void givenAFailover_whenReconnected_thenThereIsAnotherInstanceBehindTheSamePort() throws Exception {
        int port = server.port();
        try (Client before = open("databaseName=tempdb")) {
            assertThat(before.tryLock("r")).isZero();
            assertThat(before.one("SELECT @@SERVERNAME")).isEqualTo("sim-1");
        }
        server.failover("node-b", START.minus(Duration.ofDays(3)));
        assertThat(server.port()).isEqualTo(port);
        assertThat(server.name()).isEqualTo("sim-1");
        try (Client after = open("databaseName=tempdb")) {
            assertThat(after.rows("SELECT @@SERVERNAME, CAST(SERVERPROPERTY('ServerName') AS nvarchar(128)),"
                            + " CONVERT(nvarchar(19), sqlserver_start_time, 126) FROM sys.dm_os_sys_info"))
                    .containsExactly("node-b|node-b|2026-11-26T08:00:30");
            assertThat(after.tryLock("r")).as("locks are not replicated").isZero();
            assertThat(after.number("SELECT COUNT(*) FROM Sales.sys.query_store_plan"))
                    .isPositive();
        }
    }

    /** The driver asks whether an idle connection is broken only after 15 s without traffic; here after none. */
    private static void idleAtOnce(Client client) throws Exception {
        Field tracker = Class.forName("com.microsoft.sqlserver.jdbc.SQLServerConnection")
                .getDeclaredField("idleNetworkTracker");
        tracker.setAccessible(true);
        Method limit = tracker.get(client.connection()).getClass().getDeclaredMethod("setMaxIdleMillis", int.class);
        limit.setAccessible(true);
        limit.invoke(tracker.get(client.connection()), -1);
    }

    @ParameterizedTest
    @CsvSource({"true, 1, true", "true, 0, false", "false, 1, false"})
    void givenABrokenIdleConnection_whenUsedAgain_thenItIsTakenUpOnlyWithSessionRecovery(
            boolean switched, int retries, boolean resumes) throws Exception {
        server.sessionRecovery(switched);
        try (Client client = open("connectRetryCount=" + retries, "connectRetryInterval=1", "databaseName=tempdb")) {
            client.run("USE Sales");
            assertThat(client.tryLock("r")).isZero();
            idleAtOnce(client);
            int spid = client.sessionId();
            server.instance().sessions().kill(spid);
            Await.until(
                    "the session has gone", () -> server.instance().sessions().find(spid) == null);

            if (resumes) {
                assertThat(client.one("SELECT DB_NAME()")).isEqualTo("Sales");
                assertThat(client.one("SELECT APPLOCK_MODE('public', 'r', 'Session')"))
                        .as("another session, without the lock")
                        .isEqualTo("NoLock");
            } else {
                assertThat(client.refused("SELECT 1").getSQLState()).isNotEmpty();
            }
        }
    }
}
