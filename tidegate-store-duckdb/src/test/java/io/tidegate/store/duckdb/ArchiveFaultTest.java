package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.ArchiveFixture.NOW;
import static io.tidegate.store.duckdb.ArchiveFixture.answers;
import static io.tidegate.store.duckdb.ArchiveFixture.files;
import static io.tidegate.store.duckdb.ArchiveFixture.hold;
import static io.tidegate.store.duckdb.ArchiveFixture.list;
import static io.tidegate.store.duckdb.ArchiveFixture.series;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.core.time.ManualTicker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A step of the archive that fails, or that something comes between. */
class ArchiveFaultTest {
    @TempDir
    Path directory;

    private final ManualTicker ticker = new ManualTicker();
    private Runnable atWritten = () -> {};
    private Archive.Place fault = Archive.Place.WRITTEN;
    private boolean isFaulty;

    private DuckDbStore open() {
        return TestStores.open(directory, new Archive.Tools(new Everything(), () -> NOW, ticker, place -> {
            if (place == Archive.Place.WRITTEN) {
                atWritten.run();
            }
            if (isFaulty && place == fault) {
                throw new IllegalStateException("fault at " + place);
            }
        }));
    }

    private static SeriesKey threeHeld(DuckDbStore store) {
        SeriesKey series = series(store, "Sales");
        list(store, series, NOW, Long.MIN_VALUE, 1, 2, 3);
        for (long id = 1; id <= 3; id++) {
            hold(store, series, id, 4);
        }
        return series;
    }

    /**
     * Mutations meant to break it: a transaction that commits before the fault; a file that is removed though it is registered; one that stays
     * though it is not.
     */
    @ParameterizedTest
    @EnumSource(Archive.Place.class)
    void givenAFaultAtAnyPlace_whenTriedAgainOrOpenedAgain_thenNothingIsLostOrDoubled(Archive.Place place) {
        fault = place;
        List<String> before;
        try (DuckDbStore store = open()) {
            SeriesKey series = threeHeld(store);
            if (place == Archive.Place.FORGOTTEN) {
                Everything.archive(store);
                store.expireFacts(StoreFixture.hour(100), 100);
            }
            before = answers(store);
            isFaulty = true;
            assertThatThrownBy(store::archive).hasMessageContaining("fault at " + place);
            assertThat(answers(store)).isEqualTo(before);
            isFaulty = false;
            Everything.archive(store);
            assertThat(answers(store)).isEqualTo(before);
            assertThat(store.series(series.home())).hasSize(1);
        }
        try (DuckDbStore store = open()) {
            assertThat(answers(store)).isEqualTo(before);
            assertThat(files(directory))
                    .hasSize((int) ArchiveFixture.number(store, "select count(*) from archive_file"))
                    .hasSize(place == Archive.Place.FORGOTTEN ? 0 : 2);
        }
    }

    /** Mutation meant to break it: what was written counts though the ledger has moved on. */
    @Test
    void givenACorrectionWhileAFileIsWritten_whenItIsRegistered_thenTheFileIsDroppedAndTheCorrectionStays() {
        try (DuckDbStore store = open()) {
            SeriesKey series = threeHeld(store);
            AtomicBoolean once = new AtomicBoolean();
            atWritten = () -> {
                if (once.compareAndSet(false, true)) {
                    store.correct(0, series, Kind.RUNTIME, 2, 0, List.of(StoreFixture.row(2, 4, 900)));
                }
            };

            assertThat(store.archive()).isFalse();

            assertThat(files(directory)).isEmpty();
            List<String> corrected = answers(store);
            Everything.archive(store);
            assertThat(answers(store)).isEqualTo(corrected).anyMatch(line -> line.contains("900"));
            assertThat(ArchiveFixture.inTable(store, Kind.RUNTIME)).isZero();
        }
    }

    /** As retention does it. Mutation meant to break it: the same. */
    @Test
    void givenAnExpiryWhileAFileIsWritten_whenItIsRegistered_thenTheFileIsDropped() {
        try (DuckDbStore store = open()) {
            SeriesKey series = threeHeld(store);
            atWritten = () -> store.expireFacts(StoreFixture.hour(1).plusMillis(1), 10);

            assertThat(store.archive()).isFalse();

            assertThat(files(directory)).isEmpty();
            assertThat(store.storedIntervals(series)).hasSize(2);
        }
    }

    /** Mutations meant to break it: a file that is removed while a reader may still need it; one that is never removed. */
    @Test
    void givenAForgottenFile_whenACallsLimitHasPassed_thenItIsRemoved() {
        try (DuckDbStore store = open()) {
            threeHeld(store);
            Everything.archive(store);
            store.expireFacts(StoreFixture.hour(100), 100);
            store.archive();
            ticker.advance(TestStores.SMALL.callLimit());
            store.archive();
            assertThat(files(directory)).hasSize(2);

            ticker.advance(Duration.ofMillis(1));
            store.archive();

            assertThat(files(directory)).isEmpty();
        }
    }

    /** A new file of the same month takes not the name of one that is still to be removed. Mutation meant to break it: it does. */
    @Test
    void givenAForgottenFileThatIsStillThere_whenItsMonthIsArchivedAgain_thenUnderAnotherName() {
        try (DuckDbStore store = open()) {
            SeriesKey series = threeHeld(store);
            Everything.archive(store);
            store.expireFacts(StoreFixture.hour(100), 100);
            store.archive();
            list(store, series, NOW, Long.MIN_VALUE, 4);
            hold(store, series, 4, 3);
            List<String> before = answers(store);
            Everything.archive(store);
            ticker.advance(Duration.ofDays(1));
            store.archive();

            assertThat(files(directory))
                    .containsExactly("runtime_stats-2026-11-0002.parquet", "wait_stats-2026-11-0002.parquet");
            assertThat(answers(store)).isEqualTo(before);
        }
    }

    /** Mutation meant to break it: a sentence that names no file. */
    @Test
    void givenAFileThatVanishesBeneathTheStore_whenItIsAskedFor_thenItIsNamed() throws IOException {
        try (DuckDbStore store = open()) {
            SeriesKey series = threeHeld(store);
            Everything.archive(store);
            Files.delete(directory.resolve("archive/runtime_stats-2026-11-0001.parquet"));

            assertThatThrownBy(() -> store.storedIntervals(series))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("runtime_stats-2026-11-0001.parquet of the store's archive cannot be read");
            assertThat(store.storedIntervals(series, Kind.WAITS)).hasSize(3);
        }
    }
}
