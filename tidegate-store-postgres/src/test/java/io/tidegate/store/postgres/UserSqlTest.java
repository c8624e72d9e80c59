package io.tidegate.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.store.HistoryReader.Cut;
import io.tidegate.core.store.HistoryReader.QueryResult;
import io.tidegate.core.store.QueryTimedOutException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A user's SQL reads, and does nothing else. */
class UserSqlTest {
    /** Computes for longer than any test runs, in little memory. */
    static final String ENDLESS =
            "select count(*) from generate_series(1, 1000000000) a, generate_series(1, 1000000000) b where a + b = -1";

    private static final String SCHEMA = TestPostgres.freshSchema();

    private static PostgresStore store;

    @BeforeAll
    static void open() {
        store = TestStores.open(SCHEMA);
        store.registerServer("sim-1");
    }

    @AfterAll
    static void close() {
        store.close();
    }

    @Test
    void givenMoreRowsThanAsked_whenQueried_thenCutAndSaidSo() {
        QueryResult r = store.query("select n::bigint as n, 'x' as t from generate_series(0, 999) n; ", 10);
        assertThat(r.columns()).containsExactly("n", "t");
        assertThat(r.types()).containsExactly("int8", "text");
        assertThat(r.rows()).hasSize(10);
        assertThat(r.isCut()).isTrue();
        assertThat(store.query("-- a comment\n /* one */ /* more */ (select 1 where false)", 10)
                        .isCut())
                .isFalse();
        assertThat(store.query("with x as (values (1), (2)) (select * from x)", 2)
                        .isCut())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into server values (7, 'x')",
                "delete from server",
                "create table t (a int)",
                "copy server to '/tmp/server.csv'",
                "set statement_timeout = 0",
                "show statement_timeout",
                "explain analyze select 1",
                "vacuum",
                "begin",
                "do $$ begin end $$",
                "select 1; drop table server",
                "select 1; select 2",
                "select 1; commit; drop table server",
                "with gone as (delete from server returning *) select * from gone",
                "select * into t from server",
                "-- select 1",
                "/* select 1",
                ""
            })
    void givenAnythingButOneSelect_whenQueried_thenRefused(String sql) {
        assertThatThrownBy(() -> store.query(sql, 10)).isInstanceOf(IllegalArgumentException.class);
        assertThat(store.servers()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select pg_read_file('/etc/passwd')",
                "select * from pg_ls_dir('/')",
                "select pg_terminate_backend(pid) from pg_stat_activity",
                "select \"pg_terminate_backend\"(1)",
                "select U&\"pg\\005fterminate_backend\"(1)",
                "select set_config('statement_timeout', '0', false)",
                "select pg_advisory_lock(1)",
                "select query_to_xml('select 1', true, true, '')",
                "select lo_import('/etc/passwd')",
                "select tidegate_open('select 1')"
            })
    void givenFunctionsThatAct_whenQueried_thenRefusedByName(String sql) {
        assertThatThrownBy(() -> store.query(sql, 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be used here");
    }

    @Test
    void givenAMistake_whenQueried_thenThePartThatIsWrongIsNamed() {
        assertThatThrownBy(() -> store.query("select nam from server", 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column \"nam\" does not exist");
        assertThatThrownBy(() -> store.query("select 1 frm x y", 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("syntax error");
        assertThat(store.query("select name from server", 10).rows()).containsExactly(List.of("sim-1"));
    }

    @Test
    void givenAQueryWithoutEnd_whenQueried_thenStoppedAndTheReaderGoesOn() {
        try (PostgresStore hurried = TestStores.open(
                TestStores.options(SCHEMA).withConnections(1, 1).withCallLimit(Duration.ofSeconds(5)))) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> hurried.query(ENDLESS, 10))
                        .isInstanceOf(QueryTimedOutException.class)
                        .hasMessageContaining("ran longer than 3 s and was stopped")
                        .hasMessageNotContaining("generate_series");
            }
            assertThat(hurried.query("select name from server", 10).rows()).hasSize(1);
        }
    }

    /** Mutation meant to break it: a total that leaves the current row out. */
    @Test
    void givenMoreBytesThanAnAnswerMayHave_whenQueried_thenCutBehindAWholeRow() {
        QueryResult r = store.query(
                "select n, repeat('x', 1000) as n from generate_series(1, 5000) n order by 1 desc;", 5000, 100_000);

        assertThat(r.cut()).isEqualTo(Cut.BYTES);
        assertThat(r.columns()).containsExactly("n", "n");
        assertThat(r.rows()).hasSizeBetween(90, 99);
        assertThat(r.rows().getFirst()).isEqualTo(List.of(5000, "x".repeat(1000)));
        QueryResult huge = store.query("select repeat('x', 3000000) as t", 10, 100_000);
        assertThat(huge.cut()).isEqualTo(Cut.BYTES);
        assertThat(huge.rows()).isEmpty();
    }

    /** Fails with a driver's own classes among the values, which JSON shows by their fields. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'\\xAA01'::bytea | 0xAA01",
                "array['\\xAA'::bytea, null] | [0xAA, null]",
                "array[1, null] | [1, null]",
                "interval '1 day 2 seconds' | 1 days 2 secs",
                "'nan'::float8 | NaN",
                "12345678901234567890.10::numeric | 12345678901234567890.10",
                "timestamp '2026-01-02 03:04:05' | 2026-01-02T03:04:05",
                "date '2026-01-02' | 2026-01-02",
                "time '03:04:05' | 03:04:05",
                "'5b1e2a10-0000-0000-0000-000000000001'::uuid | 5b1e2a10-0000-0000-0000-000000000001",
                "'{\"a\": 1}'::jsonb | {\"a\": 1}",
                "B'0101' | 0101",
                "true | true",
                "null::int | null"
            })
    void givenEachType_whenQueried_thenAValueThatCanBeShown(String expression, String shown) {
        QueryResult r = store.query("select " + expression + " as v", 10);

        Object value = r.rows().getFirst().getFirst();
        assertThat(String.valueOf(value)).isEqualTo(shown);
        assertThat(value == null
                        || value instanceof String
                        || value instanceof Number
                        || value instanceof Boolean
                        || value instanceof List)
                .isTrue();
    }
}
