package io.tidegate.store.postgres;

import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.band;
import static io.tidegate.core.store.StoreFixture.hold;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.peek;
import static io.tidegate.core.store.StoreFixture.revision;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.stage;
import static io.tidegate.core.store.StoreFixture.visibleExecutions;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.SeriesRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes with pools of their own over one schema: one wins, the other is fenced and has stored nothing. */
class TwoNodesTest {
    private static final int ROUNDS = 10;

    private final String schema = TestPostgres.freshSchema();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private PostgresStore one;
    private PostgresStore two;

    @BeforeEach
    void open() {
        one = TestStores.open(schema);
        two = TestStores.open(schema);
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        one.close();
        two.close();
    }

    /** Mutation seen to break it: a claim that does not take the lock of the series; then both bands are there. */
    @Test
    void givenTwoNodes_whenTheyClaimOverlappingBands_thenOneIsFencedAndHasStagedNothing() throws Exception {
        SeriesKey k = listed(one, LongStream.rangeClosed(1, 2 * ROUNDS).toArray());
        for (long id = 1; id < 2 * ROUNDS; id += 2) {
            BandKey wide = band(k, id, id + 1);
            BandKey narrow = band(k, id + 1, id + 1);
            long plan = id + 1;

            List<CommitResult> results = race(
                    () -> stage(one, wide, 0, row(plan, 5, 2), row(plan, 6, 2)),
                    () -> stage(two, narrow, 0, row(plan, 7, 1000), row(plan, 8, 1000)));

            assertThat(results)
                    .filteredOn(CommitResult.Committed.class::isInstance)
                    .hasSize(1);
            boolean firstWon = results.getFirst() instanceof CommitResult.Committed;
            assertThat(one.band(narrow).isPresent()).isEqualTo(!firstWon);
            assertThat(staged(firstWon ? wide : narrow)).isEqualTo(2);
            assertThat(staged(firstWon ? narrow : wide)).isZero();
        }
    }

    private long staged(BandKey b) {
        return (Long) one.query("select count(*) from stage where band_first_interval_id = " + b.firstIntervalId(), 1)
                .rows()
                .getFirst()
                .getFirst();
    }

    /** Mutation seen to break it: hold that deletes the band whatever its revision, and asks for no row. */
    @Test
    void givenTwoNodes_whenTheyHoldOneBand_thenOneIsFencedAndRowsAreThereOnce() throws Exception {
        SeriesKey k = listed(one, LongStream.rangeClosed(1, ROUNDS).toArray());
        for (long id = 1; id <= ROUNDS; id++) {
            BandKey key = band(k, id, id);
            long revision = revision(stage(one, key, 0, row(id, 5, 2)));

            List<CommitResult> results = race(() -> hold(one, key, revision), () -> hold(two, key, revision));

            assertThat(results).containsExactlyInAnyOrder(new CommitResult.Committed(0), new CommitResult.Fenced(0));
        }
        assertThat(two.storedIntervals(k)).hasSize(ROUNDS).allMatch(s -> s.rows() == 1 && s.executions() == 2);
    }

    /** Mutation seen to break it: a correction that reads the interval without locking, neither it nor the series. */
    @Test
    void givenTwoNodes_whenTheyCorrectOneInterval_thenOneIsFencedEachTime() throws Exception {
        SeriesKey k = listed(one, 1);
        hold(one, band(k, 1, 1), revision(stage(one, band(k, 1, 1), 0, row(1, 5, 2))));
        for (int n = 0; n < ROUNDS; n++) {
            long revision = n;
            long executions = 10L + n;

            List<CommitResult> results = race(
                    () -> one.correct(0, k, Kind.RUNTIME, 1, revision, List.of(row(1, 5, executions))),
                    () -> two.correct(0, k, Kind.RUNTIME, 1, revision, List.of(row(1, 5, executions))));

            assertThat(results)
                    .containsExactlyInAnyOrder(
                            new CommitResult.Committed(revision + 1), new CommitResult.Fenced(revision + 1));
        }
        assertThat(two.storedIntervals(k).getFirst().executions()).isEqualTo(10 + ROUNDS - 1);
    }

    /** Mutation seen to break it: opening a series without the lock of the server; then a database has two lineages. */
    @Test
    void givenTwoNodes_whenTheyMeetADatabaseAtOnce_thenItIsOneSeries() throws Exception {
        int server = one.registerServer("sim-1");
        for (int n = 0; n < ROUNDS; n++) {
            String database = "db-" + n;

            List<SeriesRecord> opened = race(
                    () -> one.openSeries(server, database, 5, hour(10), NOW),
                    () -> two.openSeries(server, database, 5, hour(10), NOW));

            assertThat(opened.getFirst().key()).isEqualTo(opened.getLast().key());
        }
        assertThat(one.series(server)).hasSize(ROUNDS);
        assertThat(race(() -> one.registerServer("new"), () -> two.registerServer("new")).stream()
                        .distinct())
                .hasSize(1);
    }

    /** Mutation seen to break it: a fork that takes no lock; the second then fails, or makes an epoch of its own. */
    @Test
    void givenTwoNodes_whenTheyForkOneSeries_thenItHasOneNextEpoch() throws Exception {
        SeriesKey k = listed(one, 1);
        for (int epoch = 1; epoch <= ROUNDS; epoch++) {
            SeriesKey current = new SeriesKey(k.home(), k.lineage(), epoch);

            List<SeriesRecord> forked = race(
                    () -> one.fork(current, ForkPoint.NOTHING_SHARED, hour(1), NOW),
                    () -> two.fork(current, ForkPoint.NOTHING_SHARED, hour(1), NOW));

            assertThat(forked)
                    .extracting(SeriesRecord::key)
                    .containsOnly(new SeriesKey(k.home(), k.lineage(), epoch + 1));
        }
    }

    /**
     * A peek that comes while its interval is being held: the hold stands before its last statement and has dropped all
     * peeks. Mutation seen to break it: a peek that does not lock its interval; it is then seen beside the facts.
     */
    @Test
    void givenAHoldUnderWay_whenAnotherNodePeeks_thenThePeekIsIgnoredAndNothingCountsTwice() throws Exception {
        SeriesKey k = listed(one, 1);
        BandKey key = band(k, 1, 1);
        long revision = revision(stage(one, key, 0, row(1, 5, 2)));
        Future<CommitResult> holding;
        Future<?> peeking;
        try (Lock lock = new Lock(schema, "stage IN SHARE MODE")) {
            holding = threads.submit(() -> hold(one, key, revision));
            lock.awaitWaiting(1);
            peeking = threads.submit(() -> two.peek(peek(k, 1, 1, true, row(1, 5, 2))));
            lock.awaitWaiting(2, peeking::isDone);
        }
        assertThat(holding.get()).isEqualTo(new CommitResult.Committed(0));
        peeking.get();
        assertThat(visibleExecutions(two)).isEqualTo(2);
    }

    @SafeVarargs
    private <T> List<T> race(Callable<T>... racers) throws Exception {
        CyclicBarrier start = new CyclicBarrier(racers.length);
        List<Future<T>> running = new ArrayList<>();
        for (Callable<T> racer : racers) {
            running.add(threads.submit(() -> {
                start.await();
                return racer.call();
            }));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> r : running) {
            results.add(r.get());
        }
        return results;
    }
}
