package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sqlserversim.Await;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.ReplicaRole;
import java.sql.CallableStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Application locks as mssql-jdbc meets them: return codes, errors, scopes, what re-enters and what frees them. */
class ApplicationLocksEndToEndTest {
    private static final String EXCLUSIVE =
            "@Resource = 'r', @LockMode = 'Exclusive', @LockOwner = 'Session', @LockTimeout = 0";

    private Fleet fleet;
    private SimulatedServer server;

    @BeforeEach
    void start() throws Exception {
        fleet = Fleet.start(FleetSpec.TEST.sized(1, 2));
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

    private static int get(Client client, String arguments) throws SQLException {
        return client.number("DECLARE @rc int; EXEC @rc = sys.sp_getapplock " + arguments + "; SELECT @rc");
    }

    private static int release(Client client, String arguments) throws SQLException {
        return client.number("DECLARE @rc int; EXEC @rc = sys.sp_releaseapplock " + arguments + "; SELECT @rc");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            @Resource = 'a', @LockMode = 'Exclusive', @LockOwner = 'Session'                        | 0
            @Resource = 'a', @LockMode = 'EXCLUSIVE', @LockOwner = 'session', @LockTimeout = 0      | 0
            @Resource = 'a', @LockMode = 'intentSHARED', @LockOwner = 'SESSION', @LockTimeout = -1  | 0
            @Resource = '', @LockMode = 'Shared', @LockOwner = 'Session'                            | 0
            N'a', 'Update', 'Session', 0, 'public'                                                  | 0
            @Resource = 'held', @LockMode = 'Shared', @LockOwner = 'Session', @LockTimeout = 0      | -1
            @Resource = 'held', @LockMode = 'Shared', @LockOwner = 'Session', @LockTimeout = 20     | -1
            @Resource = 'HELD', @LockMode = 'Shared', @LockOwner = 'Session', @LockTimeout = 0      | 0
            @Resource = 'held ', @LockMode = 'Shared', @LockOwner = 'Session', @LockTimeout = 0     | 0
            @Resource = 'held', @LockMode = 'Shared', @LockOwner = 'Session', @LockTimeout = 0, @DbPrincipal = 'dbo' | 0
            @Resource = 'a', @LockMode = 'Exclusively', @LockOwner = 'Session'                      | -999
            @Resource = 'a', @LockMode = 'SharedIntentExclusive', @LockOwner = 'Session'            | -999
            @Resource = 'a', @LockMode = 'Exclusive', @LockOwner = 'Me'                             | -999
            @Resource = 'a', @LockMode = 'Exclusive'                                                | -999
            @Resource = 'a', @LockMode = 'Exclusive', @LockOwner = 'Transaction'                    | -999
            @LockMode = 'Exclusive', @LockOwner = 'Session'                                         | -999
            """)
    void givenArguments_whenALockIsAsked_thenTheReturnCode(String arguments, int code) throws Exception {
        try (Client other = open();
                Client client = open()) {
            assertThat(other.tryLock("held")).isZero();
            assertThat(get(client, arguments)).isEqualTo(code);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            EXEC sp_getapplock @Resource = NULL, @LockMode = 'Shared', @LockOwner = 'Session'                    | 1224 | S0005
            EXEC sp_getapplock @Resource = 'a', @LockMode = 'Shared', @LockOwner = 'Session', @LockTimeout = -2  | 1227 | S0001
            EXEC sp_getapplock @Resource = 'a', @LockOwner = 'Session'                                           | 201  | S0004
            EXEC sp_getapplock @Resource = 'a', @LockMode = 'Shared', @LockOwner = 'Session', @DbPrincipal = 'x' | 1202 | S0001
            EXEC sp_releaseapplock @Resource = 'a', @LockOwner = 'Session'                                       | 1223 | S0001
            SELECT APPLOCK_MODE('public', 'a', 'Transaction')                                                    | 3918 | S0001
            SELECT APPLOCK_MODE('public', 'a', 'Me')                                                             | 1226 | S0001
            SELECT APPLOCK_MODE('public', NULL, 'Session')                                                       | 8116 | S0001
            SELECT APPLOCK_TEST('public', 'a', 'Mine', 'Session')                                                | 1225 | S0001
            """)
    void givenWrongArguments_whenALockIsAsked_thenTheError(String sql, int number, String state) throws Exception {
        try (Client client = open()) {
            SQLException refused = catchThrowableOfType(SQLException.class, () -> {
                if (sql.startsWith("SELECT")) {
                    client.rows(sql);
                } else {
                    client.run(sql);
                }
            });
            assertThat(refused.getErrorCode()).isEqualTo(number);
            assertThat(refused.getSQLState()).isEqualTo(state);
        }
    }

    /** Rows: held; columns: asked for by another session. */
    @ParameterizedTest
    @CsvSource({
        "IntentShared,    1, 1, 1, 1, 0",
        "Shared,          1, 1, 1, 0, 0",
        "Update,          1, 1, 0, 0, 0",
        "IntentExclusive, 1, 0, 0, 1, 0",
        "Exclusive,       0, 0, 0, 0, 0",
    })
    void givenAModeHeld_whenAnotherSessionAsksForEach_thenThoseThatGoTogetherAreGranted(
            String held, int intentShared, int shared, int update, int intentExclusive, int exclusive)
            throws Exception {
        List<String> modes = List.of("IntentShared", "Shared", "Update", "IntentExclusive", "Exclusive");
        List<Integer> granted = List.of(intentShared, shared, update, intentExclusive, exclusive);
        try (Client holder = open();
                Client asker = open()) {
            get(holder, "'r', '" + held + "', 'Session', 0");
            for (int i = 0; i < modes.size(); i++) {
                assertThat(asker.number("SELECT APPLOCK_TEST('public', 'r', '" + modes.get(i) + "', 'Session')"))
                        .as(held + " with " + modes.get(i))
                        .isEqualTo(granted.get(i));
                int code = get(asker, "'r', '" + modes.get(i) + "', 'Session', 0");
                assertThat(code).isEqualTo(granted.get(i) - 1);
                if (code == 0) {
                    release(asker, "'r', 'Session'");
                }
                assertThat(holder.number("SELECT APPLOCK_TEST('public', 'r', '" + modes.get(i) + "', 'Session')"))
                        .as("its own hold does not count against it")
                        .isOne();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Shared, IntentExclusive, SharedIntentExclusive",
        "IntentExclusive, Shared, SharedIntentExclusive",
        "Update, IntentExclusive, UpdateIntentExclusive",
        "Shared, Update, Update",
        "IntentShared, Exclusive, Exclusive",
    })
    void givenTwoModesOfOneSession_whenAskedWhatItHolds_thenItIsBothInOne(String first, String second, String both)
            throws Exception {
        try (Client client = open()) {
            String look = "SELECT APPLOCK_MODE('public', 'r', 'Session')";
            assertThat(client.one(look)).isEqualTo("NoLock");
            get(client, "'r', '" + first + "', 'Session', 0");
            assertThat(client.one(look)).isEqualTo(first);
            get(client, "'r', '" + second + "', 'Session', 0");
            assertThat(client.one(look)).isEqualTo(both);
        }
    }

    @Test
    void givenThreeGets_whenReleased_thenItIsFreeAfterThree() throws Exception {
        try (Client holder = open();
                Client asker = open()) {
            for (int i = 0; i < 3; i++) {
                assertThat(get(holder, EXCLUSIVE)).isZero();
            }
            assertThat(asker.one("SELECT request_reference_count FROM sys.dm_tran_locks"))
                    .isEqualTo("3");
            for (int i = 0; i < 3; i++) {
                assertThat(get(asker, EXCLUSIVE)).isEqualTo(-1);
                assertThat(release(holder, "'r', 'Session'")).isZero();
            }
            assertThat(get(asker, EXCLUSIVE)).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            BEGIN TRAN; COMMIT                                          | false
            BEGIN TRAN; ROLLBACK                                        | false
            SET XACT_ABORT ON; RAISERROR('no', 16, 1)                   | false
            USE tempdb                                                  | false
            EXEC sp_releaseapplock @Resource = 'r', @LockOwner = 'Session' | true
            """)
    void givenASessionLock_whenSomethingHappens_thenOnlyItsReleaseFreesIt(String sql, boolean frees) throws Exception {
        try (Client holder = open();
                Client asker = open()) {
            assertThat(get(holder, EXCLUSIVE)).isZero();
            try {
                holder.run(sql);
            } catch (SQLException expected) {
                assertThat(expected.getErrorCode()).isEqualTo(50000);
            }
            assertThat(get(asker, EXCLUSIVE)).isEqualTo(frees ? 0 : -1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"COMMIT", "ROLLBACK"})
    void givenATransactionLock_whenTheTransactionEnds_thenItIsFree(String end) throws Exception {
        try (Client holder = open();
                Client asker = open()) {
            holder.run("BEGIN TRAN");
            assertThat(get(holder, "'r', 'Exclusive', 'Transaction', 0")).isZero();
            assertThat(asker.one("SELECT request_owner_type FROM sys.dm_tran_locks"))
                    .isEqualTo("TRANSACTION");
            assertThat(get(asker, EXCLUSIVE)).isEqualTo(-1);
            holder.run(end);
            assertThat(get(asker, EXCLUSIVE)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "abort", "kill", "restart", "crash", "failover"})
    void givenALock_whenItsSessionEnds_thenItIsFree(String how) throws Exception {
        Client holder = open("databaseName=tempdb");
        int spid = holder.sessionId();
        assertThat(get(holder, EXCLUSIVE)).isZero();
        switch (how) {
            case "close" -> holder.close();
            case "abort" -> holder.connection().abort(Runnable::run);
            case "restart" -> server.restart();
            case "crash" -> server.crash();
            case "failover" -> server.failover("other", fleet.clock().now());
            default -> {
                try (Client killer = open("user=killer")) {
                    killer.run("KILL " + spid);
                }
            }
        }
        try (Client asker = open("databaseName=tempdb")) {
            Await.until("the lock is free", () -> get(asker, EXCLUSIVE) == 0);
        }
    }

    @Test
    void givenALock_whenItsSessionsStatementIsCancelled_thenItStays() throws Exception {
        try (Client holder = open();
                Client asker = open()) {
            assertThat(get(holder, EXCLUSIVE)).isZero();
            try (Statement statement = holder.connection().createStatement()) {
                CompletableFuture<Integer> code = new CompletableFuture<>();
                Thread.ofVirtual()
                        .start(() -> code.complete(catchThrowableOfType(
                                        SQLException.class, () -> statement.execute("WAITFOR DELAY '01:00:00'"))
                                .getErrorCode()));
                Await.until(
                        "it runs",
                        () -> !asker.rows("SELECT 1 FROM sys.dm_exec_requests WHERE wait_type = 'WAITFOR'")
                                .isEmpty());
                statement.cancel();
                assertThat(code.join()).isZero();
            }
            assertThat(holder.one("SELECT APPLOCK_MODE('public', 'r', 'Session')"))
                    .isEqualTo("Exclusive");
            assertThat(get(asker, EXCLUSIVE)).isEqualTo(-1);
        }
    }

    @Test
    void givenTwoWaitersInACircle_whenTheSecondAsks_thenItGetsMinusThreeAndTheFirstOne() throws Exception {
        try (Client one = open();
                Client two = open();
                Client looker = open()) {
            get(one, "'a', 'Exclusive', 'Session', 0");
            get(two, "'b', 'Exclusive', 'Session', 0");
            CompletableFuture<Integer> first = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    first.complete(get(one, "'b', 'Exclusive', 'Session', -1"));
                } catch (SQLException e) {
                    first.completeExceptionally(e);
                }
            });
            Await.until(
                    "one waits",
                    () -> !looker.rows("SELECT 1 FROM sys.dm_tran_locks WHERE request_status = 'WAIT'")
                            .isEmpty());
            assertThat(get(two, "'a', 'Exclusive', 'Session', -1")).isEqualTo(-3);
            assertThat(two.one("SELECT APPLOCK_MODE('public', 'b', 'Session')")).isEqualTo("Exclusive");
            release(two, "'b', 'Session'");
            assertThat(first.join()).isOne();
        }
    }

    @Test
    void givenOneName_whenAskedInSeveralDatabases_thenEachIsAnotherLock() throws Exception {
        try (Client holder = open("databaseName=master");
                Client asker = open("databaseName=tempdb")) {
            assertThat(get(holder, EXCLUSIVE)).isZero();
            assertThat(get(asker, EXCLUSIVE)).isZero();
            assertThat(asker.number(
                            "DECLARE @rc int; EXEC @rc = master.sys.sp_getapplock " + EXCLUSIVE + "; SELECT @rc"))
                    .as("taken in master")
                    .isEqualTo(-1);
            assertThat(asker.rows("SELECT resource_database_id, request_owner_type FROM sys.dm_tran_locks"
                            + " ORDER BY resource_database_id"))
                    .containsExactly("1|SESSION", "2|SESSION");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"read-only", "secondary"})
    void givenADatabaseThatCannotBeWritten_whenAskedThere_thenASessionLockIsGranted(String why) throws Exception {
        if (why.equals("secondary")) {
            server.databases().replica("Orders", "ag1", ReplicaRole.SECONDARY_READABLE);
        } else {
            server.databases().readOnly("Orders", true);
        }
        try (Client holder = open("databaseName=Orders");
                Client asker = open("databaseName=Orders")) {
            assertThat(get(holder, EXCLUSIVE)).isZero();
            assertThat(get(asker, EXCLUSIVE)).isEqualTo(-1);
        }
    }

    @Test
    void givenALongResource_whenAsked_thenItIsCutAt255AndShowsItsFirst32() throws Exception {
        String name = "0123456789".repeat(26);
        try (Client holder = open();
                Client asker = open()) {
            assertThat(get(holder, "'" + name + "', 'Exclusive', 'Session', 0")).isZero();
            assertThat(get(asker, "'" + name.substring(0, 255) + "', 'Exclusive', 'Session', 0"))
                    .isEqualTo(-1);
            assertThat(asker.one("SELECT resource_description FROM sys.dm_tran_locks"))
                    .matches("0:\\[" + name.substring(0, 32) + "\\]:\\([0-9a-f]{8}\\)");
        }
    }

    @Test
    void givenACallStatement_whenExecuted_thenTheReturnStatusIsTheCode() throws Exception {
        try (Client holder = open();
                Client asker = open()) {
            for (Client client : List.of(holder, asker)) {
                try (CallableStatement call =
                        client.connection().prepareCall("{? = call sys.sp_getapplock(?, ?, ?, ?)}")) {
                    call.registerOutParameter(1, Types.INTEGER);
                    call.setString(2, "r");
                    call.setString(3, "Exclusive");
                    call.setString(4, "Session");
                    call.setInt(5, 0);
                    call.execute();
                    assertThat(call.getInt(1)).isEqualTo(client == holder ? 0 : -1);
                }
            }
        }
    }
}
