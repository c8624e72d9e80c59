package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.instance.VersionProfile;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What mssql-jdbc finds out about servers of all profiles, which stand in one fleet. */
class ProfilesEndToEndTest {
    private static ProfileFleet fleet;

    @BeforeAll
    static void start() throws Exception {
        fleet = ProfileFleet.start();
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            13    | 3 | 13.0.6300.2 | 13 | Developer Edition (64-bit) | Microsoft SQL Server 2016
            14    | 3 | 14.0.3456.2 | 14 | Developer Edition (64-bit) | Microsoft SQL Server 2017
            15    | 3 | 15.0.4385.2 | 15 | Developer Edition (64-bit) | Microsoft SQL Server 2019
            16    | 3 | 16.0.4165.4 | 16 | Developer Edition (64-bit) | Microsoft SQL Server 2022
            17    | 3 | 17.0.1000.7 | 17 | Developer Edition (64-bit) | Microsoft SQL Server 2025
            azure | 5 | 12.0.2000.8 | 12 | SQL Azure                  | Microsoft SQL Azure (RTM) - 12.0
            mi    | 8 | 12.0.2000.8 | 12 | SQL Azure                  | Microsoft SQL Azure (RTM) - 12.0
            rds   | 2 | 15.0.4385.2 | 15 | Standard Edition (64-bit)  | Microsoft SQL Server 2019
            """)
    void givenAProfile_whenAskedWhatItIs_thenItSaysSo(
            String label, int engineEdition, String version, int major, String edition, String banner)
            throws Exception {
        SimulatedServer server = fleet.server(label);
        try (Client client = Client.open(server)) {
            assertThat(client.rows("SELECT CAST(SERVERPROPERTY('EngineEdition') AS int),"
                            + " CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128)),"
                            + " CAST(SERVERPROPERTY('ProductMajorVersion') AS int),"
                            + " CAST(SERVERPROPERTY('Edition') AS nvarchar(128)),"
                            + " CAST(SERVERPROPERTY('ServerName') AS nvarchar(128)), @@SERVERNAME"))
                    .isEqualTo(List.of(String.join(
                            "|",
                            "" + engineEdition,
                            version,
                            "" + major,
                            edition,
                            server.instance().name(),
                            server.instance().name())));
            assertThat(client.one("SELECT @@VERSION")).startsWith(banner);
            assertThat(client.connection().getMetaData().getDatabaseMajorVersion())
                    .isEqualTo(major);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"13", "14", "15", "16", "17", "azure", "mi", "rds"})
    void givenAProfile_whenViewsAreRead_thenColumnsAreThoseOfTheVersionInTheirOrder(String label) throws Exception {
        VersionProfile profile = fleet.server(label).instance().profile();
        try (Client client = Client.open(fleet.server(label))) {
            for (SystemViewList.View view : SystemViewList.read()) {
                String select = "SELECT * FROM sys." + view.name() + " WHERE 1 = 0";
                if (view.isIn(profile)) {
                    assertThat(shapes(client, select))
                            .as(view.name())
                            .isEqualTo(view.in(profile).stream()
                                    .map(SystemViewList.Listed::shape)
                                    .toList());
                } else {
                    assertThat(client.refused(select).getErrorCode())
                            .as(view.name())
                            .isEqualTo(208);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"13", "14", "15", "16", "17", "azure", "mi", "rds"})
    void givenAProfile_whenTheCatalogueIsAsked_thenItKnowsTheSameColumns(String label) throws Exception {
        VersionProfile profile = fleet.server(label).instance().profile();
        try (Client client = Client.open(fleet.server(label))) {
            for (SystemViewList.View view : SystemViewList.read()) {
                String id = "OBJECT_ID(N'sys." + view.name() + "')";
                boolean there = view.isIn(profile);
                assertThat(client.one("SELECT CASE WHEN " + id + " IS NULL THEN 0 ELSE 1 END"))
                        .as(view.name())
                        .isEqualTo(there ? "1" : "0");
                assertThat(client.rows("SELECT c.name FROM sys.all_columns AS c WHERE c.object_id = " + id
                                + " ORDER BY c.column_id"))
                        .as(view.name())
                        .isEqualTo(
                                there
                                        ? view.in(profile).stream()
                                                .map(SystemViewList.Listed::name)
                                                .toList()
                                        : List.of());
                for (SystemViewList.Listed column : view.columns()) {
                    int place = there ? view.in(profile).indexOf(column) + 1 : 0;
                    assertThat(client.one("SELECT COLUMNPROPERTY(" + id + ", '" + column.name() + "', 'ColumnId')"))
                            .as(view.name() + "." + column.name())
                            .isEqualTo(place == 0 ? "null" : "" + place);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "13, query_store_plan, plan_forcing_type",
        "13, query_store_runtime_stats, avg_log_bytes_used",
        "14, database_query_store_options, capture_policy_execution_count",
        "15, query_store_runtime_stats, replica_group_id",
        "15, query_store_wait_stats, replica_group_id",
        "15, query_store_plan, plan_type",
        "rds, query_store_plan, plan_type",
        "13, databases, physical_database_name",
        "16, databases, is_optimized_locking_on",
        "14, dm_exec_sessions, page_server_reads",
        "15, dm_exec_sessions, contained_availability_group_id",
        "15, dm_exec_requests, dist_statement_id",
        "16, query_store_plan_forcing_locations, plan_forcing_type",
    })
    void givenAColumnOfALaterVersion_whenSelected_then207(String label, String view, String column) throws Exception {
        try (Client client = Client.open(fleet.server(label))) {
            SQLException refused = client.refused("SELECT " + column + " FROM sys." + view);
            assertThat(refused.getErrorCode()).isEqualTo(207);
            assertThat(refused.getMessage()).contains("Invalid column name '" + column + "'.");
        }
    }

    /** The columns of a result: name, type, and whether NULL is possible. */
    private static List<String> shapes(Client client, String select) throws SQLException {
        try (Statement statement = client.connection().createStatement();
                ResultSet result = statement.executeQuery(select)) {
            ResultSetMetaData columns = result.getMetaData();
            List<String> shapes = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                String nullable = columns.isNullable(i) == ResultSetMetaData.columnNullable ? "Y" : "N";
                shapes.add(columns.getColumnName(i) + " " + type(columns, i) + " " + nullable);
            }
            return shapes;
        }
    }

    private static String type(ResultSetMetaData columns, int i) throws SQLException {
        String name = columns.getColumnTypeName(i);
        return switch (name) {
            case "nvarchar", "varchar", "binary", "varbinary" ->
                name + "(" + (columns.getPrecision(i) > 8000 ? "max" : "" + columns.getPrecision(i)) + ")";
            case "datetimeoffset", "datetime2", "time" -> name + "(" + columns.getScale(i) + ")";
            default -> name;
        };
    }
}
