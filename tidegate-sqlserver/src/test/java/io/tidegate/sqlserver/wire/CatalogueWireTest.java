package io.tidegate.sqlserver.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.VersionProfile;
import io.tidegate.core.incident.Incident;
import io.tidegate.sqlserver.catalog.SqlText;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.ConnectionSettings;
import io.tidegate.sqlserver.session.DriverConnections;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Each statement runs as pasted into an editor, and answers with the columns of its header. */
class CatalogueWireTest {
    private static Simulated sim;

    @BeforeAll
    static void start() {
        sim = new Simulated();
        Objects.requireNonNull(sim.server.instance().login("monitor"))
                .grants(Grants.MONITOR.with(Permission.VIEW_ANY_DEFINITION));
    }

    @AfterAll
    static void stop() {
        sim.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Statements.class,
            mode = Mode.EXCLUDE,
            names = {"APPLOCK_RELEASE", "GUARD_LOCK", "PROBE_GUARDED", "PRESSURE_SERVICE", "GEO_LINKS"})
    @Incident(36)
    void givenAStatement_whenPasted_thenItRunsWithItsColumns(Statements statement) throws SQLException {
        paste(sim, "tempdb", statement);
    }

    @ParameterizedTest
    @EnumSource(
            value = Statements.class,
            names = {"PRESSURE_SERVICE", "GEO_LINKS", "SERVICE_TIER"})
    void givenAStatementForAzure_whenPastedInADatabaseThere_thenItRunsWithItsColumns(Statements statement)
            throws SQLException {
        try (Simulated azure = new Simulated(FleetSpec.TEST.as(VersionProfile.AZURE))) {
            paste(azure, azure.database, statement);
        }
    }

    private static void paste(Simulated at, String database, Statements statement) throws SQLException {
        SqlText text = statement.text();
        ConnectionSettings settings =
                new ConnectionSettings("pasted", database, Duration.ofSeconds(15), Duration.ofSeconds(30));
        try (Connection connection = new DriverConnections().open(at.target, settings);
                Statement run = connection.createStatement()) {
            boolean rows = run.execute(text.asScript(at.database));
            assertThat(rows).isEqualTo(!text.header().columns().isEmpty());
            if (rows) {
                assertThat(labels(run.getResultSet())).isEqualTo(text.header().columns());
            }
        }
    }

    private static List<String> labels(ResultSet rows) throws SQLException {
        ResultSetMetaData data = rows.getMetaData();
        List<String> labels = new ArrayList<>();
        for (int i = 1; i <= data.getColumnCount(); i++) {
            labels.add(data.getColumnLabel(i));
        }
        return labels;
    }
}
