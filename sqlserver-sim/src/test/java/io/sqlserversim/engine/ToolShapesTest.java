package io.sqlserversim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.session.Session;
import io.sqlserversim.types.SqlType;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** Statements in the shapes in which well-known Query Store tools and reports ask; the texts are our own. */
class ToolShapesTest {
    private final TestServer server = new TestServer();
    private final Session session = server.session("Sales");

    private static String rows(RecordingSink answer) {
        assertThat(answer.errors).extracting(SqlError::text).isEmpty();
        return answer.results.getLast().rows().toString();
    }

    @Test
    void givenAReportOfTopConsumers_whenSentWithParameters_thenItIsGroupedFilteredAndOrdered() {
        String text = """
                SELECT TOP (@rows)
                    p.query_id query_id,
                    q.object_id object_id,
                    ISNULL(OBJECT_NAME(q.object_id),'') object_name,
                    qt.query_sql_text query_sql_text,
                    ROUND(CONVERT(float, SUM(rs.avg_duration*rs.count_executions))*0.001,2) total_duration,
                    SUM(rs.count_executions) count_executions,
                    COUNT(distinct p.plan_id) num_plans
                FROM sys.query_store_runtime_stats rs
                    JOIN sys.query_store_plan p ON p.plan_id = rs.plan_id
                    JOIN sys.query_store_query q ON q.query_id = p.query_id
                    JOIN sys.query_store_query_text qt ON q.query_text_id = qt.query_text_id
                    JOIN sys.query_store_runtime_stats_interval i
                        ON i.runtime_stats_interval_id = rs.runtime_stats_interval_id
                WHERE NOT (i.start_time > @end OR i.end_time < @start)
                GROUP BY p.query_id, qt.query_sql_text, q.object_id
                HAVING COUNT(distinct p.plan_id) >= 2
                ORDER BY total_duration DESC
                """;
        OffsetDateTime now = TestServer.NOW.atOffset(ZoneOffset.UTC);
        RecordingSink answer = server.call(
                session,
                "sp_executesql",
                new Request.Parameter("@statement", SqlType.nvarchar(SqlType.MAX), text, false),
                new Request.Parameter(
                        "@params",
                        SqlType.nvarchar(200),
                        "@rows int, @start datetimeoffset(7), @end datetimeoffset(7)",
                        false),
                new Request.Parameter("@rows", SqlType.INT, 2, false),
                new Request.Parameter("@start", SqlType.DATETIMEOFFSET, now.minusMinutes(30), false),
                new Request.Parameter("@end", SqlType.DATETIMEOFFSET, now, false));
        // interval 20 only: plans 49 and 50 of query 25 ran 998 and 999 times, 1497 and 1498.5 us on average
        assertThat(rows(answer))
                .isEqualTo("[[25, 0, , SELECT 25 FROM t WHERE x = @p, 2991.01, 1997, 2],"
                        + " [24, 0, , SELECT 24 FROM t WHERE x = @p, 2979.04, 1993, 2]]");
    }

    @Test
    void givenStagingIntoATemporaryTable_whenJoinedAfterwards_thenTheHeavyViewIsReadOnce() {
        RecordingSink answer = server.run(session, """
                SET NOCOUNT ON;
                SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
                IF OBJECT_ID('tempdb..#rs') IS NOT NULL DROP TABLE #rs;
                CREATE TABLE #rs (plan_id bigint PRIMARY KEY, executions bigint NOT NULL, avg_duration float NULL);
                INSERT INTO #rs (plan_id, executions, avg_duration)
                SELECT rs.plan_id, SUM(rs.count_executions),
                       SUM(rs.avg_duration * rs.count_executions) / NULLIF(SUM(rs.count_executions), 0)
                FROM sys.query_store_runtime_stats AS rs WITH (NOLOCK)
                WHERE rs.runtime_stats_interval_id IN
                    (SELECT runtime_stats_interval_id FROM sys.query_store_runtime_stats_interval
                     WHERE end_time > DATEADD(HOUR, -2, SYSDATETIMEOFFSET()))
                GROUP BY rs.plan_id
                OPTION (RECOMPILE, MAXDOP 1);
                SELECT TOP (1) r.plan_id, r.executions, TRY_CONVERT(varchar(20), p.query_plan) AS shown,
                       CASE WHEN p.query_plan LIKE N'%ShowPlanXML%' THEN 1 ELSE 0 END
                FROM #rs AS r LEFT OUTER JOIN sys.query_store_plan AS p ON p.plan_id = r.plan_id
                ORDER BY r.executions DESC;
                DROP TABLE #rs;
                """);
        assertThat(rows(answer)).isEqualTo("[[50, 1948, <ShowPlanXML 49/>, 1]]");
        assertThat(server.memory("sys.query_store_runtime_stats")
                        .lastBounds()
                        .get(0)
                        .values())
                .containsExactly(19, 20);
        assertThat(server.judge.total()).isEqualTo(2);
    }

