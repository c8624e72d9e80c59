package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sqlserversim.fleet.StoreFacts.Stat;
import io.sqlserversim.fleet.StoreFacts.Wait;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Statements in the shapes of reports over Query Store, against a simulated server. What they must give is calculated here,
 * from rows that plain statements read, or stands in the server's own books.
 */
class ToolShapesEndToEndTest {
    private static Fleet fleet;
    private static Client client;
    private static StoreFacts facts;

    @BeforeAll
    static void start() throws Exception {
        fleet = Fleet.start(FleetSpec.TEST.sized(1, 2).withWorkloads("small").paced(1, 1, Duration.ofHours(2)));
        client = Client.open(fleet.first());
        facts = StoreFacts.read(client);
        assertThat(facts.stats()).hasSizeGreaterThan(100);
        assertThat(facts.waits()).isNotEmpty();
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        fleet.close();
    }

    /** Rows of a statement whose first place for a number is given the last interval. */
    private static List<String[]> rows(String sql) throws SQLException {
        String bound = sql.replace("@last", Long.toString(facts.lastInterval()));
        return client.rows(bound).stream().map(row -> row.split("\\|", -1)).toList();
    }

    private static double number(String text) {
        return Double.parseDouble(text);
    }

    private static void near(String actual, double expected) {
        assertThat(number(actual)).isCloseTo(expected, within(Math.max(1e-6, Math.abs(expected) * 1e-9)));
    }

    private static List<Long> queries() {
        return facts.stats().stream().map(facts::queryOf).distinct().sorted().toList();
    }

    private static double totalOf(long query) {
        return facts.sum(s -> facts.queryOf(s) == query, Stat::total);
    }

    private static List<Long> byTotal() {
        return queries().stream()
                .sorted(Comparator.<Long>comparingDouble(ToolShapesEndToEndTest::totalOf)
                        .reversed())
                .toList();
    }

    @Test
    void givenTopConsumers_whenFiveViewsAreJoined_thenTotalsAndTextsAreTheirs() throws Exception {
        List<String[]> rows = rows("""
                SELECT TOP (5) q.query_id, qt.query_text_id, COUNT(DISTINCT p.plan_id) AS plans,
                    SUM(rs.count_executions) AS executions,
                    ROUND(CONVERT(float, SUM(rs.avg_duration * rs.count_executions)) * 0.001, 2) AS total_ms
                FROM sys.query_store_runtime_stats AS rs
                JOIN sys.query_store_runtime_stats_interval AS i
                    ON i.runtime_stats_interval_id = rs.runtime_stats_interval_id
                JOIN sys.query_store_plan AS p ON p.plan_id = rs.plan_id
                JOIN sys.query_store_query AS q ON q.query_id = p.query_id
                JOIN sys.query_store_query_text AS qt ON qt.query_text_id = q.query_text_id
                WHERE i.runtime_stats_interval_id <= @last
                GROUP BY q.query_id, qt.query_text_id
                HAVING COUNT(DISTINCT p.plan_id) >= 1
                ORDER BY total_ms DESC, q.query_id""");
        List<Long> expected = byTotal().subList(0, 5);
        assertThat(rows.stream().map(row -> Long.valueOf(row[0])).toList()).isEqualTo(expected);
        for (String[] row : rows) {
            long query = Long.parseLong(row[0]);
            assertThat(Long.valueOf(row[1])).isEqualTo(facts.textOfQuery().get(query));
            assertThat(Long.parseLong(row[3])).isEqualTo(facts.executions(s -> facts.queryOf(s) == query));
            double total =
                    totalOf(query) * 0.001; // near a half, the last bit of the sum decides which way it is rounded
            assertThat(number(row[4])).isCloseTo(total, within(0.005 + total * 1e-9));
            near(row[4], Math.round(number(row[4]) * 100) / 100.0);
        }
    }

    @Test
    void givenAWeightedAverage_whenDeviationsArePooled_thenBothAreThoseOfAllExecutions() throws Exception {
        List<String[]> rows = rows("""
                SELECT x.plan_id, x.average,
                    SQRT(CASE WHEN x.square - x.average * x.average < 0 THEN 0
                        ELSE x.square - x.average * x.average END) AS deviation
                FROM (SELECT rs.plan_id,
                        SUM(rs.avg_duration * rs.count_executions) / NULLIF(SUM(rs.count_executions), 0) AS average,
                        SUM((POWER(rs.stdev_duration, 2) + POWER(rs.avg_duration, 2)) * rs.count_executions)
                            / NULLIF(SUM(rs.count_executions), 0) AS square
                    FROM sys.query_store_runtime_stats AS rs WITH (NOLOCK)
                    WHERE rs.runtime_stats_interval_id <= @last GROUP BY rs.plan_id) AS x
                ORDER BY x.plan_id OPTION (RECOMPILE, MAXDOP 1)""");
        assertThat(rows)
                .hasSize((int) facts.stats().stream().map(Stat::plan).distinct().count());
        for (String[] row : rows) {
            long plan = Long.parseLong(row[0]);
            double count = facts.executions(s -> s.plan() == plan);
            double average = facts.sum(s -> s.plan() == plan, Stat::total) / count;
            double square = facts.sum(
                            s -> s.plan() == plan,
                            s -> (s.stdev() * s.stdev() + s.duration() * s.duration()) * s.count())
                    / count;
            near(row[1], average);
            assertThat(number(row[2]))
                    .isCloseTo(Math.sqrt(Math.max(0, square - average * average)), within(average * 1e-5 + 1e-3));
        }
    }

