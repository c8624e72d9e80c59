package io.sqlserversim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.session.Session;
import io.sqlserversim.types.SqlType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements other than queries: variables, control flow, errors, options, procedures, temporary tables. */
class StatementTest {
    private final TestServer server = new TestServer();
    private final Session session = server.session("master");

    private String rows(RecordingSink answer) {
        StringBuilder all = new StringBuilder();
        answer.results.forEach(result -> all.append(result.rows()));
        answer.errors.forEach(error -> all.append('!').append(error.number()));
        return all.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "DECLARE @i int = 0; WHILE @i < 10 BEGIN SET @i += 1; IF @i = 2 CONTINUE; IF @i = 4 BREAK END SELECT @i|[[4]]",
                "IF 1 = 2 SELECT 1 ELSE SELECT 2|[[2]]",
                "IF EXISTS (SELECT 1 FROM sys.light) SELECT 'y'; ELSE SELECT 'n'|[[y]]",
                "DECLARE @a bigint, @b nvarchar(10); SELECT @a = MAX(id), @b = MAX(name) FROM sys.light; SELECT @a, @b|[[10, Row9]]",
                "DECLARE @a int = 5; SELECT @a = id FROM sys.light WHERE id > 100; SELECT @a, @@ROWCOUNT|[[5, 0]]",
                "SELECT id FROM sys.light WHERE id < 4; SELECT @@ROWCOUNT|[[1], [2], [3]][[3]]",
                "BEGIN TRY SELECT 1/0 END TRY BEGIN CATCH SELECT ERROR_NUMBER(), ERROR_SEVERITY(), ERROR_STATE(), ERROR_LINE(), ERROR_MESSAGE() END CATCH|[][[8134, 16, 1, 1, Divide by zero error encountered.]]",
                "BEGIN TRY THROW 50001, 'x', 7 END TRY BEGIN CATCH SELECT ERROR_NUMBER(), ERROR_STATE(), @@ERROR END CATCH SELECT ERROR_NUMBER()|[[50001, 7, 50001]][[null]]",
                "BEGIN TRY BEGIN TRY SELECT 1/0 END TRY BEGIN CATCH; THROW; END CATCH END TRY BEGIN CATCH SELECT ERROR_NUMBER() END CATCH|[][[8134]]",
                "SELECT 1/0; SELECT 2|[][[2]]!8134",
                "SELECT CAST('x' AS int); SELECT 2|[]!245",
                "THROW 50001, 'x', 1; SELECT 2|!50001",
                "RAISERROR('x', 16, 1); SELECT 2|[[2]]!50000",
                "SELECT 1; SELECT nope FROM sys.light|!207",
                "SELECT 1; SELECT 1 FROM sys.nope; SELECT 2|[[1]]!208",
                "BEGIN TRY SELECT 1 FROM sys.nope END TRY BEGIN CATCH SELECT 2 END CATCH|!208",
                "BEGIN TRY EXEC('SELECT 1 FROM sys.nope') END TRY BEGIN CATCH SELECT ERROR_NUMBER() END CATCH|[[208]]",
                "BEGIN TRY EXEC sp_executesql N'SELEC * FROM x' END TRY BEGIN CATCH SELECT ERROR_NUMBER() END CATCH|[[102]]",
                "EXEC('SELEC * FROM x'); SELECT 2|[[2]]!102",
                "EXEC sp_executesql N'SELECT @x + @y', N'@x int, @y int', 3, @y = 4|[[7]]",
                "DECLARE @o int; EXEC sp_executesql N'SET @r = @x * 2', N'@x int, @r int OUTPUT', @x = 4, @r = @o OUTPUT; SELECT @o|[[8]]",
                "DECLARE @q nvarchar(100) = N'SELECT DB_NAME()'; EXEC Sales.sys.sp_executesql @q; SELECT DB_NAME()|[[Sales]][[master]]",
                "DECLARE @p nvarchar(100) = N'[Sales].sys.sp_executesql'; EXEC @p N'SELECT DB_NAME()'|[[Sales]]",
                "EXEC sp_executesql N'SELECT @x', N'@x int'|!8178",
                "EXEC sp_executesql 'SELECT 1'|!214",
                "USE Sales; SELECT DB_NAME()|[[Sales]]",
                "BEGIN TRAN; BEGIN TRANSACTION; COMMIT; SELECT @@TRANCOUNT; ROLLBACK; SELECT @@TRANCOUNT|[[1]][[0]]",
                "IF @@TRANCOUNT > 0 COMMIT TRAN|",
                "set implicit_transactions on |",
                "SELECT @@MAX_PRECISION SET TRANSACTION ISOLATION LEVEL READ COMMITTED SET IMPLICIT_TRANSACTIONS OFF SET QUOTED_IDENTIFIER ON SET TEXTSIZE 2147483647|[[38]]",
                "set transaction isolation level  read uncommitted |",
                "SET LOCK_TIMEOUT 1000; SELECT @@LOCK_TIMEOUT|[[1000]]",
                "SET NOCOUNT ON; SET DEADLOCK_PRIORITY LOW; SET ROWCOUNT 2; SELECT id FROM sys.light; SET ROWCOUNT 0|[[1], [2]]",
                "SET CONTEXT_INFO 0x0102; SELECT DATALENGTH(CONTEXT_INFO())|[[2]]",
                "CREATE TABLE #t (a int NOT NULL, b nvarchar(5)); INSERT INTO #t VALUES (1,'x'),(2,NULL); INSERT #t (a) SELECT 3; SELECT a, b FROM #t ORDER BY a; DROP TABLE #t|[[1, x], [2, null], [3, null]]",
                "CREATE TABLE #t (a int NOT NULL); INSERT #t VALUES (NULL)|!515",
                "SELECT id, grp INTO #s FROM sys.light WHERE id < 3; SELECT COUNT(*) FROM #s; UPDATE #s SET grp = 9 WHERE id = 1; DELETE FROM #s WHERE id = 2; SELECT * FROM #s|[[2]][[1, 9]]",
                "SELECT 1 AS a INTO #d; SELECT 1 AS a INTO #d|!2714",
                "DECLARE @t TABLE (a int); INSERT @t SELECT id FROM sys.light; SELECT SUM(a) FROM @t|[[55]]",
                "CREATE TABLE #e (a int); INSERT #e EXEC('SELECT 5'); SELECT a FROM #e|[[5]]",
                "CREATE TABLE #e (a int); INSERT #e EXEC sp_executesql N'SELECT id FROM sys.light WHERE id < 3'; SELECT COUNT(*) FROM #e|[[2]]",
                "EXEC('CREATE TABLE #n (a int)'); SELECT * FROM #n|!208",
                "RETURN; SELECT 1|",
                "DECLARE @rc int; EXEC @rc = sp_getapplock @Resource='r', @LockMode='Exclusive', @LockOwner='Session', @LockTimeout=0; SELECT @rc|[[0]]",
                "SELECT 1 AS [a b], N'it''s'|[[1, it's]]",
                "SELECT 1 FROM sys.secret|!262!297",
                "IF 1=1 BEGIN SELECT 1 END;|[[1]]",
                "/* a /* nested */ comment */ SELECT 1 -- end|[[1]]",
                "WITH c AS (SELECT 1 AS x) SELECT x FROM c|[[1]]",
                "SELECT 1 WITH c AS (SELECT 1 AS x) SELECT x FROM c|!319"
            })
    void givenABatch_whenRun_thenItsResultsAndErrorsAreSqlServers(String text, String expected) {
        assertThat(rows(server.run(session, text))).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void givenADivisionByZeroOnTheThirdLine_whenRun_thenTheErrorNamesIt() {
        assertThat(server.run(session, "SELECT 1\n\nSELECT 1/0").errorLines).containsExactly(3);
    }

    @Test
    void givenPrintAndRaiserrorOfLowSeverity_whenRun_thenTheyAreMessagesAndNoErrors() {
        RecordingSink answer = server.run(session, "PRINT 'hello'; RAISERROR('at %d%%', 10, 1, 50) WITH NOWAIT");
        assertThat(answer.infos).containsExactly("0 hello", "50000 at 50%");
        assertThat(answer.errors).isEmpty();
    }

    @Test
    void givenUse_whenRun_thenTheClientIsToldBothNames() {
        assertThat(server.run(session, "USE [sales]").infos).containsExactly("database master > Sales");
        assertThat(session.database()).isEqualTo("Sales");
    }

    @Test
    void givenCountsAndNocount_whenRun_thenDoneCarriesThemOrNot() {
        assertThat(server.run(session, "SELECT id FROM sys.light WHERE id < 3").dones)
                .containsExactly("SELECT:2");
        assertThat(server.run(session, "SET NOCOUNT ON; SELECT id FROM sys.light").dones)
                .containsExactly("SET:-1", "SELECT:-1");
    }

    private static Request.Parameter text(String value) {
        return new Request.Parameter("", SqlType.nvarchar(4000), value, false);
    }

    private static Request.Parameter number(int value) {
        return new Request.Parameter("", SqlType.INT, value, false);
    }

    private static Request.Parameter out() {
        return new Request.Parameter("", SqlType.INT, 0, true);
    }

    @Test
    void givenThePrepareFamily_whenCalled_thenHandlesWorkUntilTheyAreGivenBack() {
        RecordingSink first =
                server.call(session, "sp_prepexec", out(), text("@P0 int"), text("SELECT @P0 + 1"), number(4));
        assertThat(rows(first)).isEqualTo("[[5]]");
        assertThat(first.outputs).containsExactly("0 =1");
        assertThat(first.statuses).containsExactly(0);
        assertThat(rows(server.call(session, "sp_execute", number(1), number(6))))
                .isEqualTo("[[7]]");
        assertThat(server.call(session, "sp_unprepare", number(1)).errors).isEmpty();
        RecordingSink gone = server.call(session, "sp_execute", number(1), number(6));
        assertThat(gone.errors.getFirst().text()).isEqualTo("Could not find prepared statement with handle 1.");
        assertThat(gone.errors.getFirst().number()).isEqualTo(8179);
    }

    @Test
    void givenAnRpcWithOutput_whenCalled_thenStatusAndValuesComeBack() {
        RecordingSink answer = server.call(
                session,
                "sp_executesql",
                text("EXEC @P0 = sys.sp_getapplock @P1, @P2, @P3, @P4"),
                text("@P0 int OUTPUT,@P1 nvarchar(4000),@P2 nvarchar(4000),@P3 nvarchar(4000),@P4 int"),
                new Request.Parameter("", SqlType.INT, null, true),
                text("r"),
                text("Exclusive"),
                text("Session"),
                number(0));
        assertThat(answer.errors).isEmpty();
        assertThat(answer.outputs).containsExactly("2 =0");
    }

    @Test
    void givenAnUnknownProcedure_whenCalled_thenMessage2812() {
        RecordingSink answer = server.call(session, "sp_describe_undeclared_parameters", text("SELECT 1"));
        assertThat(answer.errors.getFirst().number()).isEqualTo(2812);
        assertThat(answer.errors.getFirst().text())
                .isEqualTo("Could not find stored procedure 'sp_describe_undeclared_parameters'.");
    }

    @Test
    void givenKill_whenTheSessionIsThere_thenTheDirectoryIsAsked() {
        assertThat(server.run(session, "KILL 77").errors).isEmpty();
        assertThat(server.killed).containsExactly(77);
    }

    @Test
    void givenXactAbort_whenAStatementFails_thenTheBatchEndsAndTheTransactionIsGone() {
        RecordingSink answer = server.run(session, "SET XACT_ABORT ON; BEGIN TRAN; SELECT 1/0; SELECT 2");
        assertThat(rows(answer)).isEqualTo("[]!8134");
        assertThat(session.settings().transactionCount()).isZero();
    }
}
