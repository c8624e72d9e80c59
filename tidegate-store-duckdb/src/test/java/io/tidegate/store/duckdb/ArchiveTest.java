package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.ArchiveFixture.DECEMBER;
import static io.tidegate.store.duckdb.ArchiveFixture.JANUARY;
import static io.tidegate.store.duckdb.ArchiveFixture.NOW;
import static io.tidegate.store.duckdb.ArchiveFixture.answers;
import static io.tidegate.store.duckdb.ArchiveFixture.archive;
import static io.tidegate.store.duckdb.ArchiveFixture.files;
import static io.tidegate.store.duckdb.ArchiveFixture.hold;
import static io.tidegate.store.duckdb.ArchiveFixture.inTable;
import static io.tidegate.store.duckdb.ArchiveFixture.list;
import static io.tidegate.store.duckdb.ArchiveFixture.number;
import static io.tidegate.store.duckdb.ArchiveFixture.ripe;
import static io.tidegate.store.duckdb.ArchiveFixture.series;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.store.StoreFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in files of the archive, and what answers are then. What goes there is {@link RipeMonthsTest}'s. */
class ArchiveTest {
    private static final int ROWS = 100;

    @TempDir
    Path directory;

    private DuckDbStore store;
    private SeriesKey sales;

    @BeforeEach
    void twoMonths() {
        store = TestStores.open(directory, ripe(ROWS, NOW));
        sales = series(store, "Sales");
        list(store, sales, NOW, Long.MIN_VALUE, 1, 2, 3, DECEMBER, DECEMBER + 1, JANUARY);
        hold(store, sales, 1, 5);
        hold(store, sales, 2, 6);
        hold(store, sales, DECEMBER, 7);
        list(store, sales, NOW, DECEMBER);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void reopen(Path where) {
        store.close();
        store = TestStores.open(where, ripe(ROWS, NOW));
    }

    /** Mutations meant to break it: a view that leaves the files out; one that is not made anew; rows that stay in the table. */
    @Test
    @Incident(111)
    void givenAMonthThatNoSourceLists_whenArchived_thenItsRowsStandInFilesAndAllAnswersAreTheSame() {
        List<String> before = answers(store);

        assertThat(archive(store)).as("a file for each kind").isEqualTo(2);

        assertThat(answers(store)).isEqualTo(before);
        assertThat(files(directory))
                .containsExactly("runtime_stats-2026-11-0001.parquet", "wait_stats-2026-11-0001.parquet");
        assertThat(inTable(store, Kind.RUNTIME)).isEqualTo(7);
        assertThat(inTable(store, Kind.WAITS)).isEqualTo(7);
        assertThat(number(store, "select count(*) from archived_runtime_stats")).isEqualTo(11);
        reopen(directory);
        assertThat(answers(store)).isEqualTo(before);
    }

    /** Mutations meant to break it: views that are not made anew at the opening; paths whose quote is not doubled; a folder taken for a partition. */
    @Test
    void givenAnArchivedMonth_whenTheStoreIsMoved_thenAllAnswersAreTheSame() throws IOException {
        List<String> before = answers(store);
        archive(store);
        store.close();
        Path moved = directory.resolveSibling("o'clock, day=1 [x]* é");
        Files.move(directory, moved);
        try {
            reopen(moved);
            assertThat(answers(store)).isEqualTo(before);
            list(store, sales, NOW, JANUARY);
            List<String> then = answers(store);
            assertThat(archive(store)).isEqualTo(2);
            assertThat(answers(store)).isEqualTo(then);
        } finally {
            store.close();
            Files.move(moved, directory);
            store = TestStores.open(directory);
        }
    }

    /** Mutation meant to break it: what was taken back goes into a file again. */
    @Test
    void givenAnArchivedInterval_whenCorrected_thenItStandsInTheTableFromThenOn() {
        archive(store);

        assertThat(store.correct(0, sales, Kind.RUNTIME, 1, 0, List.of(StoreFixture.row(1, 3, 1_000))))
                .isEqualTo(new CommitResult.Committed(1));

        assertThat(inTable(store, Kind.RUNTIME)).isEqualTo(7 + 5);
        List<String> corrected = answers(store);
        assertThat(archive(store)).isZero();
        reopen(directory);
        assertThat(answers(store)).isEqualTo(corrected);
        assertThat(StoreFixture.entry(store, sales, 1).figures().executions()).isEqualTo(2 + 3 + 1_000 + 5 + 6);
    }

    /** Mutation meant to break it: a correction without effect takes the rows back. */
    @Test
    void givenAnArchivedInterval_whenCorrectedByWhatItHas_thenItStaysInItsFile() {
        archive(store);

        assertThat(store.correct(0, sales, Kind.RUNTIME, 1, 0, List.of(StoreFixture.row(1, 3, 2))))
                .isEqualTo(new CommitResult.Committed(1));

        assertThat(inTable(store, Kind.RUNTIME)).isEqualTo(7);
    }

    /** Mutations meant to break it: the rows of an expired interval that count; a file that is never forgotten; one removed at once. */
    @Test
    @Incident(103)
    void givenAnArchivedMonth_whenItExpires_thenItsRowsAreUnseenAtOnceAndItsFileGoesWithTheLast() {
        archive(store);

        assertThat(store.expireFacts(StoreFixture.hour(5), 2)).isEqualTo(2);
        archive(store);
        assertThat(files(directory)).hasSize(2);
        assertThat(number(store, "select count(*) from archived_runtime_stats")
                        + number(store, "select count(*) from archived_wait_stats"))
                .as("one interval of both kinds, or two of one, are left")
                .isEqualTo(number(store, "select sum(row_count) from ledger_interval where archive_id is not null"));

        assertThat(store.expireFacts(StoreFixture.hour(5), 20)).isEqualTo(2);
        assertThat(number(store, "select count(*) from archived_runtime_stats")).isZero();
        List<String> expired = answers(store);
        archive(store);
        assertThat(number(store, "select count(*) from archive_file")
                        + number(store, "select count(*) from archive_unseen"))
                .isZero();
        assertThat(answers(store)).isEqualTo(expired);
        assertThat(files(directory)).as("a reader may have begun before").hasSize(2);
        reopen(directory);
        assertThat(files(directory)).isEmpty();
        assertThat(answers(store)).isEqualTo(expired);
    }

    /** Mutation meant to break it: superseded intervals, or inherited ones, that the archive's view counts too. */
    @Test
    void givenFactsOfAnEarlierEpoch_whenArchived_thenEachInstantIsSeenOnce() {
        SeriesKey restored = store.fork(
                        sales,
                        new ForkPoint(StoreFixture.hour(0), StoreFixture.hour(2), StoreFixture.hour(2)),
                        NOW,
                        NOW)
                .key();
        list(store, restored, NOW, Long.MIN_VALUE, 1, 2, 3);
        assertThat(archive(store)).as("the image has November").isEqualTo(2);
        assertThat(inTable(store, Kind.RUNTIME)).isEqualTo(5 + 6);
        hold(store, restored, 3, 2);
        List<String> before = answers(store);
        list(store, restored, NOW, JANUARY);

        assertThat(archive(store)).as("both epochs, in one file").isEqualTo(2);

        assertThat(inTable(store, Kind.RUNTIME)).isZero();
        assertThat(ArchiveFixture.facts(answers(store))).isEqualTo(ArchiveFixture.facts(before));
    }

    /** A restored image lists again what was archived: its open interval is read once more. */
    @Test
    void givenAnArchivedLastPeek_whenItsIntervalIsListedAgain_thenItIsAPeekAgainAndTheFinalReadTakesItsPlace() {
        store.peek(StoreFixture.peek(sales, DECEMBER + 1, 1, true, StoreFixture.row(DECEMBER + 1, 4, 40)));
        list(store, sales, NOW, JANUARY);
        assertThat(archive(store)).isEqualTo(4);
        assertThat(inTable(store, Kind.RUNTIME)).isZero();

        list(store, sales, NOW, Long.MIN_VALUE, DECEMBER + 1);
        assertThat(number(store, "select count(*) from peek")).isEqualTo(1);
        hold(store, sales, DECEMBER + 1, 3);

        assertThat(number(
                        store,
                        "select sum(count_executions) from query_store_runtime_stats where"
                                + " runtime_stats_interval_id = " + (DECEMBER + 1)))
                .isEqualTo(3 * (DECEMBER + 1) + 1 + 2 + 3 + 40);
    }

    /** Mutation meant to break it: leftovers that stay, or a stranger's file that goes. */
    @Test
    void givenLeftoversOfAKill_whenOpened_thenTheyAreRemovedAndNothingElse() throws IOException {
        archive(store);
        List<String> whole = files(directory);
        Path archive = directory.resolve("archive");
        for (String name :
                List.of("runtime_stats-2026-12-0001.parquet", "wait_stats-2026-12-0001.parquet.part", "mine.parquet")) {
            Files.writeString(archive.resolve(name), "PAR1");
        }

        reopen(directory);

        assertThat(files(directory)).containsAll(whole).contains("mine.parquet").hasSize(3);
    }

    /** Mutation meant to break it: an opening that does not look at the files. */
    @ParameterizedTest
    @ValueSource(strings = {"missing", "cut", "torn"})
    void givenARegisteredFileThatIsMissingOrDamaged_whenOpened_thenRefusedByItsName(String how) throws IOException {
        List<String> before = answers(store);
        archive(store);
        store.close();
        Path file = directory.resolve("archive").resolve("runtime_stats-2026-11-0001.parquet");
        byte[] good = Files.readAllBytes(file);
        switch (how) {
            case "missing" -> Files.delete(file);
            case "cut" -> Files.write(file, java.util.Arrays.copyOf(good, good.length - 4));
            default ->
                Files.write(file, java.util.Arrays.copyOf(java.util.Arrays.copyOf(good, good.length - 4), good.length));
        }

        assertThatThrownBy(() -> TestStores.open(directory))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("missing or damaged")
                .hasMessageContaining("11 rows of 2026-11")
                .hasMessageContaining("Put it back");

        Files.write(file, good);
        reopen(directory);
        assertThat(answers(store)).isEqualTo(before);
    }

    /** Mutations meant to break it: no look at names of tables; one at the table's name alone, without its schema. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "select * from '%s/runtime_stats-2026-11-0001.parquet'",
                "select * from '%s/*.parquet'",
                "select * from \"%s/runtime_stats-2026-11-0001\".parquet",
                "select * from \"%s/runtime_stats-2026-11-0001\".\"parquet\" x, server",
                "select (select count(*) from '%s/runtime_stats-2026-11-0001.parquet')",
                "with f as (from '%s/runtime_stats-2026-11-0001.parquet') select * from f",
                "select * from (describe '%s/runtime_stats-2026-11-0001.parquet')",
                "summarize '%s/runtime_stats-2026-11-0001.parquet'",
                "select * from read_parquet('%s/runtime_stats-2026-11-0001.parquet')",
                "select * from parquet_metadata('%s/runtime_stats-2026-11-0001.parquet')",
                "select * from glob('%s/*')",
                "select * from read_text('%s/../tidegate.duckdb')",
                "select * from '/etc/passwd'",
                "select * from '/etc/hosts.csv'",
                "select * from read_csv('/etc/passwd')",
                "copy server to '%s/x.parquet'",
                "copy (select 1) to '%s/x.csv'",
                "attach '%s/x.db'",
                "export database '%s'",
                "set allowed_directories = ['/']",
                "set enable_external_access = true"
            })
    @Incident(121)
    void givenAnArchive_whenAUserAsksForFiles_thenRefusedAndNothingIsWritten(String sql) {
        archive(store);
        List<String> before = files(directory);

        assertThatThrownBy(() -> store.query(sql.formatted(directory.resolve("archive")), 10))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(files(directory)).isEqualTo(before);
        assertThat(store.query("select plan_id from query_store_runtime_stats", 100)
                        .rows())
                .hasSize(5 + 6 + 7);
    }

    /** The engine itself, below the check of a user's SQL: it reads and writes nothing but its own. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "select * from read_text('/etc/passwd')",
                "select * from read_text('%s/../../x')",
                "copy server to '/tmp/tidegate-archive-test.csv'",
                "attach '/tmp/tidegate-archive-test.db'",
                "set allowed_directories = ['/']"
            })
    void givenTheEngine_whenItIsAskedForOtherFiles_thenRefused(String sql) {
        assertThatThrownBy(() -> store.historyReads().call(db -> {
                    db.execute(sql.formatted(directory.resolve("archive")));
                    return 1;
                }))
                .isInstanceOf(StoreException.class);
        assertThat(Stream.of(Path.of("/tmp/tidegate-archive-test.csv"), Path.of("/tmp/tidegate-archive-test.db")))
                .noneMatch(Files::exists);
    }
}
