package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sqlserversim.Await;
import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.ReplicaRole;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Databases in all the states in which a DBA, a restore or an availability group can put them, met by mssql-jdbc. */
class DatabasesEndToEndTest {
    private Fleet fleet;
    private SimulatedServer server;

    @BeforeEach
    void start() throws Exception {
        fleet = Fleet.start(FleetSpec.TEST.sized(1, 2));
        server = fleet.first();
    }

    @AfterEach
    void stop() {
        fleet.close();
    }

    private static List<Integer> numbers(ThrowingCallable call) {
        List<Integer> numbers = new ArrayList<>();
        for (SQLException e = catchThrowableOfType(SQLException.class, call); e != null; e = e.getNextException()) {
            numbers.add(e.getErrorCode());
        }
        return numbers;
    }

    private Client inTempdb(String... more) throws SQLException {
        List<String> properties = new ArrayList<>(List.of(more));
        properties.add("databaseName=tempdb");
        return Client.open(server, properties.toArray(String[]::new));
    }

    private void put(String what) {
        switch (what) {
            case "SINGLE_USER" -> server.databases().singleUser("Orders", 32_000);
            case "RESTRICTED_USER" -> server.databases().restricted("Orders", true);
            default -> {
                if (List.of("OFFLINE", "RESTORING", "RECOVERING", "SUSPECT", "RECOVERY_PENDING")
                        .contains(what)) {
                    server.databases().state("Orders", DatabaseState.valueOf(what));
                } else {
                    server.databases().replica("Orders", "ag1", ReplicaRole.valueOf(what));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OFFLINE, 942, ReadWrite, 4060 18456",
        "RESTORING, 927, ReadWrite, 4060 18456",
        "RECOVERING, 922, ReadWrite, 4060 18456",
        "SUSPECT, 926, ReadWrite, 4060 18456",
        "RECOVERY_PENDING, 945, ReadWrite, 4060 18456",
        "RESTRICTED_USER, 923, ReadWrite, 4060 18456",
        "SECONDARY_NOT_READABLE, 976, ReadWrite, 976 4060 18456",
        "SECONDARY_NOT_READABLE, 976, ReadOnly, 976 4060 18456",
        "SECONDARY_READ_INTENT_ONLY, 978, ReadWrite, 978 4060 18456",
        "PRIMARY_READ_WRITE_ONLY, 979, ReadOnly, 979 4060 18456",
        "RESOLVING, 983, ReadWrite, 983 4060 18456",
    })
    void givenADatabaseThatCannotBeOpened_whenNamedUsedOrLoggedInTo_thenItSaysWhy(
            String what, int number, String intent, String atLogin) throws Exception {
        put(what);
        try (Client client = inTempdb("applicationIntent=" + intent)) {
            assertThat(numbers(() -> client.rows("SELECT * FROM Orders.sys.query_store_plan")))
                    .containsExactly(number);
            assertThat(numbers(() -> client.rows("SELECT * FROM Orders.sys.database_query_store_options")))
                    .containsExactly(number);
            assertThat(numbers(() -> client.run("USE Orders"))).containsExactly(number);
            assertThat(client.one("SELECT HAS_DBACCESS('Orders')")).isEqualTo("0");
            assertThat(client.one("SELECT COUNT(*) FROM Sales.sys.query_store_plan"))
                    .isNotEqualTo("0");
        }
        assertThat(numbers(() -> Client.open(server, "databaseName=Orders", "applicationIntent=" + intent)))
                .containsExactlyElementsOf(List.of(atLogin.split(" ", -1)).stream()
                        .map(Integer::valueOf)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "SECONDARY_READABLE, ReadWrite",
        "SECONDARY_READABLE, ReadOnly",
        "SECONDARY_READ_INTENT_ONLY, ReadOnly",
        "PRIMARY, ReadOnly",
        "PRIMARY_READ_WRITE_ONLY, ReadWrite",
    })
    void givenACopyThatLetsUsIn_whenRead_thenItHasRowsAndSaysWhatItIs(ReplicaRole role, String intent)
            throws Exception {
        server.databases().replica("Orders", "ag1", role);
        try (Client client = Client.open(server, "databaseName=Orders", "applicationIntent=" + intent)) {
            boolean writable = role.isWritable();
            assertThat(client.number("SELECT COUNT(*) FROM sys.query_store_plan"))
                    .isPositive();
            assertThat(client.one("SELECT CONVERT(nvarchar(60), DATABASEPROPERTYEX('Orders', 'Updateability'))"))
                    .isEqualTo(writable ? "READ_WRITE" : "READ_ONLY");
            assertThat(client.one("SELECT is_read_only FROM sys.databases WHERE name = 'Orders'"))
                    .isEqualTo("0");
            assertThat(client.one("SELECT actual_state_desc, readonly_reason FROM sys.database_query_store_options"))
                    .isEqualTo(writable ? "READ_WRITE|0" : "READ_ONLY|8");
            assertThat(client.rows("SELECT d.name, s.is_primary_replica FROM sys.dm_hadr_database_replica_states AS s"
                            + " JOIN sys.databases AS d ON d.group_database_id = s.group_database_id"))
                    .containsExactly("Orders|" + (writable ? "1" : "0"));
            assertThat(client.rows("SELECT sys.fn_hadr_is_primary_replica(name) FROM sys.databases"
                            + " WHERE database_id > 4 ORDER BY database_id"))
                    .containsExactly("null", writable ? "1" : "0");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseState.class,
            names = {"OFFLINE", "RESTORING", "SUSPECT"})
    void givenASessionInADatabase_whenThatIsShut_thenTheSessionEnds(DatabaseState state) throws Exception {
        try (Client inside = Client.open(server, "databaseName=Orders");
                Client outside = inTempdb()) {
            int spid = inside.sessionId();
            server.databases().state("Orders", state);
            Await.until(
                    "the session has gone", () -> server.instance().sessions().find(spid) == null);
            assertThat(numbers(() -> inside.one("SELECT 1"))).isNotEmpty();
            assertThat(outside.one("SELECT state_desc FROM sys.databases WHERE name = 'Orders'"))
                    .isEqualTo(state.name());

            server.databases().state("Orders", DatabaseState.ONLINE);
            assertThat(outside.number("SELECT COUNT(*) FROM Orders.sys.query_store_plan"))
                    .isPositive();
        }
    }

    @Test
    void givenSingleUser_whenTwoCome_thenTheFirstHasItUntilItsSessionEnds() throws Exception {
        server.databases().singleUser("Orders", 0);
        try (Client second = inTempdb()) {
            try (Client first = Client.open(server, "databaseName=Orders")) {
                int spid = first.sessionId();
                assertThat(first.one("SELECT readonly_reason FROM sys.database_query_store_options"))
                        .isEqualTo("2");
                assertThat(numbers(() -> second.run("USE Orders"))).containsExactly(924);
                assertThat(numbers(() -> Client.open(server, "databaseName=Orders")))
                        .containsExactly(4060, 18456);
                first.close();
                Await.until(
                        "the session has gone",
                        () -> server.instance().sessions().find(spid) == null);
            }
            second.run("USE Orders");
            server.databases().restricted("Orders", false);
            assertThat(second.one("SELECT user_access_desc FROM sys.databases WHERE name = 'Orders'"))
                    .isEqualTo("MULTI_USER");
        }
    }

    @Test
    void givenReadOnly_whenLookedAt_thenTheQueryStoreIsReadOnlyForThatReasonUntilItIsNotAnyMore() throws Exception {
        server.databases().readOnly("Orders", true);
        try (Client client = inTempdb()) {
            String look = "SELECT d.is_read_only, CONVERT(nvarchar(60), DATABASEPROPERTYEX('Orders', 'Updateability')),"
                    + " o.actual_state, o.desired_state, o.readonly_reason"
                    + " FROM sys.databases AS d CROSS JOIN Orders.sys.database_query_store_options AS o"
                    + " WHERE d.name = 'Orders'";
            assertThat(client.rows(look)).containsExactly("1|READ_ONLY|1|2|1");
            server.databases().readOnly("Orders", false);
            assertThat(client.rows(look)).containsExactly("0|READ_WRITE|2|2|0");
            server.databases().standby("Orders", true);
            assertThat(client.one("SELECT is_in_standby FROM sys.databases WHERE name = 'Orders'"))
                    .isEqualTo("1");
        }
    }

    @Test
    void givenAutoClose_whenEnteredAndLeft_thenItsCollationShowsWhetherItIsOpen() throws Exception {
        server.databases().autoClose("Orders", true);
        try (Client client = inTempdb()) {
            String look = "SELECT collation_name FROM sys.databases WHERE name = 'Orders'";
            assertThat(client.one(look)).isEqualTo("null");
            client.run("USE Orders");
            assertThat(client.one(look)).isEqualTo("SQL_Latin1_General_CP1_CI_AS");
            client.run("USE tempdb");
            assertThat(client.one(look)).isEqualTo("null");
        }
    }

    @Test
    void givenAShutDatabase_whenTheRecoveryStatusIsRead_thenItIsStartedThoughNobodyAskedForIt() throws Exception {
        server.databases().autoClose("Orders", true);
        try (Client client = inTempdb()) {
            assertThat(server.instance().database("Orders").status().started()).isFalse();
            client.rows("SELECT recovery_fork_guid FROM sys.database_recovery_status WHERE database_id = 5");
            assertThat(server.instance().database("Orders").status().started()).isTrue();
        }
    }

    @Test
    void givenACrashAClearAndARestore_whenTheRecoveryStatusIsRead_thenTheRestoreAloneHasBegunAnotherFork()
            throws Exception {
        String look = "SELECT database_id, recovery_fork_guid FROM sys.database_recovery_status"
                + " WHERE database_id > 4 ORDER BY database_id";
        try (Client client = inTempdb()) {
            List<String> first = client.rows(look);
            assertThat(first).hasSize(2);
            server.queryStores().get("Orders").crash();
            server.queryStores().get("Orders").clear();
            assertThat(client.rows(look)).isEqualTo(first);

            server.databases().restore("Orders", server.instance().clock().now().minusSeconds(60));

            assertThat(client.rows(look).getFirst()).isEqualTo(first.getFirst());
            assertThat(client.rows(look).getLast()).startsWith("6|").isNotEqualTo(first.getLast());
            assertThat(server.queryStores().get("Orders").epoch()).isEqualTo(2);
        }
    }

    @Test
    void givenARunningServer_whenDatabasesComeGoAndAreRenamed_thenIdsAreGivenAgain() throws Exception {
        try (Client client = inTempdb()) {
            String look = "SELECT database_id, name FROM sys.databases WHERE database_id > 4 ORDER BY database_id";
            assertThat(client.rows(look)).containsExactly("5|Sales", "6|Orders");
            server.databases().create("New", "small");
            assertThat(client.rows(look)).containsExactly("5|Sales", "6|Orders", "7|New");
            assertThat(client.number("SELECT COUNT(*) FROM New.sys.query_store_plan"))
                    .isPositive();

            server.databases().rename("Orders", "Old");
            assertThat(client.rows(look)).containsExactly("5|Sales", "6|Old", "7|New");
            assertThat(numbers(() -> client.run("USE Orders"))).containsExactly(911);
            assertThat(server.queryStores()).containsOnlyKeys("Sales", "Old", "New");

            server.databases().drop("Sales");
            assertThat(numbers(() -> client.run("USE Sales"))).containsExactly(911);
            assertThat(numbers(() -> client.run("SELECT 1 FROM Sales.sys.query_store_plan")))
                    .containsExactly(208);
            server.databases().create("Newer", "small");
            assertThat(client.rows(look)).containsExactly("5|Newer", "6|Old", "7|New");
        }
    }

    @Test
    void givenADefaultDatabaseThatIsGone_whenLoggedIn_then4064ButAnotherOneWillDo() throws Exception {
        server.databases().drop("Sales");
        assertThat(numbers(() -> Client.open(server))).containsExactly(4064, 18456);
        try (Client client = Client.open(server, "databaseName=Orders")) {
            assertThat(client.one("SELECT DB_NAME()")).isEqualTo("Orders");
        }
    }

    static List<String> names() {
        return List.of(
                "we]ird",
                "[all]]brackets[",
                "it's \"quoted\"",
                "  leading and inner  blanks",
                "dots.and;semi--colons/*",
                "\uD83D\uDE00\uD83D\uDC18 emoji",
                "İstanbul ıI",
                "\u4E2D\u6587",
                "x".repeat(128));
    }

    @ParameterizedTest
    @MethodSource("names")
    void givenAnyName_whenUsedInEveryPlace_thenItIsThatDatabase(String name) throws Exception {
        server.databases().create(name, "small");
        String quoted = "[" + name.replace("]", "]]") + "]";
        String literal = "N'" + name.replace("'", "''") + "'";
        try (Client client = inTempdb()) {
            assertThat(client.one("SELECT name FROM sys.databases WHERE name = " + literal))
                    .isEqualTo(name);
            assertThat(client.one("SELECT DB_NAME(DB_ID(" + literal + "))")).isEqualTo(name);
            assertThat(client.one("SELECT HAS_DBACCESS(" + literal + ")")).isEqualTo("1");
            assertThat(client.number("SELECT COUNT(*) FROM " + quoted + ".sys.query_store_plan"))
                    .isPositive();
            assertThat(client.one("SELECT QUOTENAME(DB_NAME(DB_ID(" + literal + ")))"))
                    .isEqualTo(quoted);
            client.run("USE " + quoted);
            assertThat(client.one("SELECT DB_NAME()")).isEqualTo(name);
            assertThat(client.connection().getCatalog()).isEqualTo(name);
        }
        try (Client client = Client.open(server, "databaseName=" + name)) {
            assertThat(client.one("SELECT DB_NAME()")).isEqualTo(name);
        }
    }

    @Test
    void givenCollations_whenListed_thenEachDatabaseHasItsOwn() throws Exception {
        server.databases().collation("Orders", "Turkish_CI_AS");
        server.databases().collation("Sales", "Latin1_General_100_CS_AS");
        try (Client client = inTempdb()) {
            assertThat(client.rows("SELECT name, collation_name, CONVERT(nvarchar(128), DATABASEPROPERTYEX(name,"
                            + " 'Collation')) FROM sys.databases WHERE database_id > 4 ORDER BY name"))
                    .containsExactly(
                            "Orders|Turkish_CI_AS|Turkish_CI_AS",
                            "Sales|Latin1_General_100_CS_AS|Latin1_General_100_CS_AS");
            client.run("USE Sales");
            assertThat(client.one("SELECT CASE WHEN 'a' = 'A' THEN 1 ELSE 0 END"))
                    .isEqualTo("0");
            assertThat(numbers(() -> client.rows("SELECT * FROM sys.Query_Store_Plan")))
                    .containsExactly(208);
            client.run("USE Orders");
            assertThat(client.one("SELECT CASE WHEN 'i' = 'I' THEN 1 ELSE 0 END"))
                    .isEqualTo("0");
        }
    }

    @Test
    void givenAContainedGroup_whenItsLoginComes_thenMasterIsTheGroupsOwnAndTempdbIsShared() throws Exception {
        server.databases().addContainedGroup("ag1", ReplicaRole.PRIMARY);
        server.databases().replica("Orders", "ag1", ReplicaRole.PRIMARY);
        Login login = new Login(
                400,
                "inside",
                "Abc123",
                "master",
                Grants.NONE.with(Permission.VIEW_SERVER_STATE).withDatabase("Orders", Permission.CONNECT));
        login.group("ag1");
        server.instance().add(login);
        try (Client inside = Client.open(server, "user=inside");
                Client outside = Client.open(server, "databaseName=master")) {
            assertThat(inside.one("SELECT DB_NAME()")).isEqualTo("master");
            assertThat(inside.rows("SELECT name FROM sys.databases"))
                    .containsExactly("tempdb", "Orders", "ag1_master", "ag1_msdb");
            assertThat(inside.one("SELECT COUNT(*) FROM sys.dm_exec_sessions WHERE contained_availability_group_id"
                            + " IS NOT NULL"))
                    .isEqualTo("1");
            assertThat(outside.one("SELECT is_contained FROM sys.availability_groups"))
                    .isEqualTo("1");

            assertThat(outside.tryLock("r")).isZero();
            assertThat(inside.tryLock("r")).as("another master, another lock").isZero();
            outside.run("USE tempdb");
            inside.run("USE tempdb");
            assertThat(outside.tryLock("r")).isZero();
            assertThat(inside.tryLock("r")).as("the same tempdb").isEqualTo(-1);
        }
    }
}