    @Test
    void givenAComparisonOfTwoPeriods_whenAskedWithCtes_thenRegressionsComeOut() {
        RecordingSink answer = server.run(session, """
                DECLARE @split bigint = 10;
                WITH recent AS (
                    SELECT plan_id, AVG(avg_duration) AS d FROM sys.query_store_runtime_stats
                    WHERE runtime_stats_interval_id > @split GROUP BY plan_id),
                history AS (
                    SELECT plan_id, AVG(avg_duration) AS d FROM sys.query_store_runtime_stats
                    WHERE runtime_stats_interval_id <= @split GROUP BY plan_id)
                SELECT TOP (1) r.plan_id, CAST(r.d / NULLIF(h.d, 0) AS decimal(10,3)) AS ratio
                FROM recent AS r INNER JOIN history AS h ON h.plan_id = r.plan_id
                WHERE r.d > h.d * 1.5
                ORDER BY ratio DESC, r.plan_id;
                """);
        // plan 1: the mean of i*1.5 over i = 500, 550 .. 950 against 0, 50 .. 450: 725 / 225
        assertThat(rows(answer)).isEqualTo("[[1, 3.222]]");
    }

    @Test
    void givenTheNewestPlanPerQuery_whenAskedWithApplyOrRowNumber_thenBothAgree() {
        String apply = rows(server.run(
                session,
                "SELECT q.query_id, x.plan_id FROM sys.query_store_query q CROSS APPLY (SELECT TOP (1) p.plan_id FROM"
                        + " sys.query_store_plan p WHERE p.query_id = q.query_id ORDER BY p.plan_id DESC) x WHERE q.query_id"
                        + " <= 3 ORDER BY q.query_id"));
        String window = rows(server.run(
                session,
                "SELECT query_id, plan_id FROM (SELECT query_id, plan_id, ROW_NUMBER() OVER (PARTITION BY query_id ORDER BY"
                        + " plan_id DESC) AS n FROM sys.query_store_plan) AS d WHERE n = 1 AND query_id <= 3 ORDER BY"
                        + " query_id"));
        assertThat(apply).isEqualTo("[[1, 2], [2, 4], [3, 6]]").isEqualTo(window);
    }

    @Test
    void givenFeatureProbes_whenAsked_thenTheyTellWhatIsThere() {
        RecordingSink answer = server.run(
                session,
                "SELECT CASE WHEN COLUMNPROPERTY(OBJECT_ID('sys.query_store_plan'), 'plan_type', 'ColumnId') IS NULL THEN"
                        + " 0 ELSE 1 END, COLUMNPROPERTY(OBJECT_ID(N'[Sales].sys.query_store_plan'), 'query_plan',"
                        + " 'ColumnId'), OBJECT_ID('sys.query_store_replicas'),"
                        + " CONVERT(int, SERVERPROPERTY('EngineEdition')),"
                        + " PARSENAME(CONVERT(varchar(32), SERVERPROPERTY('ProductVersion')), 4)");
        assertThat(rows(answer)).isEqualTo("[[0, 3, null, 3, 16]]");
    }

    @Test
    void givenALoopOverDatabases_whenRunWithDynamicText_thenEachIsEntered() {
        RecordingSink answer = server.run(session, """
                DECLARE @id int = 0, @name sysname, @sql nvarchar(max);
                CREATE TABLE #found (name sysname, views int);
                WHILE 1 = 1
                BEGIN
                    SET @name = NULL;
                    SELECT TOP (1) @id = database_id, @name = name FROM sys.databases
                    WHERE database_id > @id ORDER BY database_id;
                    IF @name IS NULL BREAK;
                    SET @sql = N'SELECT ' + QUOTENAME(@name, '''') + N', COUNT(*) FROM ' + QUOTENAME(@name)
                        + N'.sys.query_store_plan';
                    INSERT INTO #found EXEC sys.sp_executesql @sql;
                END;
                SELECT STRING_AGG(name, ',') WITHIN GROUP (ORDER BY name), SUM(views) FROM #found;
                """);
        assertThat(rows(answer)).isEqualTo("[[master,Sales,tempdb, 150]]");
        assertThat(server.judge.total()).isEqualTo(3);
    }

    @Test
    void givenAKeysetOverFourColumns_whenContinued_thenTheLeadingColumnIsBounded() {
        RecordingSink answer = server.run(
                session,
                "DECLARE @i bigint = 5, @p bigint = 48; SELECT TOP (4) runtime_stats_interval_id, plan_id FROM"
                        + " Sales.sys.query_store_runtime_stats AS rs WHERE (rs.runtime_stats_interval_id > @i OR"
                        + " (rs.runtime_stats_interval_id = @i AND rs.plan_id > @p)) ORDER BY"
                        + " rs.runtime_stats_interval_id, rs.plan_id OPTION (MAXDOP 1)");
        assertThat(rows(answer)).isEqualTo("[[5, 49], [5, 50], [6, 1], [6, 2]]");
        MemoryTable stats = server.memory("sys.query_store_runtime_stats");
        assertThat(stats.lastBounds().get(0).low()).isEqualTo(5);
        assertThat(stats.given.get()).isEqualTo(52);
    }
}
