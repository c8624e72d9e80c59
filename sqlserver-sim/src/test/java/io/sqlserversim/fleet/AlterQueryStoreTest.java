package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.options.QueryStoreState;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** ALTER DATABASE ... SET QUERY_STORE through a driver: what it changes, what it refuses, and whom. */
class AlterQueryStoreTest {
    private static final String STATE =
            "SELECT desired_state_desc, actual_state_desc, readonly_reason FROM Sales.sys.database_query_store_options";
    private static final String SIZES = "SELECT flush_interval_seconds, interval_length_minutes, max_storage_size_mb,"
            + " stale_query_threshold_days, max_plans_per_query, query_capture_mode_desc, size_based_cleanup_mode_desc,"
            + " wait_stats_capture_mode_desc FROM Sales.sys.database_query_store_options";
    private static final String POLICY = "SELECT capture_policy_execution_count,"
            + " capture_policy_total_compile_cpu_time_ms, capture_policy_total_execution_cpu_time_ms,"
            + " capture_policy_stale_threshold_hours FROM Sales.sys.database_query_store_options";

    private final ManualClock clock = new ManualClock(Instant.parse("2026-03-04T10:20:30Z"));

    private Fleet fleet(VersionProfile profile) throws Exception {
        Fleet fleet =
                Fleet.start(FleetSpec.TEST.sized(1, 2).withWorkloads("oltp").as(profile), clock);
        fleet.first()
                .instance()
                .add(new Login(
                        300, "owner", "Abc123", "Sales", Grants.MONITOR.withDatabase("Sales", Permission.ALTER)));
        return fleet;
    }

    private static Client owner(Fleet fleet) throws SQLException {
        return Client.open(fleet.first(), "user=owner", "databaseName=Sales");
    }

    @Test
    void givenEachOption_whenSet_thenTheOptionsViewHasIt() throws Exception {
        try (Fleet fleet = fleet(VersionProfile.V16);
                Client owner = owner(fleet)) {
            owner.run("ALTER DATABASE CURRENT SET QUERY_STORE (OPERATION_MODE = READ_ONLY,"
                    + " CLEANUP_POLICY = (STALE_QUERY_THRESHOLD_DAYS = 7), DATA_FLUSH_INTERVAL_SECONDS = 120,"
                    + " MAX_STORAGE_SIZE_MB = 500, INTERVAL_LENGTH_MINUTES = 30, SIZE_BASED_CLEANUP_MODE = OFF,"
                    + " QUERY_CAPTURE_MODE = CUSTOM, MAX_PLANS_PER_QUERY = 50, WAIT_STATS_CAPTURE_MODE = OFF,"
                    + " QUERY_CAPTURE_POLICY = (STALE_CAPTURE_POLICY_THRESHOLD = 2 DAYS, EXECUTION_COUNT = 5,"
                    + " TOTAL_COMPILE_CPU_TIME_MS = 10, TOTAL_EXECUTION_CPU_TIME_MS = 20))");
            assertThat(owner.one(STATE)).isEqualTo("READ_ONLY|READ_ONLY|0");
            assertThat(owner.one(SIZES)).isEqualTo("120|30|500|7|50|CUSTOM|OFF|OFF");
            assertThat(owner.one(POLICY)).isEqualTo("5|10|20|48");
            assertThat(owner.number("SELECT COUNT(*) FROM sys.query_store_wait_stats"))
                    .isZero();
            owner.run("alter database [sales] set query_store = on (query_capture_mode = auto)");
            assertThat(owner.one(STATE)).isEqualTo("READ_WRITE|READ_WRITE|0");
            assertThat(owner.one(SIZES)).isEqualTo("120|30|500|7|50|AUTO|OFF|OFF");
            assertThat(owner.one(POLICY)).isEqualTo("null|null|null|null");
        }
    }

