package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.band;
import static io.tidegate.core.store.StoreFixture.hold;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.revision;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.stage;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.SeriesKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Two at once: exactly one wins. */
interface RaceContract extends OpenedStore {
    /** Claims with 4 racers for 20 intervals. Breaks when the claim looks for overlapping bands outside its transaction. */
    @Test
    @Incident(48)
    default void givenRacingClaimers_whenTheyClaimOverlappingBands_thenExactlyOneWinsEach() throws Exception {
        long[] ids = java.util.stream.LongStream.rangeClosed(1, 40).toArray();
        SeriesKey series = listed(collector(), ids);
        for (long id = 1; id < 40; id += 2) {
            BandKey narrow = band(series, id, id);
            BandKey wide = band(series, id, id + 1);
            Claim racer = key -> stage(collector(), key, 0, row(key.firstIntervalId(), 5, 2));

            List<CommitResult> results =
                    race(() -> racer.of(narrow), () -> racer.of(wide), () -> racer.of(narrow), () -> racer.of(wide));

            assertThat(results)
                    .filteredOn(CommitResult.Committed.class::isInstance)
                    .hasSize(1);
        }
    }

    /** Two holders of the same revision. Breaks when hold does not compare the band's revision. */
    @Test
    default void givenTwoHolders_whenTheyRace_thenOneWinsAndRowsAreStoredOnce() throws Exception {
        SeriesKey series = listed(collector(), 1, 2, 3, 4, 5);
        for (long id = 1; id <= 5; id++) {
            BandKey key = band(series, id, id);
            long revision = revision(stage(collector(), key, 0, row(id, 5, 2)));

            List<CommitResult> results =
                    race(() -> hold(collector(), key, revision), () -> hold(collector(), key, revision));

            assertThat(results)
                    .filteredOn(CommitResult.Committed.class::isInstance)
                    .hasSize(1);
        }
        assertThat(reader().storedIntervals(series))
                .hasSize(5)
                .allMatch(stored -> stored.rows() == 1 && stored.executions() == 2);
    }

    /** Two stagers at the same revision. Breaks when the revision is read and written in two transactions. */
    @Test
    default void givenTwoStagers_whenTheyRace_thenOneWinsEachTime() throws Exception {
        SeriesKey series = listed(collector(), 1);
        BandKey key = band(series, 1, 1);
        long revision = revision(stage(collector(), key, 0));
        for (int plan = 1; plan <= 20; plan++) {
            long expected = revision;
            int p = plan;
            List<CommitResult> results = race(
                    () -> stage(collector(), key, expected, row(1, p, 1)),
                    () -> stage(collector(), key, expected, row(1, p, 1)));
            assertThat(results)
                    .filteredOn(CommitResult.Committed.class::isInstance)
                    .hasSize(1);
            revision++;
        }
        hold(collector(), key, revision);
        assertThat(reader().storedIntervals(series).getFirst().rows()).isEqualTo(20);
        assertThat(reader().storedIntervals(series).getFirst().distinctKeys()).isEqualTo(20);
    }

    /** Starts all at once and collects what they got. */
    @SafeVarargs
    static List<CommitResult> race(Callable<CommitResult>... racers) throws Exception {
        CyclicBarrier start = new CyclicBarrier(racers.length);
        try (ExecutorService threads = Executors.newFixedThreadPool(racers.length)) {
            List<Future<CommitResult>> running = new ArrayList<>();
            for (Callable<CommitResult> racer : racers) {
                running.add(threads.submit(() -> {
                    start.await();
                    return racer.call();
                }));
            }
            List<CommitResult> results = new ArrayList<>();
            for (Future<CommitResult> one : running) {
                results.add(one.get());
            }
            return results;
        }
    }

    /** A claim of one band. */
    @FunctionalInterface
    interface Claim {
        CommitResult of(BandKey key);
    }
}