    @Test
    void givenTwoWindows_whenCompared_thenEachQueryHasItsRatio() throws Exception {
        long middle = facts.lastInterval() - 30;
        String sql = """
                WITH recent AS (
                    SELECT p.query_id, SUM(rs.avg_duration * rs.count_executions) / SUM(rs.count_executions) AS a,
                        SUM(rs.count_executions) AS n
                    FROM sys.query_store_runtime_stats AS rs JOIN sys.query_store_plan AS p ON p.plan_id = rs.plan_id
                    WHERE rs.runtime_stats_interval_id > @middle AND rs.runtime_stats_interval_id <= @last
                    GROUP BY p.query_id),
                history AS (
                    SELECT p.query_id, SUM(rs.avg_duration * rs.count_executions) / SUM(rs.count_executions) AS a,
                        SUM(rs.count_executions) AS n
                    FROM sys.query_store_runtime_stats AS rs JOIN sys.query_store_plan AS p ON p.plan_id = rs.plan_id
                    WHERE rs.runtime_stats_interval_id <= @middle
                    GROUP BY p.query_id)
                SELECT r.query_id, r.a / NULLIF(h.a, 0) AS ratio, r.n, h.n
                FROM recent AS r INNER HASH JOIN history AS h ON h.query_id = r.query_id
                ORDER BY ratio DESC, r.query_id""";
        List<String[]> rows = rows(sql.replace("@middle", Long.toString(middle)));
        assertThat(rows).isNotEmpty();
        double before = Double.MAX_VALUE;
        for (String[] row : rows) {
            long query = Long.parseLong(row[0]);
            double recent = average(query, middle + 1, facts.lastInterval());
            double history = average(query, 0, middle);
            near(row[1], recent / history);
            assertThat(number(row[1])).isLessThanOrEqualTo(before);
            before = number(row[1]);
        }
    }

    private static double average(long query, long from, long to) {
        double total = facts.sum(s -> inside(s, query, from, to), Stat::total);
        return total / facts.executions(s -> inside(s, query, from, to));
    }

    private static boolean inside(Stat stat, long query, long from, long to) {
        return facts.queryOf(stat) == query && stat.interval() >= from && stat.interval() <= to;
    }

    @Test
    void givenWaits_whenSummedByCategory_thenSharesAddUpToAll() throws Exception {
        List<String[]> rows = rows("""
                SELECT ws.wait_category_desc, SUM(ws.total_query_wait_time_ms) AS total,
                    100.0 * SUM(ws.total_query_wait_time_ms) / SUM(SUM(ws.total_query_wait_time_ms)) OVER () AS share
                FROM sys.query_store_wait_stats AS ws
                WHERE ws.runtime_stats_interval_id <= @last
                GROUP BY ws.wait_category_desc
                ORDER BY total DESC, ws.wait_category_desc""");
        Map<String, Long> expected = facts.waits().stream()
                .collect(Collectors.groupingBy(Wait::category, Collectors.summingLong(Wait::total)));
        assertThat(rows).hasSameSizeAs(expected.entrySet());
        double share = 0;
        for (String[] row : rows) {
            assertThat(Long.valueOf(row[1])).isEqualTo(expected.get(row[0]));
            share += number(row[2]);
        }
        assertThat(share).isCloseTo(100, within(1e-6));
    }