    @Test
    void givenOffThenOn_whenTimePasses_thenCaptureStopsAndGoesOnWithNewIntervals() throws Exception {
        String newest = "SELECT MAX(runtime_stats_interval_id) FROM Sales.sys.query_store_runtime_stats_interval";
        try (Fleet fleet = fleet(VersionProfile.V16);
                Client owner = owner(fleet)) {
            owner.run("ALTER DATABASE Sales SET QUERY_STORE = OFF");
            assertThat(owner.one(STATE)).isEqualTo("OFF|OFF|0");
            assertThat(owner.number("SELECT CAST(is_query_store_on AS int) FROM sys.databases WHERE name = 'Sales'"))
                    .isZero();
            int before = owner.number(newest);
            clock.advance(Duration.ofHours(3));
            assertThat(owner.number(newest)).isEqualTo(before);
            assertThat(owner.refused("ALTER DATABASE Sales SET QUERY_STORE (MAX_STORAGE_SIZE_MB = 5)")
                            .getErrorCode())
                    .isEqualTo(12433);
            owner.run("ALTER DATABASE Sales SET QUERY_STORE = ON (OPERATION_MODE = READ_WRITE)");
            clock.advance(Duration.ofHours(3));
            assertThat(owner.number(newest)).isGreaterThan(before);
            owner.run("ALTER DATABASE Sales SET QUERY_STORE CLEAR ALL");
            clock.advance(Duration.ofMinutes(10));
            assertThat(owner.number(newest)).isBetween(8, 11);
            assertThat(owner.one(STATE)).isEqualTo("READ_WRITE|READ_WRITE|0");
        }
    }

    @Test
    void givenAStoreInError_whenCleared_thenItIsWhatWasAskedFor() throws Exception {
        try (Fleet fleet = fleet(VersionProfile.V16);
                Client owner = owner(fleet)) {
            var store = fleet.first().queryStores().get("Sales");
            store.alter(store.options().withState(QueryStoreState.READ_WRITE, QueryStoreState.ERROR, 0));
            owner.run("ALTER DATABASE Sales SET QUERY_STORE (OPERATION_MODE = READ_WRITE)");
            assertThat(owner.one(STATE)).isEqualTo("READ_WRITE|ERROR|0");
            owner.run("ALTER DATABASE Sales SET QUERY_STORE CLEAR");
            assertThat(owner.one(STATE)).isEqualTo("READ_WRITE|READ_WRITE|0");
        }
    }

    @Test
    void givenNonsense_whenSet_thenNothingIsChangedAndTheMessageSaysWhy() throws Exception {
        try (Fleet fleet = fleet(VersionProfile.V16);
                Client owner = owner(fleet)) {
            String set = "ALTER DATABASE Sales SET QUERY_STORE ";
            String before = owner.one(SIZES);
            assertThat(owner.refused(set + "(MAX_STORAGE_SIZE_MB = 5, INTERVAL_LENGTH_MINUTES = 7)")
                            .getErrorCode())
                    .isEqualTo(153);
            assertThat(owner.refused(set + "(DATA_FLUSH_INTERVAL_SECONDS = 59)").getErrorCode())
                    .isEqualTo(153);
            assertThat(owner.refused(set + "(QUERY_CAPTURE_MODE = SOME)").getErrorCode())
                    .isEqualTo(153);
            assertThat(owner.refused(set + "(MAX_STORAGE_SIZE_MB = 99999999999)")
                            .getErrorCode())
                    .isEqualTo(153);
            assertThat(owner.refused(set + "(MAX_STORAGE_SIZE_MB = 5, MAX_STORAGE_SIZE_MB = 6)")
                            .getErrorCode())
                    .isEqualTo(12417);
            assertThat(owner.refused(set + "(QUERY_CAPTURE_POLICY = (STALE_CAPTURE_POLICY_THRESHOLD = 8 DAYS))")
                            .getErrorCode())
                    .isEqualTo(12452);
            assertThat(owner.refused(set + "(NONSENSE = 5)").getErrorCode()).isEqualTo(102);
            assertThat(owner.refused(set + "(MAX_STORAGE_SIZE_MB = -5)").getErrorCode())
                    .isEqualTo(102);
            assertThat(owner.refused("BEGIN TRAN " + set + "CLEAR").getErrorCode())
                    .isEqualTo(226);
            owner.run("ROLLBACK");
            clock.set(clock.now().minus(Duration.ofHours(2)));
            assertThat(owner.refused(set + "(INTERVAL_LENGTH_MINUTES = 5)").getErrorCode())
                    .isEqualTo(12422);
            assertThat(owner.one(SIZES)).isEqualTo(before);
        }
    }

