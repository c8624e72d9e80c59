package io.sqlserversim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.session.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that queries give, over sys.light: id 1 to 10, grp = id mod 3, name and amount NULL for id 7. */
class QueryTest {
    private final TestServer server = new TestServer();
    private final Session session = server.session("master");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT id FROM sys.light WHERE id BETWEEN 3 AND 5|[[3], [4], [5]]",
                "SELECT TOP (2) id FROM sys.light ORDER BY id DESC|[[10], [9]]",
                "SELECT TOP 2 WITH TIES grp FROM sys.light ORDER BY grp|[[0], [0], [0]]",
                "SELECT id FROM sys.light ORDER BY id OFFSET 8 ROWS FETCH NEXT 5 ROWS ONLY|[[9], [10]]",
                "SELECT grp, COUNT(*) AS n, SUM(id) FROM sys.light GROUP BY grp ORDER BY grp|[[0, 3, 18], [1, 4, 22], [2, 3, 15]]",
                "SELECT grp FROM sys.light GROUP BY grp HAVING COUNT(*) > 3|[[1]]",
                "SELECT COUNT(*), COUNT(name), COUNT(DISTINCT grp), MIN(id), MAX(id), AVG(id) FROM sys.light|[[10, 9, 3, 1, 10, 5]]",
                "SELECT COUNT(*), MAX(id) FROM sys.light WHERE id > 99|[[0, null]]",
                "SELECT grp, MAX(id) FROM sys.light WHERE id > 99 GROUP BY grp|[]",
                "SELECT SUM(amount), AVG(amount) FROM sys.light|[[4.80, 0.533333]]",
                "SELECT COUNT_BIG(*) FROM sys.light WHERE name = 'row1'|[[1]]",
                "SELECT DISTINCT grp FROM sys.light ORDER BY grp DESC|[[2], [1], [0]]",
                "SELECT id FROM sys.light WHERE name IS NULL|[[7]]",
                "SELECT id FROM sys.light WHERE name <> 'Row1' AND id < 8 AND id > 5|[[6]]",
                "SELECT a.id, b.id FROM sys.light a JOIN sys.light b ON b.id = a.id + 1 WHERE a.id < 3|[[1, 2], [2, 3]]",
                "SELECT a.id, b.id FROM sys.light a LEFT JOIN sys.light b ON b.id = a.id * 5 AND b.grp = 2 WHERE a.id <= 2 ORDER BY a.id|[[1, 5], [2, null]]",
                "SELECT a.id, b.id FROM sys.light a RIGHT JOIN sys.light b ON a.id = b.id + 8 WHERE b.id <= 3 ORDER BY b.id|[[9, 1], [10, 2], [null, 3]]",
                "SELECT COUNT(*) FROM sys.light a FULL JOIN sys.light b ON a.id = b.id + 5|[[15]]",
                "SELECT COUNT(*) FROM sys.light a CROSS JOIN sys.light b|[[100]]",
                "SELECT COUNT(*) FROM sys.light a, sys.light b WHERE a.id = b.id|[[10]]",
                "SELECT COUNT(*) FROM sys.light a JOIN sys.light b ON a.id < b.id|[[45]]",
                "SELECT a.id, x.m FROM sys.light a CROSS APPLY (SELECT MAX(b.id) AS m FROM sys.light b WHERE b.grp = a.grp) x WHERE a.id <= 3 ORDER BY a.id|[[1, 10], [2, 8], [3, 9]]",
                "SELECT a.id, x.id FROM sys.light a OUTER APPLY (SELECT TOP (1) b.id FROM sys.light b WHERE b.id > a.id ORDER BY b.id) x WHERE a.id >= 9 ORDER BY a.id|[[9, 10], [10, null]]",
                "WITH g AS (SELECT grp, COUNT(*) AS n FROM sys.light GROUP BY grp), h AS (SELECT MAX(n) AS m FROM g) SELECT g.grp FROM g JOIN h ON g.n = h.m|[[1]]",
                "SELECT d.x FROM (SELECT id AS x FROM sys.light WHERE id < 3) AS d ORDER BY d.x DESC|[[2], [1]]",
                "SELECT id FROM sys.light a WHERE EXISTS (SELECT 1 FROM sys.light b WHERE b.id = a.id * 2 AND b.grp = 0)|[[3]]",
                "SELECT id FROM sys.light WHERE id IN (SELECT grp FROM sys.light)|[[1], [2]]",
                "SELECT id FROM sys.light WHERE id NOT IN (1,2,3,4,5,6,7,8,9)|[[10]]",
                "SELECT id, (SELECT COUNT(*) FROM sys.light b WHERE b.grp = a.grp) FROM sys.light a WHERE id = 4|[[4, 4]]",
                "SELECT 1 AS x UNION ALL SELECT 1 UNION SELECT 2 ORDER BY x|[[1], [2]]",
                "SELECT 1 EXCEPT SELECT 2|[[1]]",
                "SELECT id FROM sys.light INTERSECT SELECT 3|[[3]]",
                "SELECT x FROM (VALUES (1),(2)) AS v(x)|[[1], [2]]",
                "SELECT id, ROW_NUMBER() OVER (PARTITION BY grp ORDER BY id DESC) AS rn FROM sys.light WHERE grp = 0 ORDER BY id|[[3, 3], [6, 2], [9, 1]]",
                "SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY grp ORDER BY id) AS rn FROM sys.light) d WHERE rn = 1 ORDER BY id|[[1], [2], [3]]",
                "SELECT TOP (4) id, RANK() OVER (ORDER BY grp), DENSE_RANK() OVER (ORDER BY grp) FROM sys.light ORDER BY grp, id|[[3, 1, 1], [6, 1, 1], [9, 1, 1], [1, 4, 2]]",
                "SELECT id, SUM(id) OVER (ORDER BY id), COUNT(*) OVER () FROM sys.light WHERE id < 4|[[1, 1, 3], [2, 3, 3], [3, 6, 3]]",
                "SELECT id, LAG(id) OVER (ORDER BY id) FROM sys.light WHERE id < 3|[[1, null], [2, 1]]",
                "SELECT STRING_AGG(CAST(id AS varchar(5)), ',') WITHIN GROUP (ORDER BY id DESC) FROM sys.light WHERE id < 4|[[3,2,1]]",
                "SELECT grp, s = SUM(CASE WHEN id > 5 THEN 1 ELSE 0 END) FROM sys.light GROUP BY grp ORDER BY s DESC, grp|[[0, 2], [1, 2], [2, 1]]",
                "SELECT id % 2, COUNT(*) FROM sys.light GROUP BY id % 2 ORDER BY id % 2|[[0, 5], [1, 5]]",
                "SELECT light.id FROM sys.light WHERE sys.light.id = 1|[[1]]",
                "SELECT [id] FROM [Sales].[sys].[light] WITH (NOLOCK) WHERE \"id\" = 2 OPTION (MAXDOP 1, RECOMPILE)|[[2]]",
                "SELECT * FROM sys.light WHERE 1 = 0|[]",
                "SELECT id FROM sys.light WHERE (id = 2 OR id = 4) AND NOT (id = 4)|[[2]]",
                "SELECT name FROM sys.databases ORDER BY name|[[master], [Sales], [tempdb]]"
            })
    void givenAQuery_whenRun_thenItsRowsAreSqlServers(String text, String rows) {
        RecordingSink answer = server.run(session, text);
        assertThat(answer.errors).extracting(SqlError::text).isEmpty();
        assertThat(answer.results.getFirst().rows().toString()).isEqualTo(rows);
    }

    @Test
    void givenNullsInAnAggregate_whenRun_thenTheWarningComesOnceBeforeTheEnd() {
        RecordingSink answer = server.run(session, "SELECT MAX(name), MIN(name) FROM sys.light");
        assertThat(answer.infos)
                .containsExactly("8153 Warning: Null value is eliminated by an aggregate or other SET operation.");
    }

    @Test
    void givenColumnsOfResults_whenDescribed_thenNamesTypesAndNullabilityAreSqlServers() {
        RecordingSink answer = server.run(
                session, "SELECT id, name AS n, COUNT(*) c, 'x', 1.50, NULL FROM sys.light GROUP BY id, name");
        assertThat(answer.results.getFirst().columns())
                .extracting(c -> c.name() + " " + io.sqlserversim.types.TypeNames.name(c.type()) + " "
                        + c.type().length() + " " + c.type().precision() + ","
                        + c.type().scale())
                .containsExactly(
                        "id bigint 0 0,0",
                        "n nvarchar 50 0,0",
                        "c int 0 0,0",
                        " varchar 1 0,0",
                        " numeric 0 3,2",
                        " int 0 0,0");
    }

    @Test
    void givenFiltersOnIntegers_whenScanned_thenTheTableIsToldItsBounds() {
        server.run(
                session,
                "DECLARE @a bigint = 3, @b bigint = 40; SELECT plan_id FROM sys.query_store_runtime_stats WHERE"
                        + " runtime_stats_interval_id <= 7 AND (runtime_stats_interval_id > @a OR"
                        + " (runtime_stats_interval_id = @a AND plan_id > @b))");
        MemoryTable stats = server.memory("sys.query_store_runtime_stats");
        assertThat(stats.lastBounds().get(0).low()).isEqualTo(3);
        assertThat(stats.lastBounds().get(0).high()).isEqualTo(7);
        server.run(
                session,
                "SELECT plan_id FROM sys.query_store_runtime_stats WHERE plan_id IN (5, 3, 5) AND 2 = plan_id");
        assertThat(stats.lastBounds().get(1).low())
                .isGreaterThan(stats.lastBounds().get(1).high());
        server.run(session, "SELECT plan_id FROM sys.query_store_runtime_stats WHERE plan_id IN (5, 3, 5)");
        assertThat(stats.lastBounds().get(1).values()).containsExactly(3, 5);
    }

    @Test
    void givenAKeysetRead_whenOrderedAsTheTableIs_thenOnlyTheTopRowsAreRead() {
        RecordingSink answer = server.run(
                session,
                "SELECT TOP (10) runtime_stats_interval_id, plan_id FROM sys.query_store_runtime_stats"
                        + " WHERE runtime_stats_interval_id = 4 AND plan_id > 20 ORDER BY runtime_stats_interval_id, plan_id");
        assertThat(answer.results.getFirst().rows().getFirst()).containsExactly(4L, 21L);
        assertThat(server.memory("sys.query_store_runtime_stats").given.get()).isEqualTo(10);
    }

    @Test
    void givenAJoinWithAFilteredSide_whenRun_thenItsKeysBoundTheOtherSidesScan() {
        RecordingSink answer = server.run(
                session,
                "SELECT COUNT(*) FROM sys.query_store_runtime_stats rs JOIN sys.light l ON"
                        + " l.id = rs.runtime_stats_interval_id WHERE l.id IN (2, 4)");
        assertThat(answer.results.getFirst().rows().toString()).isEqualTo("[[100]]");
        MemoryTable stats = server.memory("sys.query_store_runtime_stats");
        assertThat(stats.lastBounds().get(0).values()).containsExactly(2, 4);
        assertThat(stats.given.get()).isEqualTo(100);
    }

    @Test
    void givenOtherOrders_whenRun_thenTheRowsAreSorted() {
        RecordingSink answer = server.run(
                session,
                "SELECT TOP (2) plan_id, runtime_stats_interval_id FROM sys.query_store_runtime_stats"
                        + " ORDER BY plan_id DESC, runtime_stats_interval_id DESC");
        assertThat(answer.results.getFirst().rows().toString()).isEqualTo("[[50, 20], [50, 19]]");
    }
}
