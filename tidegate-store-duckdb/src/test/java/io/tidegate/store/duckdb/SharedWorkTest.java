package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.Rows;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.store.WholeBand;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How many statements and commits work of many parts costs: counts, so that a gain cannot rot unseen. */
@Timeout(300)
class SharedWorkTest {
    private static final Instant NOW = Rows.EPOCH.plusSeconds(3600 * 500);

    @TempDir
    Path directory;

    private static SeriesKey listed(DuckDbStore store, int database, int intervals) {
        SeriesKey k = store.openSeries(store.registerServer("sim-1"), "Db" + database, 5 + database, Rows.EPOCH, NOW)
                .key();
        store.observe(Rows.listed(k, NOW, 1, intervals));
        return k;
    }

    private static List<WholeBand> whole(SeriesKey k, long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(id -> {
                    Band band = Rows.band(new BandKey(k, Kind.RUNTIME, id, id), Band.Phase.IDENTITIES, null, 0, 20);
                    return new WholeBand(
                            new StageBatch(0, band, Rows.rows(id, 1, 20), List.of(Rows.identity(id))),
                            NOW,
                            Set.of(),
                            Set.of());
                })
                .toList();
    }

    /** Fails when each band is staged and held by itself: then it is 20 statements for each. */
    @Test
    void givenTenTimesAsManyBands_whenHeldWhole_thenItTakesNotOneStatementMoreAndOneCommit() {
        try (DuckDbStore store = TestStores.open(directory)) {
            SeriesKey k = listed(store, 1, 90);
            store.holdWhole(whole(k, 1, 3));
            long statements = store.times().statements();
            long commits = store.times().commits();

            store.holdWhole(whole(k, 4, 8));
            long ofFive = store.times().statements() - statements;
            assertThat(store.times().commits() - commits).isEqualTo(1);

            statements = store.times().statements();
            commits = store.times().commits();
            assertThat(store.holdWhole(whole(k, 21, 70))).hasSize(50).containsOnly(new CommitResult.Committed(0));

            assertThat(store.times().statements() - statements)
                    .isEqualTo(ofFive)
                    .isLessThan(12);
            assertThat(store.times().commits() - commits).isEqualTo(1);
            assertThat(store.storedIntervals(k)).hasSize(3 + 5 + 50).allMatch(i -> i.distinctKeys() == 20);
        }
    }

    /** Fails when a band that was begun takes the others along on its way: then it is 20 statements for each. */
    @Test
    void givenOneBandThatWasBegunAmongFreshOnes_whenHeldWhole_thenTheOthersCostNotOneStatementMore() {
        try (DuckDbStore store = TestStores.open(directory)) {
            SeriesKey k = listed(store, 1, 90);
            long ofFive = statementsOf(store, begun(store, k, 1), whole(k, 2, 5));

            long ofFifty = statementsOf(store, begun(store, k, 11), whole(k, 12, 60));

            assertThat(ofFifty).isEqualTo(ofFive);
            assertThat(store.storedIntervals(k)).hasSize(5 + 50).allMatch(i -> i.distinctKeys() == 20);
        }
    }

    private static long statementsOf(DuckDbStore store, WholeBand begun, List<WholeBand> fresh) {
        List<WholeBand> all = new ArrayList<>(fresh);
        all.add(1, begun);
        long statements = store.times().statements();
        assertThat(store.holdWhole(all)).hasSize(all.size()).containsOnly(new CommitResult.Committed(0));
        return store.times().statements() - statements;
    }

    /** Half of its rows are staged. */
    private static WholeBand begun(DuckDbStore store, SeriesKey k, long id) {
        BandKey key = new BandKey(k, Kind.RUNTIME, id, id);
        Band band = Rows.band(key, Band.Phase.ROWS, null, 0, 10);
        assertThat(store.stage(new StageBatch(0, band, Rows.rows(id, 1, 10), List.of())))
                .isEqualTo(new CommitResult.Committed(1));
        Band rest = Rows.band(key, Band.Phase.IDENTITIES, null, 1, 20);
        return new WholeBand(
                new StageBatch(0, rest, Rows.rows(id, 11, 10), List.of(Rows.identity(id))), NOW, Set.of(), Set.of());
    }

