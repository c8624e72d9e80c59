package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.app.e2e.CommandsTest.Said;
import io.tidegate.app.holder.FolderDisk;
import io.tidegate.app.holder.HolderFile;
import io.tidegate.core.store.StoreChanges;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.store.duckdb.DuckDbOptions;
import io.tidegate.store.duckdb.DuckDbStore;
import io.tidegate.store.duckdb.DuckDbStores;
import io.tidegate.web.api.StoreAnswers;
import io.tidegate.web.api.StoreSize;
import io.tidegate.web.http.Json;
import io.tidegate.web.http.WebServer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;

/** {@code tidegate sql} the whole way: engine, store, HTTP, command, as a table and as JSON. */
class SqlAnswersTest {
    @TempDir
    static Path folder;

    private static DuckDbStore store;
    private static WebServer web;
    private static HolderFile holder;

    @BeforeAll
    static void hold() throws Exception {
        store = open(folder);
        InstantSource clock = InstantSource.system();
        StoreSize size = new StoreSize(store, new FolderDisk(folder), null, clock);
        web = WebServer.start(new StoreAnswers(store, new StoreChanges(), size, store, null, null, clock), 0, "s3cret");
        holder = HolderFile.write(folder, web.port(), "s3cret");
    }

    @AfterAll
    static void close() throws Exception {
        holder.close();
        web.close();
        store.close();
    }

    private static DuckDbStore open(Path directory) {
        return DuckDbStores.open(
                directory,
                DuckDbOptions.DEFAULTS,
                Thread.ofPlatform().daemon().factory(),
                InstantSource.system(),
                SystemTicker.INSTANCE);
    }

    private static List<String> table(String select) {
        Said said = Said.by("sql", select, "--store", folder.toString());
        assertThat(said.exit()).as(said.err()).isZero();
        return said.out().lines().toList();
    }

    private static JsonNode json(String select) {
        Said said = Said.by("sql", select, "--json", "--store", folder.toString());
        assertThat(said.exit()).as(said.err()).isZero();
        return Json.mapper()
                .reader()
                .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .readTree(said.out());
    }

