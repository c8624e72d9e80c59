package io.sqlserversim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.fault.StatementFaults;
import io.sqlserversim.session.Session;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the judge counts, and how faults and attention meet a statement in the middle of its rows. */
class HeavyStatementTest {
    private final TestServer server = new TestServer();
    private final Session session = server.session("Sales");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT TOP (1) plan_id FROM sys.query_store_plan|1",
                "SELECT COUNT(*) FROM sys.query_store_plan p JOIN sys.query_store_runtime_stats s ON s.plan_id = p.plan_id|1",
                "SELECT 1 FROM sys.light|0",
                "EXEC sp_executesql N'SELECT COUNT(*) FROM sys.query_store_plan'|1",
                "EXEC('SELECT COUNT(*) FROM sys.query_store_plan')|1",
                "SELECT plan_id INTO #p FROM sys.query_store_plan; SELECT * FROM #p|1",
                "SELECT 1 WHERE EXISTS (SELECT 1 FROM sys.query_store_plan)|1",
                "IF EXISTS (SELECT 1 FROM sys.query_store_plan) SELECT 1|1",
                "DECLARE @n int = (SELECT COUNT(*) FROM sys.query_store_plan)|1",
                "DECLARE @n int; SELECT @n = COUNT(*) FROM sys.query_store_plan|1",
                "WITH p AS (SELECT plan_id FROM sys.query_store_plan) SELECT COUNT(*) FROM p a JOIN p b ON a.plan_id = b.plan_id|1",
                "SELECT l.id FROM sys.light l CROSS APPLY (SELECT TOP (1) plan_id FROM sys.query_store_plan) x|1",
                "CREATE TABLE #t (a bigint); INSERT #t SELECT plan_id FROM sys.query_store_plan|1",
                "SELECT 1 FROM sys.query_store_plan UNION ALL SELECT 2 FROM sys.query_store_plan|1",
                "SELECT 1 FROM sys.query_store_plan; SELECT 1 FROM sys.query_store_plan|2",
                "SELECT nope FROM sys.query_store_plan|0",
                "SELECT 1/0 FROM sys.query_store_plan|1"
            })
    void givenAStatement_whenRun_thenTheJudgeCountsItOnceHoweverItBindsHeavyViews(String text, long heavy) {
        long[] seen = {0};
        server.faults = (s, t, isHeavy) -> {
            seen[0] = Math.max(seen[0], server.judge.running());
            return StatementFaults.Course.CLEAR;
        };
        server.run(session, text);
        assertThat(server.judge.total()).isEqualTo(heavy);
        assertThat(server.judge.running()).isZero();
        assertThat(server.judge.maximum()).isEqualTo(heavy == 0 ? 0 : 1);
        assertThat(seen[0]).isEqualTo(heavy == 0 ? 0 : 1);
    }

    @Test
    void givenAFaultAfterRows_whenItStrikes_thenTheRowsBeforeItWereSentAndTheJudgeIsLeft() {
        List<Long> asked = new ArrayList<>();
        server.faults = (s, text, heavy) -> (sink, rows) -> {
            asked.add(rows);
            if (rows == 3) {
                throw new SqlError(701, 17, 123, "There is insufficient system memory in resource pool 'default'.");
            }
        };
        RecordingSink answer = server.run(session, "SELECT plan_id FROM sys.query_store_plan");
        assertThat(answer.results.getFirst().rows()).hasSize(3);
        assertThat(asked).containsExactly(0L, 1L, 2L, 3L);
        assertThat(answer.errors).extracting(SqlError::number).containsExactly(701);
        assertThat(answer.dones).containsExactly("FAILED:-1");
        assertThat(server.judge.running()).isZero();
    }

    @Test
    void givenAttentionBetweenRows_whenTheNextRowIsDue_thenTheStatementEndsAndTheJudgeIsLeft() {
        server.faults = (s, text, heavy) -> (sink, rows) -> {
            if (rows == 2) {
                session.signals().raise(StatementEnded.Reason.ATTENTION);
            }
        };
        RecordingSink sink = new RecordingSink();
        assertThatThrownBy(() -> server.engine.execute(
                        session, new Request.Batch("SELECT plan_id FROM sys.query_store_plan"), sink))
                .isInstanceOf(StatementEnded.class);
        assertThat(sink.results.getFirst().rows()).hasSize(2);
        assertThat(sink.dones).isEmpty();
        assertThat(server.judge.running()).isZero();
        assertThat(session.running()).isNull();
    }

    @Test
    void givenAttentionInsideASort_whenItReadsItsInput_thenItEndsBeforeTheFirstRow() {
        server.faults = (s, text, heavy) -> (sink, rows) -> session.signals().raise(StatementEnded.Reason.ATTENTION);
        RecordingSink sink = new RecordingSink();
        assertThatThrownBy(() -> server.engine.execute(
                        session,
                        new Request.Batch("SELECT plan_id FROM sys.query_store_plan ORDER BY query_plan DESC"),
                        sink))
                .isInstanceOf(StatementEnded.class);
        assertThat(sink.results.getFirst().rows()).isEmpty();
    }

    @Test
    void givenAnAttention_whenInsideTry_thenNoCatchBlockSeesIt() {
        server.faults = (s, text, heavy) -> (sink, rows) -> session.signals().raise(StatementEnded.Reason.KILLED);
        assertThatThrownBy(() ->
                        server.run(session, "BEGIN TRY SELECT 1 FROM sys.light END TRY BEGIN CATCH SELECT 2 END CATCH"))
                .isInstanceOf(StatementEnded.class);
    }

    @Test
    void givenRowsRead_whenTheStatementEnds_thenTheSessionIsChargedForThem() {
        server.run(session, "SELECT COUNT(*) FROM sys.query_store_runtime_stats");
        long few = session.cpuMicros();
        assertThat(few).isGreaterThan(1000);
        assertThat(session.logicalReads()).isBetween(20L, 40L);
    }

    @Test
    void givenARunningStatement_whenOthersLook_thenItStandsInTheSession() {
        List<String> commands = new ArrayList<>();
        server.faults = (s, text, heavy) -> {
            commands.add(java.util.Objects.requireNonNull(session.running()).command() + " "
                    + java.util.Objects.requireNonNull(session.running()).database());
            return StatementFaults.Course.CLEAR;
        };
        server.run(session, "/* note */ SELECT 1 FROM sys.query_store_plan");
        assertThat(commands).containsExactly("SELECT Sales");
        assertThat(session.running()).isNull();
    }
}
