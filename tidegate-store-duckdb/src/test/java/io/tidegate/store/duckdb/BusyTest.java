package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandCompletion;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.Rows;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Await;
import io.tidegate.core.time.SystemTicker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Law ISOLATION at the store: long calls keep nobody else from going on. Counts, not times. */
class BusyTest {
    /** Computes for longer than any test runs, in little memory. */
    static final String ENDLESS =
            "select count(*) from range(1000000000) a, range(1000000000) b where a.range + b.range = -1";

    private static final int INTERVALS = 5;

    @TempDir
    Path directory;

    /**
     * The mutation that breaks it: one pool for both kinds of readers (the collector's reads then wait for the time
     * limit), or calls on the callers' own virtual threads, which DuckDB pins (on two cores no carrier is left).
     */
    @Test
    @Incident(111)
    void givenTwoEndlessQueries_whenTheCollectorWorks_thenAllOfItsCallsEndFirst() throws Exception {
        DuckDbOptions options = TestStores.SMALL.withCallLimit(Duration.ofMinutes(2));
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
                DuckDbStore store = TestStores.open(directory, options)) {
            SeriesKey k = KillVictim.open(store);
            store.observe(Rows.listed(k, KillVictim.NOW, 1, INTERVALS));
            List<Future<?>> endless = new ArrayList<>();
            for (int i = 0; i < DuckDbOptions.DEFAULTS.historyReaders(); i++) {
                endless.add(callers.submit(() -> store.query(ENDLESS, 1)));
            }
            int others = 0;
            for (int n = 0; n < 500; n++) {
                others += callers.submit(() -> 1).get(60, TimeUnit.SECONDS);
            }
            for (int id = 1; id <= INTERVALS; id++) {
                hold(store, k, id);
                assertThat(store.unheld(k, Kind.RUNTIME)).hasSize(INTERVALS - id);
            }
            assertThat(others).as("other virtual threads that ran").isEqualTo(500);
            assertThat(endless).as("still running").noneMatch(Future::isDone);
        }
    }

    private static void hold(DuckDbStore store, SeriesKey k, long id) {
        BandKey key = new BandKey(k, Kind.RUNTIME, id, id);
        Band band = Rows.band(key, Band.Phase.IDENTITIES, null, 0, 500);
        assertThat(store.stage(new StageBatch(0, band, Rows.rows(id, 1, 500), List.of())))
                .isEqualTo(new CommitResult.Committed(1));
        store.hold(new BandCompletion(0, key, 1, KillVictim.NOW, Set.of(), Set.of()));
    }

    @Test
    @Incident(108)
    void givenAHungWrite_whenItsCallerGivesUp_thenAmbiguousAndTheNextOneIsNot() throws Exception {
        DuckDbOptions options = TestStores.SMALL.withCallLimit(Duration.ofMillis(700));
        StoreThreads.Tools tools = new StoreThreads.Tools(TestStores.threads(), SystemTicker.INSTANCE);
        Engine engine = Engine.open(directory, options, InstantSource.system());
        CountDownLatch hung = new CountDownLatch(1);
        try (StoreThreads writer = new StoreThreads(
                "writer",
                true,
                engine.connections(1, 0, () -> {}),
                options,
                tools,
                new StoreTimes(SystemTicker.INSTANCE))) {
            assertThatThrownBy(() -> writer.<@Nullable Void>call(db -> {
                        db.update("INSERT INTO server VALUES (1, 'late')");
                        waitFor(hung);
                        return null;
                    }))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            e -> assertThat(e.isAmbiguous()).isTrue())
                    .hasMessageContaining("whether it was kept is not known yet");
            assertThatThrownBy(() -> writer.call(db -> db.update("INSERT INTO server VALUES (2, 'never')")))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            e -> assertThat(e.isAmbiguous()).isFalse())
                    .hasMessageContaining("busy");
            hung.countDown();
            Await.until(
                    "the late write is kept, the given-up one is not",
                    () -> servers(writer).equals(List.of("late")));
        } finally {
            hung.countDown();
            engine.close();
        }
    }

    private static List<String> servers(StoreThreads writer) {
        return writer.call(db -> db.list("SELECT name FROM server ORDER BY server_id", r -> r.getString(1)));
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void givenAFailedWrite_whenTheNextOneComes_thenNothingOfTheFirstIsKept() {
        try (DuckDbStore store = TestStores.open(directory)) {
            SeriesKey k = KillVictim.open(store);
            store.observe(Rows.listed(k, KillVictim.NOW, 1, 2));
            BandKey key = new BandKey(k, Kind.RUNTIME, 1, 1);
            Band band = Rows.band(key, Band.Phase.ROWS, null, 0, 5000);
            List<RuntimeRow> rows = new ArrayList<>(Rows.rows(1, 1, 5000));
            rows.add(Rows.row(77, 1));
            assertThatThrownBy(() -> store.stage(new StageBatch(0, band, rows, List.of())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("interval 77");
            assertThat(store.query("select count(*) from runtime_stats", 1).rows())
                    .containsExactly(List.of(0L));
            assertThat(store.band(key)).isEmpty();
            hold(store, k, 1);
            assertThat(store.storedIntervals(k))
                    .singleElement()
                    .satisfies(i -> assertThat(i.rows()).isEqualTo(500));
        }
    }
}
