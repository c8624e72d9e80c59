package io.sqlserversim.catalog.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.locks.AppLocks;
import io.sqlserversim.locks.LockKey;
import io.sqlserversim.locks.LockMode;
import io.sqlserversim.locks.LockOwner;
import io.sqlserversim.session.RunningRequest;
import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionLogin;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SystemCatalogTest {
    private static final Instant START = Instant.parse("2026-11-29T08:00:00Z");

    private final ManualClock clock = new ManualClock(START);
    private final AppLocks locks = new AppLocks();
    private Instance instance = instance(VersionProfile.V16);
    private SystemCatalog catalog = new SystemCatalog(instance, locks);

    private Instance instance(VersionProfile profile) {
        Instance made = new Instance("sim-1", profile, clock, List.of());
        made.add(new Database(5, "Sales", START, List.of(fake("sys.query_store_plan"), options()), () -> true));
        made.add(new Database(6, "Orders", START, List.of(), () -> false));
        made.add(new Login(257, "monitor", "Abc123", "Sales", Grants.MONITOR));
        made.add(new Login(258, "guest1", "Abc123", "Sales", Grants.NONE.withDatabase("SALES", Permission.CONNECT)));
        return made;
    }

    private static VirtualTable options() {
        return fake("sys.database_query_store_options");
    }

    private static VirtualTable fake(String name) {
        return ListView.<Integer>named(name)
                .column("id", SqlType.INT, row -> row)
                .rows(session -> List.of(1));
    }

    private Session session(int id, String login) {
        SessionLogin client =
                new SessionLogin(login, "app", "host", "jdbc", 1, false, false, new UUID(0, id), "127.0.0.1", 1000);
        return instance.sessions().open(id, client, "tempdb");
    }

    private List<Object> read(Session session, String database, String object, String column) {
        VirtualTable table = catalog.find(session, database, "sys", object);
        assertThat(table).as(object).isNotNull();
        int ordinal = table.columns().stream().map(Column::name).toList().indexOf(column);
        List<Object> values = new ArrayList<>();
        try (RowCursor rows = table.scan(new ScanRequest(session, new BitSet(), Map.of()))) {
            while (rows.advance()) {
                values.add(rows.value(ordinal));
            }
        }
        return values;
    }

    private static SqlError error(ThrowingCallable call) {
        return catchThrowableOfType(SqlError.class, call);
    }

    @Test
    void givenTwoSessions_whenOneMayNotSeeTheServer_thenItSeesItselfOnly() {
        Session monitor = session(51, "monitor");
        Session guest = session(52, "guest1");

        assertThat(read(monitor, "tempdb", "dm_exec_sessions", "session_id")).contains(1, 51, 52);
        assertThat(read(guest, "tempdb", "dm_exec_sessions", "session_id")).containsExactly(52);
    }

    @Test
    void givenARunningRequest_whenAnotherSessionLooks_thenItIsThereUntilItEnds() {
        Session monitor = session(51, "monitor");
        Session busy = session(52, "guest1");
        busy.begin(new RunningRequest(clock.now(), "SELECT", "select 1", "Sales"));
        clock.advance(Duration.ofSeconds(3));

        assertThat(read(monitor, "tempdb", "dm_exec_requests", "session_id")).containsExactly(52);
        assertThat(read(monitor, "tempdb", "dm_exec_requests", "total_elapsed_time"))
                .containsExactly(3000);
        assertThat(read(monitor, "tempdb", "dm_exec_requests", "database_id")).containsExactly(5);

        busy.end(clock.now());
        assertThat(read(monitor, "tempdb", "dm_exec_requests", "session_id")).isEmpty();
    }

    @Test
    void givenWorkOfARunningRequest_whenSessionsAreRead_thenItCountsOnlyAfterItsEnd() {
        Session guest = session(52, "guest1");
        guest.begin(new RunningRequest(clock.now(), "SELECT", "select 1", "Sales"));
        guest.charge(5_000, 70);

        assertThat(read(guest, "tempdb", "dm_exec_sessions", "logical_reads")).containsExactly(0L);
        assertThat(read(guest, "tempdb", "dm_exec_requests", "logical_reads")).containsExactly(70L);

        guest.end(clock.now());
        assertThat(read(guest, "tempdb", "dm_exec_sessions", "logical_reads")).containsExactly(70L);
        assertThat(read(guest, "tempdb", "dm_exec_sessions", "cpu_time")).containsExactly(5);
    }

    @Test
    void givenNoServerPermission_whenConnectionsOrLocksAreRead_then300() {
        Session guest = session(52, "guest1");
        for (String view : List.of("dm_exec_connections", "dm_tran_locks", "dm_os_sys_info")) {
            SqlError refused = error(() -> catalog.find(guest, "tempdb", "sys", view));
            assertThat(refused.number()).as(view).isEqualTo(300);
            assertThat(refused.text())
                    .isEqualTo("VIEW SERVER PERFORMANCE STATE permission was denied on object 'server',"
                            + " database 'master'.");
        }
    }

    @Test
    void givenAHeldApplicationLock_whenLocksAreRead_thenOneRowSaysWhoseItIs() {
        Session monitor = session(51, "monitor");
        LockKey key = new LockKey("tempdb", "public", "some/resource");
        locks.acquire(monitor, key, LockMode.EXCLUSIVE, LockOwner.SESSION, 0);

        assertThat(read(monitor, "tempdb", "dm_tran_locks", "request_session_id"))
                .containsExactly(51);
        assertThat(read(monitor, "tempdb", "dm_tran_locks", "resource_database_id"))
                .containsExactly(2);
        assertThat((String) read(monitor, "tempdb", "dm_tran_locks", "resource_description")
                        .getFirst())
                .startsWith("0:[some/resource]:(");
    }

    @Test
    void givenNoDatabasePermission_whenQueryStoreIsRead_then262ButOptionsAreOpen() {
        Session guest = session(52, "guest1");
        SqlError refused = error(() -> catalog.find(guest, "Sales", "sys", "query_store_plan"));

        assertThat(refused.number()).isEqualTo(262);
        assertThat(refused.text()).isEqualTo("VIEW DATABASE PERFORMANCE STATE permission denied in database 'Sales'.");
        assertThat(catalog.find(guest, "Sales", "sys", "database_query_store_options"))
                .isNotNull();
        assertThat(catalog.find(session(51, "monitor"), "sales", "SYS", "Query_Store_Plan"))
                .isNotNull();
    }

    @Test
    void givenAnOlderVersion_whenPermissionIsMissing_thenItsNameIsTheOldOne() {
        instance = instance(VersionProfile.V15);
        catalog = new SystemCatalog(instance, locks);
        Session guest = session(52, "guest1");

        assertThat(error(() -> catalog.find(guest, "Sales", "sys", "query_store_plan"))
                        .text())
                .startsWith("VIEW DATABASE STATE permission denied");
        assertThat(catalog.hasPermission(guest, null, "VIEW SERVER PERFORMANCE STATE"))
                .isNull();
        assertThat(catalog.hasPermission(guest, null, "view server state")).isZero();
    }

    @Test
    void givenDatabasesInAllStates_whenEntered_thenEachSaysWhyNot() {
        Session guest = session(52, "guest1");
        Session monitor = session(51, "monitor");
        assertThat(error(() -> catalog.enter(guest, "Nowhere")).number()).isEqualTo(911);
        assertThat(error(() -> catalog.enter(guest, "Orders")).text())
                .isEqualTo("The server principal \"guest1\" is not able to access the database \"Orders\" under the"
                        + " current security context.");
        assertThat(catalog.enter(monitor, "ORDERS")).isEqualTo("Orders");

        Database orders = instance.database("Orders");
        Map<DatabaseState, Integer> numbers = Map.of(
                DatabaseState.OFFLINE, 942,
                DatabaseState.RESTORING, 927,
                DatabaseState.RECOVERING, 922,
                DatabaseState.SUSPECT, 926,
                DatabaseState.RECOVERY_PENDING, 945);
        numbers.forEach((state, number) -> {
            orders.change(now -> now.with(state));
            assertThat(error(() -> catalog.enter(monitor, "Orders")).number()).isEqualTo(number);
        });
        orders.change(now -> now.with(DatabaseState.ONLINE).singleUser(52));
        assertThat(error(() -> catalog.find(monitor, "Orders", "sys", "databases"))
                        .number())
                .isEqualTo(924);
    }

    @Test
    void givenAnAutoClosedDatabase_whenEntered_thenItIsStartedUntilItIsLeft() {
        Session monitor = session(51, "monitor");
        instance.database("Orders").change(now -> now.autoClosing(false));
        assertThat(read(monitor, "tempdb", "databases", "collation_name"))
                .containsExactly(collations("c", "c", "c", "c", "c", null));

        monitor.use(catalog.enter(monitor, "Orders"));
        assertThat(read(monitor, "tempdb", "databases", "collation_name")).doesNotContainNull();

        monitor.use("tempdb");
        assertThat(read(monitor, "tempdb", "databases", "collation_name")).containsNull();
    }

    private static Object[] collations(String... marks) {
        Object[] names = new Object[marks.length];
        for (int i = 0; i < marks.length; i++) {
            names[i] = marks[i] == null ? null : DatabasesView.COLLATION;
        }
        return names;
    }

    @Test
    void givenARestart_whenTempdbIsRead_thenItsCreationIsTheNewStart() {
        Session monitor = session(51, "monitor");
        clock.advance(Duration.ofHours(2));
        instance.restarted();

        assertThat(read(monitor, "tempdb", "databases", "name"))
                .containsExactly("master", "tempdb", "model", "msdb", "Sales", "Orders");
        assertThat(read(monitor, "tempdb", "databases", "create_date").get(1))
                .isEqualTo(LocalDateTime.of(2026, 11, 29, 10, 0));
        assertThat(read(monitor, "tempdb", "dm_os_sys_info", "sqlserver_start_time"))
                .containsExactly(LocalDateTime.of(2026, 11, 29, 10, 0));
    }

    @Test
    void givenNoViewAnyDatabase_whenDatabasesAreRead_thenOnlyMasterAndTempdb() {
        assertThat(read(session(52, "guest1"), "tempdb", "databases", "name")).containsExactly("master", "tempdb");
    }

    @Test
    void givenTheCatalogueOfViews_whenColumnsAreJoined_thenEachBelongsToAnObject() {
        Session monitor = session(51, "monitor");
        assertThat(read(monitor, "Sales", "all_objects", "name")).contains("query_store_plan", "dm_exec_sessions");
        assertThat(read(monitor, "Orders", "all_objects", "name")).doesNotContain("query_store_plan");
        assertThat(read(monitor, "Sales", "all_objects", "object_id"))
                .containsAll(read(monitor, "Sales", "all_columns", "object_id"))
                .doesNotHaveDuplicates();
        assertThat(read(monitor, "Sales", "objects", "name")).isEmpty();
    }

    @Test
    void givenAzure_whenAnotherDatabaseIsNamed_then40515And40508() {
        instance = instance(VersionProfile.AZURE);
        catalog = new SystemCatalog(instance, locks);
        Session monitor = session(51, "monitor");
        assertThat(error(() -> catalog.find(monitor, "Sales", "sys", "databases"))
                        .number())
                .isEqualTo(40515);
        assertThat(error(() -> catalog.enter(monitor, "Sales")).number()).isEqualTo(40508);
    }

    @Test
    void givenAnUnknownObjectOrSchema_whenFound_thenNull() {
        Session monitor = session(51, "monitor");
        assertThat(catalog.find(monitor, "tempdb", "sys", "dm_database_replica_states"))
                .isNull();
        assertThat(catalog.find(monitor, "tempdb", "dbo", "databases")).isNull();
    }
}
