package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.store.HistoryReader.Cut;
import io.tidegate.core.store.HistoryReader.QueryResult;
import io.tidegate.core.store.QueryTimedOutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A user's SQL reads, and does nothing else. Mutation seen to break it: a stopped query that is refused as bad input.
 */
class UserSqlTest {
    @TempDir
    Path directory;

    private DuckDbStore store;

    @BeforeEach
    void open() {
        store = TestStores.open(directory, TestStores.SMALL.withCallLimit(Duration.ofSeconds(20)));
        store.registerServer("sim-1");
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    @Incident(113)
    void givenMoreRowsThanAsked_whenQueried_thenCutAndSaidSo() {
        QueryResult r = store.query("select range as n, 'x' as t from range(1000)", 10);
        assertThat(r.columns()).containsExactly("n", "t");
        assertThat(r.types()).containsExactly("BIGINT", "VARCHAR");
        assertThat(r.rows()).hasSize(10);
        assertThat(r.isCut()).isTrue();
        assertThat(store.query("select 1 where false", 10).isCut()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into server values (7, 'x')",
                "delete from server",
                "create table t (a int)",
                "attach '/tmp/other.db'",
                "copy server to '/tmp/server.csv'",
                "set threads = 1",
                "pragma database_list",
                "checkpoint",
                "explain analyze select 1",
                "call force_checkpoint()",
                "install httpfs",
                "begin",
                "select 1; drop table server",
                "select 1; select 2",
                ""
            })
    @Incident(121)
    void givenAnythingButOneSelect_whenQueried_thenRefused(String sql) {
        assertThatThrownBy(() -> store.query(sql, 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("only one SELECT");
        assertThat(store.servers()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select * from read_csv('/etc/passwd')",
                "select * from read_text('/etc/passwd')",
                "select * from '/etc/passwd'",
                "select (select count(*) from glob('/etc/*'))",
                "with x as (select * from force_checkpoint()) select * from x",
                "select * from query('select * from checkpoint()')",
                "select * from duckdb_secrets()",
                "select * from tidegate_runtime_rows()",
                "from sniff_csv('/etc/passwd')"
            })
    @Incident(121)
    void givenFilesOrTheEngine_whenQueried_thenRefused(String sql) {
        assertThatThrownBy(() -> store.query(sql, 10)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void givenAMistake_whenQueried_thenThePartThatIsWrongIsNamed() {
        assertThatThrownBy(() -> store.query("select nam from server", 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"nam\" not found")
                .hasMessageNotContaining("LINE");
        assertThatThrownBy(() -> store.query("selec 1", 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("syntax error");
        assertThat(store.query("select name from server", 10).rows()).containsExactly(List.of("sim-1"));
    }

    @Test
    @Incident(115)
    void givenAQueryWithoutEnd_whenQueried_thenStoppedAndTheReaderGoesOn() {
        store.close();
        store = TestStores.open(directory, TestStores.SMALL.withCallLimit(Duration.ofSeconds(3)));
        for (int i = 0; i < 2 * DuckDbOptions.DEFAULTS.historyReaders(); i++) {
            assertThatThrownBy(() -> store.query(BusyTest.ENDLESS, 10))
                    .isInstanceOf(QueryTimedOutException.class)
                    .hasMessageContaining("ran longer than 1 s and was stopped")
                    .hasMessageNotContaining(BusyTest.ENDLESS);
        }
        assertThat(store.query("select name from server", 10).rows()).hasSize(1);
    }

    /**
     * Mutations meant to break it: values of rows past the bytes that are not left out of the SELECT (the driver takes 2,048
     * rows at once); a total that leaves the current row out.
     */
    @Test
    void givenMoreBytesThanAnAnswerMayHave_whenQueried_thenCutBehindAWholeRow() {
        QueryResult r = store.query("select range as n, repeat('x', 1000) as t from range(5000)", 5000, 100_000);

        assertThat(r.cut()).isEqualTo(Cut.BYTES);
        assertThat(r.rows()).hasSizeBetween(90, 99);
        assertThat(r.rows())
                .allSatisfy(row -> assertThat(String.valueOf(row.get(1))).hasSize(1000));
        QueryResult huge = store.query("select 1 as a, repeat('x', 30000000) as t", 10, 100_000);
        assertThat(huge.cut()).isEqualTo(Cut.BYTES);
        assertThat(huge.rows()).isEmpty();
        assertThat(huge.columns()).containsExactly("a", "t");
        QueryResult list = store.query("select range(100000) as l", 10, 100_000);
        assertThat(list.cut()).isEqualTo(Cut.BYTES);
    }

    /** Mutation meant to break it: a SELECT that is wrapped with its semicolon; columns named by the wrapped SELECT. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 1 as a, 2 as a;",
                "select 1 as a, 2 as a ; -- the end\n /* of it */ ;",
                "with x(a, b) as (values (1, 2)) select a, b as a from x -- no end",
                "(select 1 as a, 2 as a)",
                "values (1, 2)"
            })
    void givenASelectInAnyForm_whenQueried_thenItsOwnColumnsAndRows(String select) {
        QueryResult r = store.query(select, 10);

        assertThat(r.rows()).containsExactly(List.of(1, 2));
        assertThat(r.columns()).hasSize(2);
        if (select.contains("as a")) {
            assertThat(r.columns()).containsExactly("a", "a");
        }
    }

    @Test
    void givenAnOrder_whenQueried_thenRowsComeInIt() {
        QueryResult r = store.query(
                "select range % 1000 as n, range as m from range(200000) order by n desc, m", 60_000, 1 << 30);

        assertThat(r.cut()).isEqualTo(Cut.ROWS);
        assertThat(r.rows()).hasSize(60_000);
        assertThat(r.rows().getFirst()).isEqualTo(List.of(999L, 999L));
        assertThat(r.rows().getLast()).isEqualTo(List.of(700L, 199_700L));
        assertThat(store.query("select column_name from (describe server)", 10).rows())
                .contains(List.of("name"));
        assertThat(store.query("select '; -- x' as t", 10).rows()).containsExactly(List.of("; -- x"));
    }
}
