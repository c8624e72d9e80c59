package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.RowBook;
import io.sqlserversim.querystore.options.CaptureMode;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Statements of clients are recorded in the Query Store of the session's current database. */
class CaptureEndToEndTest {
    private static final String OURS = "SELECT query_sql_text FROM Sales.sys.query_store_query_text"
            + " WHERE query_text_id > 1000000 ORDER BY query_text_id";
    private final ManualClock clock = new ManualClock(Instant.parse("2026-03-04T10:20:30Z"));

    private Fleet fleet(CaptureMode mode, VersionProfile profile) throws Exception {
        Fleet fleet =
                Fleet.start(FleetSpec.TEST.sized(1, 2).withWorkloads("oltp").as(profile), clock);
        QueryStore store = fleet.first().queryStores().get("Sales");
        store.alter(store.options().withCaptureMode(mode));
        return fleet;
    }

    private static List<String> texts(Fleet fleet) throws SQLException {
        try (Client outside = Client.open(fleet.first(), "databaseName=tempdb")) {
            return outside.rows(OURS);
        }
    }

    @Test
    void givenModeAll_whenStatementsRunInTheDatabase_thenTheirTextsAreStoredByTheRules() throws Exception {
        try (Fleet fleet = fleet(CaptureMode.ALL, VersionProfile.V16);
                Client client = Client.open(fleet.first())) {
            client.rows("/* before */ SELECT /*mark:1*/ COUNT(*) FROM sys.query_store_plan -- after");
            client.rows("SELECT 1");
            client.run(
                    "SET NOCOUNT ON;\nSELECT name INTO #t FROM sys.databases; SELECT name FROM #t WHERE name = ';x'");
            try (PreparedStatement statement = client.connection()
                    .prepareStatement("SELECT plan_id FROM sys.query_store_plan WHERE plan_id = ? /* end */")) {
                statement.setLong(1, 3);
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                }
            }
            assertThat(texts(fleet))
                    .containsExactly(
                            "SELECT /*mark:1*/ COUNT(*) FROM sys.query_store_plan",
                            "SELECT name INTO #t FROM sys.databases",
                            "SELECT name FROM #t WHERE name = ';x'",
                            "(@P0 bigint)SELECT plan_id FROM sys.query_store_plan WHERE plan_id = @P0");
        }
    }

    @Test
    void givenTempdb_whenTheStoreIsReadByThreePartNames_thenNothingIsRecordedThere() throws Exception {
        try (Fleet fleet = fleet(CaptureMode.ALL, VersionProfile.V16);
                Client client = Client.open(fleet.first(), "databaseName=tempdb")) {
            client.rows("SELECT COUNT(*) FROM Sales.sys.query_store_plan");
            assertThat(texts(fleet)).isEmpty();
            client.rows("EXEC Sales.sys.sp_executesql N'SELECT COUNT(*) FROM sys.query_store_plan'");
            assertThat(texts(fleet)).containsExactly("SELECT COUNT(*) FROM sys.query_store_plan");
        }
    }

    @Test
    void givenExecutions_whenFlushed_thenRowsAreSplitThenMergedAndInTheBooks() throws Exception {
        for (VersionProfile profile : List.of(VersionProfile.V15, VersionProfile.V16)) {
            try (Fleet fleet = fleet(CaptureMode.ALL, profile);
                    Client client = Client.open(fleet.first());
                    Client outside = Client.open(fleet.first(), "databaseName=tempdb")) {
                QueryStore store = fleet.first().queryStores().get("Sales");
                store.alter(store.options().withIntervals(60, 3600));
                clock.advance(Duration.ofMinutes(5));
                for (int i = 0; i < 3; i++) {
                    client.rows("SELECT COUNT(*) FROM sys.query_store_plan");
                }
                store.flush();
                clock.advance(Duration.ofSeconds(30));
                client.rows("SELECT COUNT(*) FROM sys.query_store_plan");
                String rows = "SELECT r.count_executions FROM Sales.sys.query_store_runtime_stats AS r"
                        + " WHERE r.plan_id > 1000000 ORDER BY r.count_executions";
                assertThat(outside.rows(rows)).containsExactly("1", "3");
                assertThat(outside.rows("SELECT q.query_parameterization_type_desc, p.compatibility_level"
                                + " FROM Sales.sys.query_store_plan AS p JOIN Sales.sys.query_store_query AS q"
                                + " ON q.query_id = p.query_id WHERE p.plan_id > 1000000"))
                        .containsExactly("None|" + profile.compatibilityLevel());
                store.flush();
                assertThat(outside.rows(rows)).containsExactly("4");
                assertThat(books(store)).containsExactly(4L);
                store.crash();
                assertThat(outside.rows(rows)).containsExactly("4");
                store.clear();
                assertThat(outside.rows(rows)).isEmpty();
                assertThat(texts(fleet)).isEmpty();
            }
        }
    }

    private List<Long> books(QueryStore store) {
        List<Long> executions = new ArrayList<>();
        for (IntervalBook book : store.books().booksAt(clock.now())) {
            long[] sums = new long[2];
            store.books().rows(book.epoch(), book.intervalId(), clock.now()).forEachRemaining((RowBook row) -> {
                sums[0]++;
                sums[1] += row.executions();
                if (row.planId() > 1_000_000) {
                    executions.add(row.executions());
                }
            });
            assertThat(sums).containsExactly(book.rows(), book.executions());
        }
        return executions;
    }

    @Test
    void givenModeAuto_whenAStatementRuns30Times_thenItIsCountedFromThereOn() throws Exception {
        try (Fleet fleet = fleet(CaptureMode.AUTO, VersionProfile.V16);
                Client client = Client.open(fleet.first());
                Client outside = Client.open(fleet.first(), "databaseName=tempdb")) {
            for (int i = 0; i < 31; i++) {
                client.rows("SELECT COUNT(*) FROM sys.databases");
            }
            assertThat(texts(fleet)).containsExactly("SELECT COUNT(*) FROM sys.databases");
            assertThat(outside.rows("SELECT SUM(count_executions) FROM Sales.sys.query_store_runtime_stats"
                            + " WHERE plan_id > 1000000"))
                    .containsExactly("2");
            QueryStore store = fleet.first().queryStores().get("Sales");
            store.alter(store.options().withCaptureMode(CaptureMode.NONE));
            client.rows("SELECT COUNT(*) FROM sys.databases");
            for (int i = 0; i < 31; i++) {
                client.rows("SELECT MAX(name) FROM sys.databases");
            }
            assertThat(texts(fleet)).hasSize(1);
            assertThat(outside.rows("SELECT SUM(count_executions) FROM Sales.sys.query_store_runtime_stats"
                            + " WHERE plan_id > 1000000"))
                    .containsExactly("3");
        }
    }

    @Test
    void givenAStatementThatFails_whenItEnds_thenItIsAnException() throws Exception {
        try (Fleet fleet = fleet(CaptureMode.ALL, VersionProfile.V16);
                Client client = Client.open(fleet.first());
                Client outside = Client.open(fleet.first(), "databaseName=tempdb")) {
            try {
                client.rows("SELECT 1 / (plan_id - plan_id) FROM sys.query_store_plan");
            } catch (SQLException expected) {
                assertThat(expected.getErrorCode()).isEqualTo(8134);
            }
            assertThat(outside.rows("SELECT execution_type_desc FROM Sales.sys.query_store_runtime_stats"
                            + " WHERE plan_id > 1000000"))
                    .containsExactly("Exception");
        }
    }
}
