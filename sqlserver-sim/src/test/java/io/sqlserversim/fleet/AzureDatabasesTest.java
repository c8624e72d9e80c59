package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.GeoLink;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.VersionProfile;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a database of Azure SQL Database says of its own load and copies, and how it sleeps and wakes. The clock is moved by hand. */
class AzureDatabasesTest {
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:40Z");

    private final ManualClock clock = new ManualClock(NOW);
    private Fleet fleet;
    private SimulatedServer server;
    private Database sales;
    private ControlClient channel;

    @BeforeEach
    void start() throws Exception {
        fleet = Fleet.of(FleetSpec.TEST.as(VersionProfile.AZURE).sized(1, 2), clock)
                .listen();
        server = fleet.first();
        sales = Objects.requireNonNull(server.instance().database("Sales"));
        channel = ControlClient.open(fleet);
    }

    @AfterEach
    void stop() {
        channel.close();
        fleet.close();
    }

    private Client in(String database) throws SQLException {
        return Client.open(server, "databaseName=" + database);
    }

    @Test
    void givenALoad_whenItsViewIsRead_thenEach15SecondsOfTheLastHourSaySoInThatDatabaseAlone() throws Exception {
        channel.ok("POST", "/service-load", """
                {"database":"Sales","cpu":81.256,"dataIo":2,"logWrite":3,"workers":4,"sessions":5,"instanceCpu":61,"cores":8}""");
        try (Client client = in("Sales")) {
            assertThat(client.one("SELECT COUNT(*) FROM sys.dm_db_resource_stats"))
                    .isEqualTo("240");
            assertThat(client.rows(
                            "SELECT TOP (2) end_time, avg_cpu_percent, avg_data_io_percent, avg_log_write_percent,"
                                    + " max_worker_percent, max_session_percent, avg_instance_cpu_percent, cpu_limit, dtu_limit,"
                                    + " replica_role FROM sys.dm_db_resource_stats ORDER BY end_time DESC"))
                    .containsExactly(
                            "2026-11-29 10:00:30.0|81.26|2.00|3.00|4.00|5.00|61.00|8.00|null|0",
                            "2026-11-29 10:00:15.0|81.26|2.00|3.00|4.00|5.00|61.00|8.00|null|0");
        }
        try (Client other = in("Orders")) {
            assertThat(other.one("SELECT MAX(avg_cpu_percent) FROM sys.dm_db_resource_stats"))
                    .isEqualTo("0.50");
        }
    }

    @Test
    void givenAPausedDatabase_whenSomebodyComes_thenItRefusesUntilItIsAwakeByTheServersClock() throws Exception {
        channel.ok("POST", "/databases", """
                {"database":"Sales","action":"pause","seconds":75}""");
        assertThat(sales.wakings()).isZero();
        clock.advance(Duration.ofMinutes(10));
        for (int second = 0; second < 75; second += 25) {
            assertThat(refusal()).containsExactly(40613, 4060, 18456);
            clock.advance(Duration.ofSeconds(25));
        }

        try (Client client = in("Sales")) {
            assertThat(client.one("SELECT MIN(DATEDIFF(second, end_time, GETUTCDATE())) FROM sys.dm_db_resource_stats"
                            + " WHERE end_time > '2026-11-29T10:00:41'"))
                    .as("nothing is known of its sleep")
                    .isEqualTo("null");
        }
        assertThat(sales.wakings()).isOne();
        try (Client other = in("Orders")) {
            assertThat(other.one("SELECT DB_NAME()")).isEqualTo("Orders");
        }
    }

    private List<Integer> refusal() {
        List<Integer> numbers = new ArrayList<>();
        for (SQLException e = catchThrowableOfType(SQLException.class, () -> in("Sales"));
                e != null;
                e = e.getNextException()) {
            numbers.add(e.getErrorCode());
        }
        return numbers;
    }

    @Test
    void givenALink_whenItsEndsAreAsked_thenTheyTellTheirPartsAndTheSecondaryTakesNoWrites() throws Exception {
        UUID id = new UUID(1, 2);
        server.databases().geoReplicated("Sales", List.of(new GeoLink(id, "west", "Sales", false)));
        try (Client client = in("Sales")) {
            assertThat(client.rows("SELECT link_guid, partner_server, partner_database, role, role_desc"
                            + " FROM sys.dm_geo_replication_link_status"))
                    .containsExactly("00000000-0000-0001-0000-000000000002|west|Sales|1|SECONDARY");
            assertThat(client.one("SELECT CAST(DATABASEPROPERTYEX('Sales', 'Updateability') AS nvarchar(20))"))
                    .isEqualTo("READ_ONLY");
        }
        server.databases().geoReplicated("Sales", List.of());
        try (Client client = in("Sales")) {
            assertThat(client.rows("SELECT role FROM sys.dm_geo_replication_link_status"))
                    .isEmpty();
            assertThat(client.one("SELECT CAST(DATABASEPROPERTYEX('Sales', 'Updateability') AS nvarchar(20))"))
                    .isEqualTo("READ_WRITE");
        }
    }

    @Test
    void givenTheTablesOfQueryStore_whenTheirPagesAreAsked_thenTheyAddUpToItsSize() throws Exception {
        Objects.requireNonNull(server.instance().login("monitor"))
                .grants(Grants.MONITOR.with(Permission.VIEW_ANY_DEFINITION));
        try (Client client = in("Sales")) {
            assertThat(client.rows("SELECT t.internal_type, t.internal_type_desc FROM sys.internal_tables AS t"
                            + " ORDER BY t.internal_type"))
                    .containsExactly(
                            "240|QUERY_DISK_STORE_QUERY_TEXT",
                            "241|QUERY_DISK_STORE_QUERY",
                            "242|QUERY_DISK_STORE_PLAN",
                            "243|QUERY_DISK_STORE_RUNTIME_STATS");
            assertThat(client.one(
                            "SELECT CASE WHEN (SUM(p.used_page_count) + 127) / 128 BETWEEN MAX(o.current_storage_size_mb)"
                                    + " AND MAX(o.current_storage_size_mb) + 1 THEN 1 ELSE 0 END"
                                    + " FROM sys.internal_tables AS t JOIN sys.dm_db_partition_stats AS p"
                                    + " ON p.object_id = t.object_id CROSS JOIN sys.database_query_store_options AS o"))
                    .isEqualTo("1");
            assertThat(client.one("SELECT p.row_count - (SELECT COUNT_BIG(*) FROM sys.query_store_plan)"
                            + " FROM sys.internal_tables AS t JOIN sys.dm_db_partition_stats AS p"
                            + " ON p.object_id = t.object_id WHERE t.internal_type = 242"))
                    .isEqualTo("0");
        }
    }
}
