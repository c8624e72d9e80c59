package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.IntervalBook.Presence;
import io.sqlserversim.querystore.books.RowBook;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What SQL Server does by itself from 2022 on, in the workload {@code parameters}: variants of queries, and feedback. */
class AdaptiveViewsTest {
    private static final String VARIANTS = " FROM Sales.sys.query_store_query_variant AS v"
            + " JOIN Sales.sys.query_store_query AS q ON q.query_id = v.query_variant_query_id"
            + " JOIN Sales.sys.query_store_query AS p ON p.query_id = v.parent_query_id ";
    private static final String FEEDBACK = "SELECT COUNT(*), MIN(state_desc), MAX(state_desc),"
            + " SUM(CASE WHEN last_updated_time = create_time THEN 1 ELSE 0 END)"
            + " FROM Sales.sys.query_store_plan_feedback";

    private final ManualClock clock = new ManualClock(Instant.parse("2026-03-04T10:20:30Z"));

    private Fleet fleet(VersionProfile profile) throws Exception {
        return Fleet.start(
                FleetSpec.TEST
                        .sized(1, 1)
                        .withWorkloads("parameters")
                        .as(profile)
                        .paced(1, 60, Duration.ofHours(12)),
                clock);
    }

    private static Client client(Fleet fleet) throws SQLException {
        return Client.open(fleet.first(), "databaseName=tempdb");
    }

    @Test
    void givenAParentQuery_whenItsVariantsAreRead_thenTheyShareItsHashAndHaveTextsOfTheirOwn() throws Exception {
        for (VersionProfile profile : List.of(VersionProfile.V16, VersionProfile.V17, VersionProfile.AZURE)) {
            try (Fleet fleet = fleet(profile);
                    Client client = Client.open(fleet.first())) {
                assertThat(client.rows("SELECT v.parent_query_id, COUNT(DISTINCT v.query_variant_query_id)"
                                + " FROM sys.query_store_query_variant AS v GROUP BY v.parent_query_id ORDER BY 1"))
                        .containsExactly("10|2", "34|2", "42|2");
                assertThat(client.rows("SELECT v.query_variant_query_id FROM sys.query_store_query_variant AS v"
                                + " JOIN sys.query_store_query AS q ON q.query_id = v.query_variant_query_id"
                                + " JOIN sys.query_store_query AS p ON p.query_id = v.parent_query_id"
                                + " JOIN sys.query_store_query_text AS t ON t.query_text_id = q.query_text_id"
                                + " JOIN sys.query_store_query_text AS o ON o.query_text_id = p.query_text_id"
                                + " WHERE q.query_hash <> p.query_hash OR q.object_id <> 0"
                                + " OR t.query_sql_text NOT LIKE N'%option (PLAN PER VALUE(ObjectID = '"
                                + " + CAST(p.object_id AS nvarchar(20)) + N', QueryVariantID = %'"
                                + " OR CHARINDEX(o.query_sql_text, t.query_sql_text) = 0"))
                        .isEmpty();
            }
        }
    }

    @Test
    void givenDispatcherPlans_whenStatsAreRead_thenOnlyTheVariantsPlansHaveSome() throws Exception {
        try (Fleet fleet = fleet(VersionProfile.V16);
                Client client = client(fleet)) {
            assertThat(client.rows("SELECT p.plan_type, p.plan_type_desc, MIN(r.plan_id)"
                            + " FROM Sales.sys.query_store_plan AS p LEFT JOIN Sales.sys.query_store_runtime_stats AS r"
                            + " ON r.plan_id = p.plan_id GROUP BY p.plan_type, p.plan_type_desc ORDER BY 1"))
                    .satisfiesExactly(
                            compiled -> assertThat(compiled)
                                    .startsWith("0|Compiled Plan|")
                                    .doesNotEndWith("null"),
                            dispatcher -> assertThat(dispatcher).isEqualTo("1|Dispatcher Plan|null"),
                            variant -> assertThat(variant)
                                    .startsWith("2|Query Variant Plan|")
                                    .doesNotEndWith("null"));
            assertThat(client.number("SELECT COUNT(*) FROM Sales.sys.query_store_query_variant AS v"
                            + " WHERE NOT EXISTS (SELECT 1 FROM Sales.sys.query_store_plan AS p WHERE p.plan_type = 1"
                            + " AND p.plan_id = v.dispatcher_plan_id AND p.query_id = v.parent_query_id)"))
                    .isZero();
            assertThat(client.number("SELECT COUNT(*) FROM Sales.sys.query_store_plan WHERE"
                            + " (plan_type = 1 AND query_plan NOT LIKE N'%<ParameterSensitivePredicate %')"
                            + " OR (plan_type = 2 AND query_plan NOT LIKE N'% QueryVariantID=\"[12]\"%')"
                            + " OR (plan_type = 0 AND query_plan LIKE N'%<Dispatcher>%')"))
                    .isZero();
            booksAgree(fleet.first().queryStores().get("Sales"), client);
        }
    }

