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

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.StoreFixture;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which months go to the archive, and how they are cut into files. */
class RipeMonthsTest {
    @TempDir
    Path directory;

    private DuckDbStore store;

    private void open(int rows, Instant now) {
        if (store != null) {
            store.close();
        }
        store = TestStores.open(directory, ripe(rows, now));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private SeriesKey november(String database, int plans) {
        SeriesKey series = series(store, database);
        list(store, series, NOW, Long.MIN_VALUE, 1, 2, 3, DECEMBER);
        hold(store, series, 1, plans);
        hold(store, series, 2, plans);
        return series;
    }

    /** Mutation meant to break it: a month of which the source lists a held interval counts as ripe. */
    @Test
    void givenAMonthOfWhichTheSourceListsOne_whenArchived_thenItStaysAndGoesOnceThatIsGone() {
        open(100, NOW);
        SeriesKey sales = november("Sales", 5);
        list(store, sales, NOW, 3);
        assertThat(archive(store)).as("3 is pending").isZero();

        hold(store, sales, 3, 5);
        assertThat(archive(store)).as("3 is held, and listed").isZero();

        list(store, sales, NOW, DECEMBER);
        assertThat(archive(store)).isEqualTo(2);
        assertThat(inTable(store, Kind.RUNTIME)).isZero();
    }

    /** Mutation seen to break it: a look at our clock instead of the source's. */
    @Test
    void givenAMonthThatIsNotOverAtTheSource_whenArchived_thenItStays() {
        open(100, NOW);
        SeriesKey sales = store.openSeries(
                        store.registerServer("sim-1"), "Sales", 5, StoreFixture.hour(1), StoreFixture.hour(700))
                .key();
        list(store, sales, StoreFixture.hour(700), Long.MIN_VALUE, 1, 2);
        hold(store, sales, 1, 5);
        list(store, sales, StoreFixture.hour(719), 3);
        assertThat(archive(store)).isZero();

        list(store, sales, StoreFixture.hour(720), 3);
        assertThat(archive(store)).isEqualTo(2);
    }

    /** Mutation seen to break it: a band of an interval that vanished is overlooked. */
    @Test
    void givenABandOfAVanishedInterval_whenArchived_thenItsMonthStaysUntilItEnds() {
        open(100, NOW);
        SeriesKey sales = november("Sales", 5);
        StoreFixture.stage(store, StoreFixture.band(sales, 3, 3), 0, StoreFixture.row(3, 5, 9));
        list(store, sales, NOW, DECEMBER);
        assertThat(archive(store)).as("waits alone").isEqualTo(1);

        StoreFixture.hold(store, StoreFixture.band(sales, 3, 3), 1);
        assertThat(archive(store)).isEqualTo(1);
        assertThat(number(store, "select count(*) from archived_runtime_stats")).isEqualTo(5 + 5 + 1);
    }

    /** Mutation seen to break it: files without a limit. */
    @Test
    void givenMoreThanFitsOneFile_whenArchived_thenEachFileHasWholeDatabasesAndALargeOneIsCutByIntervals() {
        open(20, NOW);
        List<SeriesKey> all =
                List.of(november("A", 4), november("B", 5), november("C", 15), november("D", 25), november("E", 1));
        all.forEach(series -> list(store, series, NOW, JANUARY));
        List<String> before = answers(store);

        archive(store);

        assertThat(answers(store)).isEqualTo(before);
        assertThat(store.query("select row_count from archive_file where kind = 'RUNTIME' order by archive_id", 100)
                        .rows())
                .as("A, B and E; C cut in two; D whose single intervals are larger than a file")
                .containsExactly(List.of(20L), List.of(15L), List.of(15L), List.of(25L), List.of(25L));
        assertThat(files(directory)).hasSize(10);
        assertThat(inTable(store, Kind.RUNTIME)).isZero();
    }

    /**
     * Mutations seen to break it: what is left of a month goes by itself, so that each database makes a file of its own; it waits for ever.
     */
    @Test
    void givenADatabaseWhoseMonthIsStillListed_whenOthersAreRipe_thenTheyWaitForItAndForNoLongerThanThePatience() {
        open(100, NOW);
        SeriesKey sales = november("Sales", 5);
        november("Eternal", 5);
        list(store, sales, NOW, DECEMBER);
        assertThat(archive(store)).isZero();
        Instant patient = Instant.parse("2026-12-01T00:00:00Z").plus(ArchiveRules.DEFAULTS.patience());

        open(100, patient.minusMillis(1));
        assertThat(archive(store)).isZero();

        open(100, patient);
        assertThat(archive(store)).isEqualTo(2);
        SeriesKey late = november("Late", 5);
        list(store, late, NOW, DECEMBER);
        assertThat(archive(store)).as("a file of this month was just made").isZero();

        open(100, patient.plus(ArchiveRules.DEFAULTS.patience()));
        assertThat(archive(store)).isEqualTo(2);
        assertThat(inTable(store, Kind.RUNTIME)).as("the eternal one").isEqualTo(10);
    }

    /** Mutation seen to break it: a file that could be filled waits, too. */
    @Test
    void givenADatabaseWhoseMonthIsStillListed_whenOthersFillAFile_thenItIsMade() {
        open(10, NOW);
        SeriesKey sales = november("Sales", 5);
        november("Eternal", 5);
        list(store, sales, NOW, DECEMBER);

        assertThat(archive(store)).isEqualTo(2);
    }

    @Test
    void givenTheUsualRules_whenAsked_thenHalfAMillionRowsAndFortyFiveDays() {
        open(10, NOW);
        assertThat(ArchiveRules.DEFAULTS).isEqualTo(new ArchiveRules(500_000, Duration.ofDays(45)));
    }
}
