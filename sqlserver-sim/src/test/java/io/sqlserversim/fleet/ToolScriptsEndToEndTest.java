package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sqlserversim.fleet.StoreFacts.Stat;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Scripts in the shapes that DBAs' own tools have: probes, staging into temporary tables, text that is built and run. What
 * they must give is calculated here, from rows that plain statements read.
 */
class ToolScriptsEndToEndTest {
    private static Fleet fleet;
    private static Client client;
    private static StoreFacts facts;

    @BeforeAll
    static void start() throws Exception {
        fleet = Fleet.start(FleetSpec.TEST.sized(1, 2).withWorkloads("small").paced(1, 1, Duration.ofHours(2)));
        client = Client.open(fleet.first());
        facts = StoreFacts.read(client);
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        fleet.close();
    }

    /** The rows of the last result that a script gives. */
    private static List<List<String>> last(String script) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Statement statement = client.connection().createStatement()) {
            boolean more = statement.execute(script.replace("@@last", Long.toString(facts.lastInterval())));
            while (more || statement.getUpdateCount() != -1) {
                if (more) {
                    rows = all(statement.getResultSet());
                }
                more = statement.getMoreResults();
            }
        }
        return rows;
    }

    private static List<List<String>> all(ResultSet result) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        while (result.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                row.add(result.getString(i));
            }
            rows.add(row);
        }
        return rows;
    }

    private static String one(String script) throws SQLException {
        return last(script).getFirst().getFirst();
    }

    private static Map<Long, Long> executionsByQuery() {
        return facts.stats().stream()
                .collect(Collectors.groupingBy(facts::queryOf, TreeMap::new, Collectors.summingLong(Stat::count)));
    }

    @Test
    void givenColumnsThatCame2017AndLater_whenProbed_thenTheTextThatIsBuiltHasThem() throws Exception {
        assertThat(one("""
                DECLARE @sql nvarchar(max) = N'SELECT TOP (1) ', @list nvarchar(max) = N'rs.plan_id';
                IF COL_LENGTH(N'sys.query_store_runtime_stats', N'avg_tempdb_space_used') IS NOT NULL
                    SET @list += N', rs.avg_tempdb_space_used';
                IF COLUMNPROPERTY(OBJECT_ID(N'sys.query_store_runtime_stats'), 'replica_group_id', 'ColumnId') IS NOT NULL
                    SET @list = @list + N', rs.replica_group_id';
                IF OBJECT_ID(N'sys.query_store_wait_stats') IS NULL SET @list += N', 0 AS no_waits';
                IF EXISTS (SELECT 1 FROM sys.all_columns AS c WHERE c.object_id = OBJECT_ID(N'sys.query_store_plan')
                    AND c.name = N'nothing_of_the_kind') SET @list += N', oops';
                SET @sql += @list + N' FROM sys.query_store_runtime_stats AS rs;';
                EXEC sys.sp_executesql @sql;
                SELECT @list;""")).isEqualTo("rs.plan_id, rs.avg_tempdb_space_used, rs.replica_group_id");
    }

    @Test
    void givenStaging_whenTextsAreAddedToTheTopQueries_thenTheyAreTheirs() throws Exception {
        List<List<String>> rows = last("""
                SET NOCOUNT ON;
                IF OBJECT_ID('tempdb..#top') IS NOT NULL DROP TABLE #top;
                CREATE TABLE #top (rank_id int IDENTITY(1,1) PRIMARY KEY, query_id bigint NOT NULL UNIQUE,
                    executions bigint NOT NULL, query_sql_text nvarchar(max) NULL, noted bit NOT NULL DEFAULT 0);
                INSERT INTO #top (query_id, executions)
                SELECT TOP (3) p.query_id, SUM(rs.count_executions)
                FROM sys.query_store_runtime_stats AS rs JOIN sys.query_store_plan AS p ON p.plan_id = rs.plan_id
                WHERE rs.runtime_stats_interval_id <= @@last
                GROUP BY p.query_id ORDER BY SUM(rs.count_executions) DESC, p.query_id;
                UPDATE t SET query_sql_text = qt.query_sql_text
                FROM #top AS t JOIN sys.query_store_query AS q ON q.query_id = t.query_id
                JOIN sys.query_store_query_text AS qt ON qt.query_text_id = q.query_text_id;
                UPDATE #top SET noted = 1 WHERE query_sql_text LIKE N'%SELECT%';
                DELETE t FROM #top AS t WHERE t.rank_id = 3;
                SELECT query_id, executions, query_sql_text, noted FROM #top ORDER BY rank_id;
                DROP TABLE #top;""");
        List<List<String>> expected = executionsByQuery().entrySet().stream()
                .sorted(Map.Entry.<Long, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(2)
                .map(entry -> List.of(
                        entry.getKey().toString(),
                        entry.getValue().toString(),
                        facts.textOf(entry.getKey()),
                        facts.textOf(entry.getKey())
                                        .toUpperCase(java.util.Locale.ROOT)
                                        .contains("SELECT")
                                ? "1"
                                : "0"))
                .toList();
        assertThat(rows).isEqualTo(expected);
    }

    @Test
    void givenEveryDatabase_whenTextIsRunInEach_thenTheCountsAreThoseOfPlainStatements() throws Exception {
        List<List<String>> rows = last("""
                SET NOCOUNT ON;
                DECLARE @name sysname = N'', @sql nvarchar(max), @plans bigint;
                CREATE TABLE #found (database_name sysname COLLATE DATABASE_DEFAULT, plans bigint, texts bigint);
                WHILE 1 = 1
                BEGIN
                    SELECT TOP (1) @name = d.name FROM sys.databases AS d
                    WHERE d.is_query_store_on = 1 AND d.state = 0 AND d.name > @name ORDER BY d.name;
                    IF @@ROWCOUNT = 0 BREAK;
                    SET @sql = N'SELECT @n = COUNT_BIG(*) FROM ' + QUOTENAME(@name) + N'.sys.query_store_plan;
                        SELECT @d, @n, COUNT_BIG(*) FROM ' + QUOTENAME(@name) + N'.sys.query_store_query_text;';
                    INSERT INTO #found EXEC sys.sp_executesql @sql, N'@d sysname, @n bigint OUTPUT', @d = @name,
                        @n = @plans OUTPUT;
                    IF @plans IS NULL RAISERROR(N'no count for %s', 16, 1, @name);
                END;
                SELECT database_name, plans, texts FROM #found ORDER BY database_name;""");
        List<List<String>> expected = new ArrayList<>();
        for (String name : List.of("Orders", "Sales")) {
            expected.add(List.of(
                    name,
                    client.one("SELECT COUNT(*) FROM " + name + ".sys.query_store_plan"),
                    client.one("SELECT COUNT(*) FROM " + name + ".sys.query_store_query_text")));
        }
        assertThat(rows).isEqualTo(expected);
    }

    @Test
    void givenTheDynamicSqlOfAnotherDatabase_whenCalledByItsName_thenItRunsThere() throws Exception {
        assertThat(last("""
                DECLARE @proc nvarchar(300) = QUOTENAME(N'Orders') + N'.sys.sp_executesql', @n int;
                EXEC @proc N'SELECT @c = COUNT(*) FROM sys.query_store_query WHERE query_id <= @most',
                    N'@most bigint, @c int OUTPUT', 3, @c = @n OUTPUT;
                SELECT @n, DB_NAME();""")).isEqualTo(List.of(List.of("3", "Sales")));
    }

    @Test
    void givenAParameterTable_whenAQueryIsTracked_thenEachIntervalHasItsRow() throws Exception {
        long query = executionsByQuery().keySet().iterator().next();
        List<List<String>> rows = last("""
                DECLARE @from datetimeoffset(7) = DATEADD(day, -1, SYSDATETIMEOFFSET()), @query bigint = %d;
                SELECT rs.plan_id, DATEDIFF_BIG(second, '1970-01-01', i.start_time), SUM(rs.count_executions)
                FROM sys.query_store_runtime_stats AS rs
                INNER JOIN sys.query_store_runtime_stats_interval AS i
                    ON i.runtime_stats_interval_id = rs.runtime_stats_interval_id
                INNER JOIN sys.query_store_plan AS p ON p.plan_id = rs.plan_id
                WHERE p.query_id = @query AND NOT (i.start_time > SYSDATETIMEOFFSET() OR i.end_time < @from)
                    AND i.runtime_stats_interval_id <= @@last
                GROUP BY rs.plan_id, i.start_time, i.end_time
                ORDER BY i.start_time, rs.plan_id OPTION (OPTIMIZE FOR (@query UNKNOWN));""".formatted(query));
        TreeMap<Long, TreeMap<Long, Long>> byInterval = new TreeMap<>();
        for (Stat stat : facts.stats()) {
            if (facts.queryOf(stat) == query) {
                byInterval
                        .computeIfAbsent(stat.interval(), i -> new TreeMap<>())
                        .merge(stat.plan(), stat.count(), Long::sum);
            }
        }
        List<List<String>> expected = new ArrayList<>();
        byInterval.forEach((interval, plans) -> plans.forEach((plan, count) ->
                expected.add(List.of("" + plan, "" + seconds(facts.starts().get(interval)), "" + count))));
        assertThat(rows).isEqualTo(expected).isNotEmpty();
    }

    private static long seconds(String start) {
        String iso = start.substring(0, 10) + "T" + start.substring(11, 19) + "Z";
        return java.time.Instant.parse(iso).getEpochSecond();
    }

    @Test
    void givenOutcomes_whenPivotedByCase_thenEachTypeIsCounted() throws Exception {
        List<List<String>> rows = last("""
                SELECT SUM(CASE rs.execution_type WHEN 0 THEN rs.count_executions ELSE 0 END),
                    SUM(IIF(rs.execution_type = 3, rs.count_executions, 0)),
                    SUM(CASE WHEN rs.execution_type_desc = 'exception' THEN rs.count_executions ELSE 0 END),
                    COUNT(DISTINCT rs.plan_id)
                FROM sys.query_store_runtime_stats AS rs WHERE rs.runtime_stats_interval_id <= @@last""");
        assertThat(rows)
                .containsExactly(List.of(
                        "" + facts.executions(s -> s.type() == 0),
                        "" + facts.executions(s -> s.type() == 3),
                        "" + facts.executions(s -> s.type() == 4),
                        "" + facts.stats().stream().map(Stat::plan).distinct().count()));
    }

    @Test
    void givenBucketsOfTime_whenRolledUp_thenTheTotalStandsUnderThem() throws Exception {
        List<List<String>> rows = last("""
                SELECT rs.runtime_stats_interval_id / 10 AS bucket, GROUPING(rs.runtime_stats_interval_id / 10),
                    SUM(rs.count_executions), MAX(rs.max_duration)
                FROM sys.query_store_runtime_stats AS rs WHERE rs.runtime_stats_interval_id <= @@last
                GROUP BY ROLLUP (rs.runtime_stats_interval_id / 10)
                ORDER BY GROUPING(rs.runtime_stats_interval_id / 10), bucket""");
        Map<Long, Long> buckets = facts.stats().stream()
                .collect(Collectors.groupingBy(
                        s -> s.interval() / 10, TreeMap::new, Collectors.summingLong(Stat::count)));
        assertThat(rows.stream().filter(row -> row.get(1).equals("0")).map(row -> row.get(0) + "=" + row.get(2)))
                .containsExactlyElementsOf(buckets.entrySet().stream()
                        .map(e -> e.getKey() + "=" + e.getValue())
                        .toList());
        assertThat(rows.getLast().get(2)).isEqualTo("" + facts.executions(s -> true));
        assertThat(rows.getLast().get(3))
                .isEqualTo(
                        "" + facts.stats().stream().mapToLong(Stat::most).max().orElseThrow());
    }

    @Test
    void givenHashesAndObjects_whenQueriesAreGroupedByThem_thenNoneIsLost() throws Exception {
        List<List<String>> rows = last("""
                SELECT CONVERT(varchar(18), q.query_hash, 1) AS query_hash, COUNT(*) AS queries,
                    MAX(ISNULL(o.name, CASE WHEN q.object_id = 0 THEN N'ad hoc' ELSE N'object ' + CAST(q.object_id AS nvarchar(20)) END))
                FROM sys.query_store_query AS q LEFT JOIN sys.objects AS o ON o.object_id = q.object_id
                GROUP BY q.query_hash ORDER BY CONVERT(varchar(18), q.query_hash, 1)""");
        Map<String, List<Long>> expected = facts.hashOfQuery().entrySet().stream()
                .collect(Collectors.groupingBy(
                        e -> "0x" + e.getValue(),
                        TreeMap::new,
                        Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
        assertThat(rows.stream().map(List::getFirst).toList()).isEqualTo(List.copyOf(expected.keySet()));
        for (List<String> row : rows) {
            List<Long> queries = expected.get(row.get(0));
            assertThat(row.get(1)).isEqualTo("" + queries.size());
            String object = queries.stream()
                    .map(query -> facts.objectOfQuery().get(query))
                    .map(id -> id == 0 ? "ad hoc" : "object " + id)
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            assertThat(row.get(2)).isEqualTo(object);
        }
    }

    @Test
    void givenForcedPlans_whenListedWithTheirReasons_thenTheyAreThoseThatSaySo() throws Exception {
        List<List<String>> rows = last("""
                SELECT COUNT(*), SUM(CAST(p.is_forced_plan AS int)), SUM(p.force_failure_count),
                    MAX(CASE WHEN p.last_force_failure_reason_desc <> N'NONE' THEN 1 ELSE 0 END)
                FROM sys.query_store_plan AS p INNER JOIN sys.query_store_query AS q ON q.query_id = p.query_id""");
        long forced = client.rows("SELECT is_forced_plan FROM sys.query_store_plan").stream()
                .filter("1"::equals)
                .count();
        assertThat(rows).containsExactly(List.of("" + facts.queryOfPlan().size(), "" + forced, "0", "0"));
    }

    @Test
    void givenPlanXml_whenSearchedAndMeasured_thenEachHasItsQueryHash() throws Exception {
        List<List<String>> rows = last("""
                SELECT p.plan_id, CASE WHEN TRY_CAST(p.query_plan AS xml) IS NULL THEN 0 ELSE 1 END,
                    CHARINDEX(CONVERT(varchar(18), q.query_hash, 1), p.query_plan), DATALENGTH(p.query_plan) / 2
                FROM sys.query_store_plan AS p JOIN sys.query_store_query AS q ON q.query_id = p.query_id
                WHERE p.query_plan LIKE N'%<ShowPlanXML%' ORDER BY p.plan_id""");
        assertThat(rows).hasSize(facts.queryOfPlan().size());
        for (List<String> row : rows) {
            assertThat(row.get(1)).isEqualTo("1");
            assertThat(Long.parseLong(row.get(2))).isPositive();
            assertThat(row.get(3))
                    .isEqualTo(""
                            + client.one("SELECT query_plan FROM sys.query_store_plan WHERE plan_id = " + row.get(0))
                                    .length());
        }
    }

    @Test
    void givenVariation_whenRankedAndTiled_thenTheOrderIsThatOfTheRatio() throws Exception {
        List<List<String>> rows = last("""
                SELECT plan_id, cv, NTILE(3) OVER (ORDER BY cv DESC, plan_id), DENSE_RANK() OVER (ORDER BY cv DESC)
                FROM (SELECT rs.plan_id, MAX(rs.stdev_duration / NULLIF(rs.avg_duration, 0)) AS cv
                    FROM sys.query_store_runtime_stats AS rs WHERE rs.runtime_stats_interval_id <= @@last
                    GROUP BY rs.plan_id) AS v
                ORDER BY cv DESC, plan_id""");
        Map<Long, Double> expected =
                facts.stats().stream().collect(Collectors.toMap(Stat::plan, s -> s.stdev() / s.duration(), Math::max));
        List<Long> order = expected.keySet().stream()
                .sorted(Comparator.<Long, Double>comparing(expected::get)
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        assertThat(rows.stream().map(row -> Long.valueOf(row.getFirst())).toList())
                .isEqualTo(order);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(Double.parseDouble(rows.get(i).get(1))).isCloseTo(expected.get(order.get(i)), within(1e-9));
            long larger = order.size() % 3;
            long size = order.size() / 3;
            long tile = i < larger * (size + 1) ? i / (size + 1) : larger + (i - larger * (size + 1)) / size;
            assertThat(rows.get(i).get(2)).isEqualTo("" + (tile + 1));
        }
    }

    @Test
    void givenIntervals_whenEachLooksAtTheNext_thenThereIsNoGap() throws Exception {
        assertThat(last("""
                SELECT COUNT(*), SUM(CASE WHEN following IS NULL OR following = end_time THEN 0 ELSE 1 END)
                FROM (SELECT i.end_time, LEAD(i.start_time) OVER (ORDER BY i.runtime_stats_interval_id) AS following
                    FROM sys.query_store_runtime_stats_interval AS i WHERE i.runtime_stats_interval_id <= @@last) AS g""")).containsExactly(List.of("" + facts.starts().size(), "" + gaps()));
    }

    private static long gaps() {
        List<String> starts = List.copyOf(facts.starts().values());
        long gaps = 0;
        for (int i = 1; i < starts.size(); i++) {
            gaps += seconds(starts.get(i)) - seconds(starts.get(i - 1)) == 60 ? 0 : 1;
        }
        return gaps;
    }

    @Test
    void givenTheOptions_whenTextIsBuiltOfThem_thenItSaysWhatTheColumnsSay() throws Exception {
        String state = client.one("SELECT actual_state_desc FROM sys.database_query_store_options");
        String minutes = client.one("SELECT interval_length_minutes FROM sys.database_query_store_options");
        assertThat(one("""
                SELECT CONCAT(N'[', DB_NAME(), N'] ', o.actual_state_desc,
                    CASE WHEN o.desired_state <> o.actual_state THEN N', wanted ' + o.desired_state_desc ELSE N'' END,
                    N', ', o.interval_length_minutes, N' min, ',
                    CASE WHEN o.current_storage_size_mb * 100 / NULLIF(o.max_storage_size_mb, 0) < 90 THEN N'roomy' ELSE N'full' END)
                FROM sys.database_query_store_options AS o""")).isEqualTo("[Sales] " + state + ", " + minutes + " min, roomy");
    }

    @Test
    void givenAFailingStep_whenCaught_thenTheScriptReportsItAndGoesOn() throws Exception {
        assertThat(last("""
                SET NOCOUNT ON; SET XACT_ABORT OFF; SET LOCK_TIMEOUT 1000; SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
                DECLARE @log TABLE (step int IDENTITY, note nvarchar(400));
                BEGIN TRY
                    EXEC sys.sp_executesql N'SELECT nothing_here FROM sys.query_store_plan';
                END TRY
                BEGIN CATCH
                    INSERT @log (note) VALUES (FORMATMESSAGE('%s (%d)', ERROR_MESSAGE(), ERROR_NUMBER()));
                END CATCH;
                BEGIN TRY
                    EXEC ('SELECT 1 FROM Nowhere.sys.query_store_plan');
                END TRY
                BEGIN CATCH
                    INSERT @log (note) SELECT CAST(ERROR_NUMBER() AS nvarchar(10));
                END CATCH;
                SELECT note FROM @log ORDER BY step;""")).containsExactly(List.of("Invalid column name 'nothing_here'. (207)"), List.of("208"));
    }
}