    private void booksAgree(QueryStore store, Client client) throws SQLException {
        List<IntervalBook> books = store.books().booksAt(clock.now());
        IntervalBook settled = books.stream()
                .filter(book -> book.presence() == Presence.SETTLED)
                .findFirst()
                .orElseThrow();
        String stats = " FROM Sales.sys.query_store_runtime_stats WHERE runtime_stats_interval_id = ";
        assertThat(client.one("SELECT COUNT(*), SUM(count_executions)" + stats + settled.intervalId()))
                .isEqualTo(settled.rows() + "|" + settled.executions());
        int dispatched = 0;
        var rows = store.books().rows(settled.epoch(), settled.intervalId(), clock.now());
        while (rows.hasNext()) {
            RowBook row = rows.next();
            dispatched += List.of(10L, 34L, 42L).contains(row.planId()) ? 1 : 0;
        }
        assertThat(dispatched).isZero();
    }

    @Test
    void givenAnOlderVersion_whenTheSameWorkloadRuns_thenTheQueriesRunThemselves() throws Exception {
        String parents = "SELECT COUNT(DISTINCT r.plan_id) FROM Sales.sys.query_store_runtime_stats AS r"
                + " WHERE r.plan_id IN (10, 34, 42)";
        try (Fleet old = fleet(VersionProfile.V15);
                Client client = client(old)) {
            assertThat(client.number(parents)).isPositive();
            assertThat(client.number("SELECT COUNT(*) FROM Sales.sys.query_store_query_text"
                            + " WHERE query_sql_text LIKE N'%PLAN PER VALUE%'"))
                    .isZero();
        }
        try (Fleet now = fleet(VersionProfile.V16);
                Client client = client(now)) {
            assertThat(client.number(parents)).isZero();
            assertThat(client.number("SELECT COUNT(*)" + VARIANTS + "WHERE q.last_execution_time IS NULL"))
                    .isZero();
        }
    }

    @Test
    void givenTimePasses_whenFeedbackIsRead_thenItIsGivenTriedAndJudged() throws Exception {
        try (Fleet fleet = fleet(VersionProfile.V16);
                Client client = client(fleet)) {
            QueryStore store = fleet.first().queryStores().get("Sales");
            assertThat(client.rows("SELECT DISTINCT feature_id, feature_desc, LEFT(feedback_data, 1), replica_group_id"
                            + " FROM Sales.sys.query_store_plan_feedback ORDER BY feature_id"))
                    .containsExactly(
                            "1|CE Feedback|{|1",
                            "2|Memory Grant Feedback|[|1",
                            "3|DOP Feedback|{|1",
                            "4|LAQ Feedback|{|1");
            assertThat(client.rows("SELECT DISTINCT state FROM Sales.sys.query_store_plan_feedback ORDER BY state"))
                    .containsExactly("4", "5", "7");
            store.clear();
            assertThat(client.one(FEEDBACK)).startsWith("0|");
            clock.advance(Duration.ofHours(2));
            String given = client.one(FEEDBACK);
            int plans = Integer.parseInt(given.substring(0, given.indexOf('|')));
            assertThat(plans).isGreaterThan(6);
            assertThat(given).isEqualTo(plans + "|PENDING_VALIDATION|PENDING_VALIDATION|" + plans);
            clock.advance(Duration.ofHours(4));
            assertThat(client.one(FEEDBACK)).isEqualTo(plans + "|IN_VALIDATION|IN_VALIDATION|0");
        }
    }

    @Test
    void givenAParent_whenRemoved_thenItIsRefusedUntilItsVariantsAreGone() throws Exception {
        String links = "SELECT COUNT(DISTINCT query_variant_query_id) FROM Sales.sys.query_store_query_variant";
        try (Fleet fleet = fleet(VersionProfile.V17);
                Client sa = Client.open(fleet.first(), "user=sa", "databaseName=Sales")) {
            assertThat(sa.refused("EXEC sp_query_store_remove_query 10").getErrorCode())
                    .isEqualTo(12465);
            assertThat(sa.refused("EXEC sp_query_store_remove_plan 10").getErrorCode())
                    .isEqualTo(12466);
            assertThat(sa.number(links)).isEqualTo(6);
            sa.run("EXEC sp_query_store_remove_query 11");
            assertThat(sa.refused("EXEC sp_query_store_remove_query 10").getErrorCode())
                    .isEqualTo(12465);
            sa.run("EXEC sp_query_store_remove_query 12");
            sa.run("EXEC sp_query_store_remove_query 10");
            assertThat(sa.number(links)).isEqualTo(4);
        }
    }
}