    @Test
    void givenNoPermissionOrNoStore_whenAltered_thenMsg5069FollowsAndIsWhatCatchGets() throws Exception {
        try (Fleet fleet = fleet(VersionProfile.V16);
                Client owner = owner(fleet);
                Client monitor = Client.open(fleet.first(), "databaseName=tempdb");
                Client sa = Client.open(fleet.first(), "user=sa")) {
            String clear = " SET QUERY_STORE CLEAR";
            assertThat(monitor.refused("ALTER DATABASE Sales" + clear).getErrorCode())
                    .isEqualTo(5011);
            assertThat(owner.refused("ALTER DATABASE Orders" + clear).getErrorCode())
                    .isEqualTo(5011);
            assertThat(sa.refused("ALTER DATABASE Nowhere" + clear).getErrorCode())
                    .isEqualTo(5011);
            assertThat(sa.refused("ALTER DATABASE master" + clear).getErrorCode())
                    .isEqualTo(12438);
            assertThat(monitor.one("BEGIN TRY ALTER DATABASE Sales" + clear
                            + " END TRY BEGIN CATCH SELECT ERROR_NUMBER() END CATCH"))
                    .isEqualTo("5069");
            sa.run("ALTER DATABASE Orders" + clear);
            fleet.first().databases().readOnly("Sales", true);
            assertThat(sa.refused("ALTER DATABASE Sales" + clear).getErrorCode())
                    .isEqualTo(5004);
            fleet.first().databases().state("Sales", DatabaseState.OFFLINE);
            assertThat(sa.refused("ALTER DATABASE Sales" + clear).getErrorCode())
                    .isEqualTo(942);
        }
    }

    @Test
    void givenOtherVersions_whenAltered_thenTheyKnowWhatTheyHave() throws Exception {
        String set = "ALTER DATABASE Sales SET QUERY_STORE ";
        try (Fleet fleet = fleet(VersionProfile.V13);
                Client owner = owner(fleet)) {
            assertThat(owner.refused(set + "(WAIT_STATS_CAPTURE_MODE = ON)").getErrorCode())
                    .isEqualTo(102);
            assertThat(owner.refused(set + "(QUERY_CAPTURE_MODE = CUSTOM)").getErrorCode())
                    .isEqualTo(102);
            owner.run(set + "= OFF");
        }
        try (Fleet fleet = fleet(VersionProfile.AZURE);
                Client owner = owner(fleet)) {
            assertThat(owner.refused(set + "= OFF").getErrorCode()).isEqualTo(40514);
            assertThat(owner.refused(set + "(MAX_STORAGE_SIZE_MB = 10241)").getErrorCode())
                    .isEqualTo(12445);
            owner.run(set + "(MAX_STORAGE_SIZE_MB = 10240)");
        }
    }

    @Test
    void givenCustomThresholds_whenClientsRunStatements_thenTheyAreCapturedByThem() throws Exception {
        String set = "ALTER DATABASE Sales SET QUERY_STORE (QUERY_CAPTURE_MODE = CUSTOM, QUERY_CAPTURE_POLICY = ("
                + "TOTAL_EXECUTION_CPU_TIME_MS = %d, EXECUTION_COUNT = %d, TOTAL_COMPILE_CPU_TIME_MS = %d,"
                + " STALE_CAPTURE_POLICY_THRESHOLD = 1 HOURS))";
        try (Fleet fleet = fleet(VersionProfile.V15);
                Client owner = owner(fleet);
                Client client = Client.open(fleet.first())) {
            owner.run(set.formatted(1_000_000, 3, 1_000));
            run(client, "SELECT COUNT(*) FROM sys.databases", 2);
            clock.advance(Duration.ofMinutes(61)); // the two are stale by now
            run(client, "SELECT COUNT(*) FROM sys.databases", 2);
            assertThat(captured(fleet)).isEmpty();
            run(client, "SELECT COUNT(*) FROM sys.databases", 2);
            assertThat(captured(fleet)).containsExactly("SELECT COUNT(*) FROM sys.databases|2");
            owner.run(set.formatted(1, 1_000_000, 1_000));
            run(client, "SELECT MAX(plan_id) FROM sys.query_store_plan", 1); // opening the view takes 2 ms of CPU
            assertThat(captured(fleet)).hasSize(2);
            owner.run(set.formatted(1_000_000, 1_000_000, 0));
            run(client, "SELECT MIN(name) FROM sys.databases", 1);
            assertThat(captured(fleet)).hasSize(3);
        }
    }

    private static void run(Client client, String sql, int times) throws SQLException {
        for (int i = 0; i < times; i++) {
            client.rows(sql);
        }
    }

    private static List<String> captured(Fleet fleet) throws SQLException {
        try (Client outside = Client.open(fleet.first(), "databaseName=tempdb")) {
            return outside.rows("SELECT t.query_sql_text, SUM(r.count_executions)"
                    + " FROM Sales.sys.query_store_query_text AS t JOIN Sales.sys.query_store_runtime_stats AS r"
                    + " ON r.plan_id = t.query_text_id WHERE t.query_text_id > 1000000 GROUP BY t.query_sql_text");
        }
    }
}
