package io.tidegate.sqlserver.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.querystore.options.CaptureMode;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.sqlserver.read.CensusReader;
import io.tidegate.sqlserver.read.IntervalReader;
import io.tidegate.sqlserver.session.ConnectionSettings;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadLimits;
import io.tidegate.sqlserver.session.TestStep;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a Query Store that captures everything has of our own statements. */
class OwnStatementsTest {
    private static final String STRANGER = "SELECT COUNT(*) AS stranger FROM sys.objects";

    /** That the stranger's statement is there shows that ours would be. */
    @Test
    @Incident(85)
    void givenACaptureOfAll_whenWeHaveRead_thenItHasAStrangersStatementAndNoneOfOurs() throws SQLException {
        try (Simulated sim = new Simulated()) {
            sim.store().alter(sim.store().options().withCaptureMode(CaptureMode.ALL));
            try (var channel = sim.light().channel()) {
                IntervalReader.readAll(channel, sim.database, interval -> {});
            }
            Lease lease = sim.gate.acquire();
            try (HeavySession session = sim.entered(lease, new TestStep())) {
                long first = sim.settled().getFirst().intervalId();
                CensusReader.read(session, sim.database, Kind.RUNTIME, first, first, ReadLimits.STANDARD, count -> {});
            }
            lease.close();

            assertThat(texts(sim))
                    .anyMatch(text -> text.contains("stranger"))
                    .noneMatch(text -> text.contains("tidegate:"));
        }
    }

    /** The texts that its Query Store has, after a statement of somebody else's that it must have. */
    private static List<String> texts(Simulated sim) throws SQLException {
        ConnectionSettings inside =
                new ConnectionSettings("stranger", sim.database, Duration.ofSeconds(15), Duration.ofSeconds(30));
        List<String> texts = new ArrayList<>();
        try (Connection connection = new DriverConnections().open(sim.target, inside);
                Statement statement = connection.createStatement()) {
            statement.executeQuery(STRANGER).close();
            try (ResultSet rows =
                    statement.executeQuery("SELECT t.query_sql_text FROM sys.query_store_query_text AS t")) {
                while (rows.next()) {
                    texts.add(rows.getString(1));
                }
            }
        }
        return texts;
    }
}