    /**
     * Mutations meant to break it: {@code getObject} as it is for a BLOB, for a STRUCT, for a TIMESTAMP, for NaN (each its own
     * rows); DECIMALs read from JSON as doubles.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1::TINYINT | 1 | 1",
                "1::UBIGINT | 1 | 1",
                "170141183460469231731687303715884105727::HUGEINT | 170141183460469231731687303715884105727 |"
                        + " 170141183460469231731687303715884105727",
                "12345678901234567890.1234567890::DECIMAL(38,10) | 12345678901234567890.1234567890 |"
                        + " 12345678901234567890.1234567890",
                "1.5::FLOAT | 1.5 | 1.5",
                "0.1::DOUBLE + 0.2 | 0.300 | 0.30000000000000004",
                "0.00001234::DOUBLE | 1.234e-05 | 0.00001234",
                "'nan'::DOUBLE | NaN | \"NaN\"",
                "'-inf'::FLOAT | -Infinity | \"-Infinity\"",
                "true | true | true",
                "'x' | x | \"x\"",
                "'\\xAA\\x01'::BLOB | 0xAA01 | \"0xAA01\"",
                "''::BLOB | 0x | \"0x\"",
                "'0101'::BIT | 0101 | \"0101\"",
                "DATE '2026-01-02' | 2026-01-02 | \"2026-01-02\"",
                "TIME '01:02:03.5' | 01:02:03.500 | \"01:02:03.500\"",
                "TIMESTAMP '2026-01-02 03:04:05.123456' | 2026-01-02T03:04:05.123456 | \"2026-01-02T03:04:05.123456\"",
                "'2026-01-02 03:04:05+02'::TIMESTAMPTZ | 2026-01-02T01:04:05Z | \"2026-01-02T01:04:05Z\"",
                "'01:02:03+02'::TIMETZ | 01:02:03+02:00 | \"01:02:03+02:00\"",
                "INTERVAL '1 month 2 days' | 1 month 2 days | \"1 month 2 days\"",
                "'5b1e2a10-0000-0000-0000-000000000001'::UUID | 5b1e2a10-0000-0000-0000-000000000001 |"
                        + " \"5b1e2a10-0000-0000-0000-000000000001\"",
                "'b'::ENUM('a','b') | b | \"b\"",
                "[1,NULL,3] | [1, NULL, 3] | [1,null,3]",
                "[['\\xAA'::BLOB], NULL] | [[0xAA], NULL] | [[\"0xAA\"],null]",
                "['nan'::DOUBLE, 1] | [NaN, 1.0] | [\"NaN\",1.0]",
                "[TIMESTAMP '2026-01-02 03:04:05'] | [2026-01-02T03:04:05] | [\"2026-01-02T03:04:05\"]",
                "[1,2]::INTEGER[2] | [1, 2] | [1,2]",
                "list(1) | [1] | [1]",
                "{'a':1,'b':'\\xAA'::BLOB,'c':NULL} | {a: 1, b: 0xAA, c: NULL} | {\"a\":1,\"b\":\"0xAA\",\"c\":null}",
                "MAP{1:[DATE '2026-01-02']} | {1: [2026-01-02]} | {\"1\":[\"2026-01-02\"]}",
                "[{'a':1}] | [{a: 1}] | [{\"a\":1}]",
                "union_value(num := 2) | 2 | 2",
                "'{\"a\":1}'::JSON | {\"a\":1} | \"{\\\"a\\\":1}\"",
                "12345678901234567890123::BIGNUM | 12345678901234567890123 | \"12345678901234567890123\"",
                "NULL | `` | null"
            })
    void givenEachType_whenSelected_thenTableAndJsonShowAPlainValue(String expression, String cell, String value) {
        String select = "select " + expression + " as v";

        assertThat(table(select).get(1)).isEqualTo(cell);
        assertThat(Json.mapper()
                        .writeValueAsString(json(select).get("rows").get(0).get(0)))
                .isEqualTo(value);
    }

    /** Mutation meant to break it: an answer without a bound; it is 900 MB, and ended the process of a heap of 512 MB. */
    @Test
    void givenMoreThanAnAnswerMayHave_whenSelected_thenCutAtARowWithHowToNarrowIt() {
        String select = "select i, repeat('x',3000000) as t from range(300) t(i)";

        List<String> table = table(select);
        JsonNode json = json(select);

        int rows = json.get("rows").size();
        assertThat(rows).isBetween(1, 5);
        assertThat(json.get("isCut").asBoolean()).isTrue();
        assertThat(json.get("cut").asString())
                .startsWith("cut after " + rows + " rows: the next one would make it more than the ")
                .contains("select fewer columns");
        assertThat(table).hasSize(rows + 3).contains("(" + json.get("cut").asString() + ")");
        assertThat(json("select repeat('x', 40000000) as t").get("cut").asString())
                .startsWith("cut before the first row, which alone has more than");
        assertThat(json("select 1").get("cut").asString()).isEmpty();
    }

    /** Mutations meant to break it: cells as they are; a writer that is not filtered (the error); no bidi in the list. */
    @Test
    void givenWhatATerminalObeys_whenShown_thenItIsEscapedInTablesErrorsAndJson() {
        String select = "select 'a\u001b[31mred\u202ex\u009bc\u007f' as \"h\u2066\"";

        assertThat(table(select).getFirst()).isEqualTo("h\\u2066");
        assertThat(table(select).get(1)).isEqualTo("a\\u001B[31mred\\u202Ex\\u009Bc\\u007F");
        Said said = Said.by("sql", select, "--json", "--store", folder.toString());
        assertThat(said.out().chars().filter(c -> c == 0x1b || c == 0x202e || c == 0x9b || c == 0x7f || c == 0x2066))
                .isEmpty();
        assertThat(Json.mapper().readTree(said.out()).get("rows").get(0).get(0).asString())
                .isEqualTo("a\u001b[31mred\u202ex\u009bc\u007f");
        assertThat(Said.by("sql", "select \"\u001b[31m\"", "--store", folder.toString())
                        .err())
                .contains("\\u001B[31m")
                .doesNotContain("\u001b");
    }
}