    /** Ids far apart are asked for one by one, close ones as a range: neither takes a neighbour's place. */
    @Test
    void givenPlansFarApartAndCloseTogether_whenStoredTwice_thenEachStandsThereOnce() {
        try (DuckDbStore store = TestStores.open(directory)) {
            SeriesKey k = listed(store, 1, 1);
            store.storePlans(k, List.of(plan(5), plan(5_000_000)));
            store.storePlans(k, plans(3, 7));
            store.storePlans(k, List.of(plan(4), plan(5_000_000), plan(9_000_000)));

            assertThat(store.query("SELECT plan_id FROM plan_ref ORDER BY plan_id", 100)
                            .rows())
                    .extracting(row -> ((Number) row.getFirst()).longValue())
                    .containsExactly(3L, 4L, 5L, 6L, 7L, 5_000_000L, 9_000_000L);
        }
    }

    private static PlanXml plan(long id) {
        return plans(id, id).getFirst();
    }

    @Test
    void givenTenTimesAsMuchContent_whenStored_thenItTakesNotOneStatementMore() {
        try (DuckDbStore store = TestStores.open(directory)) {
            SeriesKey k = listed(store, 1, 1);
            store.storeTexts(k, texts(1, 2));
            store.storePlans(k, plans(1, 2));
            long statements = store.times().statements();
            store.storeTexts(k, texts(3, 12));
            store.storePlans(k, plans(3, 12));
            long ofTen = store.times().statements() - statements;

            statements = store.times().statements();
            store.storeTexts(k, texts(13, 112));
            store.storePlans(k, plans(13, 112));

            assertThat(store.times().statements() - statements).isEqualTo(ofTen).isLessThan(10);
        }
    }

    /** Fails with {@code StoredHashes.mayHave} always true: then each batch asks the store which of its content it has. */
    @Test
    void givenContentThatIsNew_whenStored_thenTheStoreIsNotAskedForItAndForKnownContentOnce() {
        try (DuckDbStore store = TestStores.open(directory)) {
            SeriesKey first = listed(store, 1, 1);
            SeriesKey second = listed(store, 2, 1);
            store.storePlans(first, plans(1, 2));
            long statements = store.times().statements();
            store.storePlans(first, plans(3, 12));
            long ofNew = store.times().statements() - statements;

            statements = store.times().statements();
            store.storePlans(second, plans(3, 12));

            assertThat(store.times().statements() - statements).isEqualTo(ofNew + 1);
            assertThat(store.planXml(second, 12)).contains("<ShowPlanXML n='12'/>");
        }
    }

    private static List<QueryText> texts(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(id -> new QueryText(id, "select " + id))
                .toList();
    }

    private static List<PlanXml> plans(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(id -> new PlanXml(id, id, "<ShowPlanXML n='" + id + "'/>", 50))
                .toList();
    }

    /**
     * Fails with {@code StoredHashes.add} always true: a batch whose look-up came before another's commit brings the same
     * content again, against its key.
     */
    @Test
    void givenManyDatabasesWithTheSameContent_whenStoredAtOnce_thenEachContentIsStoredOnceAndEveryOneHasIt()
            throws Exception {
        int databases = 6;
        try (DuckDbStore store = TestStores.open(directory);
                ExecutorService callers = Executors.newFixedThreadPool(databases)) {
            List<SeriesKey> series = new ArrayList<>();
            for (int i = 0; i < databases; i++) {
                series.add(listed(store, i, 1));
            }
            for (int round = 0; round < 10; round++) {
                long first = 1 + round * 20L;
                CyclicBarrier together = new CyclicBarrier(databases);
                List<Future<?>> done = new ArrayList<>();
                for (SeriesKey k : series) {
                    done.add(callers.submit(() -> {
                        together.await();
                        store.storePlans(k, plans(first, first + 19));
                        return null;
                    }));
                }
                for (Future<?> one : done) {
                    one.get();
                }
            }
            for (SeriesKey k : series) {
                assertThat(store.planXml(k, 1)).contains("<ShowPlanXML n='1'/>");
                assertThat(store.planXml(k, 200)).contains("<ShowPlanXML n='200'/>");
            }
        }
    }
}
