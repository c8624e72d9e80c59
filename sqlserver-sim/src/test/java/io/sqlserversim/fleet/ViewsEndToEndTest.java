package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import java.sql.SQLException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What mssql-jdbc sees of a server: login, views, permissions, states of databases. */
class ViewsEndToEndTest {
    private static Fleet fleet;
    private static SimulatedServer server;

    @BeforeAll
    static void start() throws Exception {
        fleet = Fleet.start(FleetSpec.TEST.sized(1, 3));
        server = fleet.first();
        server.instance()
                .add(new Login(
                        258, "narrow", "Abc123", "Sales", Grants.NONE.withDatabase("Sales", Permission.CONNECT)));
        server.instance()
                .add(new Login(259, "killer", "Abc123", "Sales", Grants.MONITOR.with(Permission.ALTER_ANY_CONNECTION)));
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    private static SQLException refused(ThrowingCallable call) {
        return catchThrowableOfType(SQLException.class, call);
    }

    @Test
    void givenTheLogin_whenItConnects_thenItIsInItsDefaultDatabase() throws Exception {
        try (Client client = Client.open(server, "applicationName=probe")) {
            assertThat(client.one("SELECT DB_NAME()")).isEqualTo("Sales");
            assertThat(client.one("SELECT CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128))"))
                    .isEqualTo("16.0.4165.4");
            assertThat(client.connection().getMetaData().getDatabaseProductVersion())
                    .isEqualTo("16.00.4165");
            assertThat(client.rows(
                            "SELECT program_name, login_name FROM sys.dm_exec_sessions WHERE session_id = @@SPID"))
                    .containsExactly("probe|monitor");
        }
    }

    @Test
    void givenADatabase_whenNamedAtLogin_thenItIsCurrent() throws Exception {
        try (Client client =
                Client.open(server, "databaseName=tempdb", "encrypt=true", "trustServerCertificate=true")) {
            assertThat(client.one("SELECT DB_NAME()")).isEqualTo("tempdb");
        }
    }

    @Test
    void givenWrongCredentials_whenLoggingIn_then18456Or4060() {
        assertThat(refused(() -> Client.open(server, "password=wrong")).getErrorCode())
                .isEqualTo(18456);
        assertThat(refused(() -> Client.open(server, "databaseName=Nowhere")).getErrorCode())
                .isEqualTo(4060);
        assertThat(refused(() -> Client.open(server, "user=narrow", "databaseName=Orders"))
                        .getErrorCode())
                .isEqualTo(4060);
    }

    @Test
    void givenTempdb_whenQueryStoreIsReadByThreePartNames_thenEachDatabaseAnswers() throws Exception {
        try (Client client = Client.open(server, "databaseName=tempdb")) {
            int intervals = client.number("SELECT COUNT(*) FROM [Sales].sys.query_store_runtime_stats_interval");
            assertThat(intervals).isGreaterThan(5);
            assertThat(client.number("SELECT COUNT(*) FROM [Orders].sys.query_store_plan"))
                    .isPositive();
            assertThat(client.number("SELECT COUNT(*) FROM sys.query_store_plan"))
                    .isZero();
            assertThat(client.rows("SELECT name FROM sys.databases WHERE is_query_store_on = 1 ORDER BY database_id"))
                    .containsExactly("Sales", "Orders", "Billing");
        }
    }

    @Test
    void givenHeavyAndLightStatements_whenRun_thenTheJudgeCountsTheHeavyOnly() throws Exception {
        try (Client client = Client.open(server)) {
            long before = server.judge().total();
            client.rows("SELECT interval_id FROM (SELECT runtime_stats_interval_id AS interval_id FROM"
                    + " sys.query_store_runtime_stats_interval) AS i");
            client.rows("SELECT desired_state FROM sys.database_query_store_options");
            assertThat(server.judge().total()).isEqualTo(before);
            client.rows("EXEC sp_executesql N'SELECT COUNT(*) FROM sys.query_store_runtime_stats'");
            assertThat(server.judge().total()).isEqualTo(before + 1);
            assertThat(server.judge().running()).isZero();
        }
    }

    @Test
    void givenTwoSessions_whenOneLooks_thenItSeesTheOther() throws Exception {
        try (Client one = Client.open(server, "applicationName=one");
                Client narrow = Client.open(server, "user=narrow", "databaseName=Sales")) {
            int spid = narrow.sessionId();
            assertThat(one.number("SELECT COUNT(*) FROM sys.dm_exec_sessions WHERE session_id = " + spid))
                    .isOne();
            assertThat(one.number("SELECT COUNT(*) FROM sys.dm_exec_connections WHERE session_id = " + spid))
                    .isOne();
            assertThat(narrow.number("SELECT COUNT(*) FROM sys.dm_exec_sessions"))
                    .isOne();
        }
    }

    @Test
    void givenNoPermission_whenViewsAreRead_thenTheNumbersOfTheRealServer() throws Exception {
        try (Client narrow = Client.open(server, "user=narrow", "databaseName=Sales")) {
            SQLException locks = refused(() -> narrow.rows("SELECT * FROM sys.dm_tran_locks"));
            assertThat(locks.getErrorCode()).isEqualTo(300);
            assertThat(locks.getNextException().getErrorCode()).isEqualTo(297);
            assertThat(refused(() -> narrow.rows("SELECT * FROM sys.query_store_plan"))
                            .getErrorCode())
                    .isEqualTo(262);
            assertThat(refused(() -> narrow.rows("SELECT * FROM Orders.sys.query_store_plan"))
                            .getErrorCode())
                    .isEqualTo(916);
            assertThat(refused(() -> narrow.rows("SELECT * FROM sys.dm_database_replica_states"))
                            .getErrorCode())
                    .isEqualTo(208);
            assertThat(refused(() -> narrow.run("KILL 51")).getErrorCode()).isEqualTo(6102);
        }
    }

    @Test
    void givenAView_whenLookedUpByItsId_thenTheCatalogueHasTheSameId() throws Exception {
        try (Client client = Client.open(server)) {
            assertThat(client.rows("SELECT o.name FROM sys.all_objects AS o JOIN sys.all_columns AS c"
                            + " ON c.object_id = o.object_id AND c.name = 'plan_type'"
                            + " WHERE o.object_id = OBJECT_ID('sys.query_store_plan')"))
                    .containsExactly("query_store_plan");
            assertThat(client.one("SELECT HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER STATE')"))
                    .isEqualTo("1");
        }
    }

    @Test
    void givenADatabaseOffLine_whenUsedOrNamed_then942() throws Exception {
        try (Client client = Client.open(server, "databaseName=tempdb")) {
            server.instance().database("Billing").change(now -> now.with(DatabaseState.OFFLINE));
            try {
                assertThat(refused(() -> client.run("USE Billing")).getErrorCode())
                        .isEqualTo(942);
                assertThat(refused(() -> client.rows("SELECT * FROM Billing.sys.query_store_plan"))
                                .getErrorCode())
                        .isEqualTo(942);
                assertThat(refused(() -> Client.open(server, "databaseName=Billing"))
                                .getErrorCode())
                        .isEqualTo(4060);
                assertThat(client.one("SELECT state_desc FROM sys.databases WHERE name = 'Billing'"))
                        .isEqualTo("OFFLINE");
            } finally {
                server.instance().database("Billing").change(now -> now.with(DatabaseState.ONLINE));
            }
        }
    }

    @Test
    void givenWorkDone_whenTheNextRequestLooks_thenTheSessionHasPaidForIt() throws Exception {
        try (Client client = Client.open(server)) {
            String cost = "SELECT logical_reads FROM sys.dm_exec_sessions WHERE session_id = @@SPID";
            long before = Long.parseLong(client.one(cost));
            client.rows("SELECT plan_id, count_executions FROM sys.query_store_runtime_stats");
            assertThat(Long.parseLong(client.one(cost))).isGreaterThan(before);
        }
    }

    @Test
    void givenStatements_whenSent_thenAllAreCounted() throws Exception {
        try (Client client = Client.open(server)) {
            long statements = server.instance().statements().get();
            long bytes = server.bytesOut();
            client.rows("SELECT 1");
            client.rows("SELECT 2");
            assertThat(server.instance().statements()).hasValue(statements + 2);
            assertThat(server.bytesOut()).isGreaterThan(bytes);
        }
    }
}