    @Test
    void givenPlansOfAQuery_whenTheLatestIsWanted_thenApplyAndRowNumberAgree() throws Exception {
        String apply = """
                SELECT q.query_id, x.plan_id FROM sys.query_store_query AS q
                OUTER APPLY (SELECT TOP (1) rs.plan_id FROM sys.query_store_runtime_stats AS rs
                    JOIN sys.query_store_plan AS p ON p.plan_id = rs.plan_id
                    WHERE p.query_id = q.query_id AND rs.runtime_stats_interval_id <= @last
                    ORDER BY rs.runtime_stats_interval_id DESC, rs.plan_id DESC) AS x
                ORDER BY q.query_id""";
        String numbered = """
                SELECT q.query_id, x.plan_id FROM sys.query_store_query AS q
                LEFT JOIN (SELECT p.query_id, rs.plan_id, ROW_NUMBER() OVER (PARTITION BY p.query_id
                        ORDER BY rs.runtime_stats_interval_id DESC, rs.plan_id DESC) AS n
                    FROM sys.query_store_runtime_stats AS rs JOIN sys.query_store_plan AS p ON p.plan_id = rs.plan_id
                    WHERE rs.runtime_stats_interval_id <= @last) AS x ON x.query_id = q.query_id AND x.n = 1
                ORDER BY q.query_id""";
        List<String> expected = facts.textOfQuery().keySet().stream()
                .map(query -> query + "|" + latestPlan(query))
                .toList();
        String last = Long.toString(facts.lastInterval());
        assertThat(client.rows(apply.replace("@last", last))).isEqualTo(expected);
        assertThat(client.rows(numbered.replace("@last", last))).isEqualTo(expected);
    }

    private static String latestPlan(long query) {
        return facts.stats().stream()
                .filter(s -> facts.queryOf(s) == query)
                .max(Comparator.comparingLong(Stat::interval).thenComparingLong(Stat::plan))
                .map(s -> Long.toString(s.plan()))
                .orElse("null");
    }

    @Test
    void givenPlanSummaries_whenQueriesHaveSeveralPlans_thenTheirListsAreJoined() throws Exception {
        List<String[]> rows = rows("""
                SELECT q.query_id, COUNT(*) AS plans, STRING_AGG(CAST(p.plan_id AS varchar(20)), ',')
                        WITHIN GROUP (ORDER BY p.plan_id),
                    STUFF((SELECT ',' + CAST(i.plan_id AS varchar(20)) FROM sys.query_store_plan AS i
                        WHERE i.query_id = q.query_id ORDER BY i.plan_id FOR XML PATH(''), TYPE).value('.', 'varchar(max)'),
                        1, 1, '')
                FROM sys.query_store_query AS q JOIN sys.query_store_plan AS p ON p.query_id = q.query_id
                GROUP BY q.query_id HAVING COUNT(*) > 1 ORDER BY q.query_id""");
        List<Long> several = facts.textOfQuery().keySet().stream()
                .filter(query -> facts.plansOf(query).size() > 1)
                .toList();
        assertThat(several).isNotEmpty();
        assertThat(rows).hasSameSizeAs(several);
        for (int i = 0; i < rows.size(); i++) {
            List<Long> plans = facts.plansOf(several.get(i));
            String list = plans.stream().map(String::valueOf).collect(Collectors.joining(","));
            assertThat(rows.get(i)).containsExactly(several.get(i).toString(), "" + plans.size(), list, list);
        }
    }

    @Test
    void givenAShareOfTheWhole_whenRunningTotalsAreFramed_thenTheyGrowToOne() throws Exception {
        List<String[]> rows = rows("""
                WITH totals AS (
                    SELECT p.query_id, SUM(rs.avg_duration * rs.count_executions) AS total
                    FROM sys.query_store_runtime_stats AS rs JOIN sys.query_store_plan AS p ON p.plan_id = rs.plan_id
                    WHERE rs.runtime_stats_interval_id <= @last GROUP BY p.query_id)
                SELECT query_id, SUM(total) OVER (ORDER BY total DESC ROWS UNBOUNDED PRECEDING) / SUM(total) OVER ()
                FROM totals ORDER BY total DESC""");
        double all = facts.sum(s -> true, Stat::total);
        double running = 0;
        List<Long> expected = byTotal();
        for (int i = 0; i < rows.size(); i++) {
            assertThat(Long.valueOf(rows.get(i)[0])).isEqualTo(expected.get(i));
            running += totalOf(expected.get(i));
            near(rows.get(i)[1], running / all);
        }
        assertThat(rows).hasSameSizeAs(expected);
    }

    @Test
    void givenTheBooks_whenExecutionsAreSummedByInterval_thenTheyAgree() throws Exception {
        Map<Long, Long> seen = new TreeMap<>();
        for (String[] row : rows("""
                SELECT rs.runtime_stats_interval_id, SUM(rs.count_executions)
                FROM sys.query_store_runtime_stats AS rs WHERE rs.runtime_stats_interval_id <= @last
                GROUP BY rs.runtime_stats_interval_id""")) {
            seen.put(Long.valueOf(row[0]), Long.valueOf(row[1]));
        }
        Map<Long, Long> books = new TreeMap<>();
        var store = fleet.first().queryStores().get("Sales");
        store.books().booksAt(fleet.first().instance().clock().now()).stream()
                .filter(book -> book.intervalId() <= facts.lastInterval())
                .forEach(book -> books.put(book.intervalId(), book.executions()));
        assertThat(seen).isEqualTo(books).isNotEmpty();
    }
}
