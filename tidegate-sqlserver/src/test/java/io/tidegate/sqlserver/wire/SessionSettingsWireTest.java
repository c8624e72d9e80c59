package io.tidegate.sqlserver.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.gate.Lease;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.sqlserver.read.IntervalReader;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.ConnectionFactory;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.HeavyEntry;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.LightSessions;
import io.tidegate.sqlserver.session.ReadLimits;
import io.tidegate.sqlserver.session.TestStep;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the server says of our sessions after they have worked. */
class SessionSettingsWireTest {
    private static final String SETTINGS = "SELECT s.lock_timeout, s.deadlock_priority, s.transaction_isolation_level,"
            + " s.open_transaction_count, @@OPTIONS & 512 AS nocount, DB_NAME() AS at"
            + " FROM sys.dm_exec_sessions AS s WHERE s.session_id = @@SPID";

    private final List<Connection> opened = new ArrayList<>();
    private final ConnectionFactory connections = (target, settings) -> {
        Connection connection = new DriverConnections().open(target, settings);
        opened.add(connection);
        return connection;
    };
    private Simulated sim;

    @BeforeEach
    void start() {
        sim = new Simulated();
    }

    @AfterEach
    void stop() {
        sim.close();
    }

    @Test
    @Incident({11, 82, 84})
    void givenALightSession_whenItHasWorked_thenItIsSilentModestAndInTempdb() throws SQLException {
        LightSessions light = new LightSessions(connections, Simulated.LIMITS, SystemTicker.INSTANCE, "test");
        try (var channel = light.open(sim.target).channel()) {
            IntervalReader.readAll(channel, sim.database, interval -> {});
            assertModest(opened.getFirst());
        }
    }

    @Test
    @Incident({11, 82, 84})
    void givenAHeavySession_whenItHasRead_thenItIsSilentModestAndInTempdb() throws SQLException {
        Lease lease = sim.gate.acquire();
        HeavyEntry entry = sim.through(connections).open(sim.target, sim.database, lease, new TestStep());
        try (HeavySession session = ((HeavyEntry.Entered) entry).session()) {
            long first = sim.settled().getFirst().intervalId();
            var read = new RuntimeStatsReader(StoreColumns.OF_2022)
                    .read(
                            session,
                            sim.database,
                            new StatsRange(first, first, false, null),
                            ReadLimits.STANDARD,
                            row -> {});
            assertThat(read.end().rows()).isPositive();
            assertModest(opened.getFirst());
        }
        lease.close();
    }

    private static void assertModest(Connection connection) throws SQLException {
        assertThat((Throwable) connection.getWarnings())
                .as("messages kept by the driver")
                .isNull();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SETTINGS)) {
            assertThat(row.next()).isTrue();
            assertThat(row.getInt("lock_timeout")).isEqualTo(1000);
            assertThat(row.getInt("deadlock_priority")).as("LOW").isEqualTo(-5);
            assertThat(row.getInt("transaction_isolation_level"))
                    .as("READ COMMITTED")
                    .isEqualTo(2);
            assertThat(row.getInt("open_transaction_count")).isZero();
            assertThat(row.getInt("nocount")).isEqualTo(512);
            assertThat(row.getString("at")).isEqualTo("tempdb");
            assertThat((Throwable) statement.getWarnings()).isNull();
        }
    }
}
