package io.tidegate.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.collector.MemoryPermits.Permit;
import io.tidegate.core.incident.Incident;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Permits are tried, given back once, and abandoned slices count apart. Mutations seen to break it: an acquire that adds
 * without comparing (the race); a second close that gives back again; a quarantine after the close that counts.
 */
class MemoryPermitsTest {
    private final MemoryPermits permits = new MemoryPermits(2);

    @Test
    void givenAllTaken_whenTried_thenRefusedUntilOneIsBack() {
        Permit first = permits.tryAcquire().orElseThrow();
        assertThat(permits.tryAcquire()).isPresent();
        assertThat(permits.tryAcquire()).isEmpty();

        first.close();
        first.close();

        assertThat(permits.taken()).isOne();
        assertThat(permits.tryAcquire()).isPresent();
        assertThat(permits.tryAcquire()).isEmpty();
    }

    @Test
    void givenWedgedServers_whenTheirSlicesAreAbandoned_thenTheyStarveNobody() {
        Permit wedged = permits.tryAcquire().orElseThrow();
        Permit other = permits.tryAcquire().orElseThrow();

        wedged.quarantine();
        wedged.quarantine();
        other.quarantine();

        assertThat(permits.taken()).isZero();
        assertThat(permits.quarantined()).isEqualTo(2);
        assertThat(permits.tryAcquire()).isPresent();
        wedged.close();
        other.close();
        assertThat(permits.quarantined()).isZero();
        assertThat(permits.taken()).isOne();
    }

    @Test
    void givenASliceThatEndedJustBefore_whenItIsQuarantined_thenNothingIsCounted() {
        Permit ended = permits.tryAcquire().orElseThrow();
        ended.close();

        ended.quarantine();

        assertThat(permits.taken()).isZero();
        assertThat(permits.quarantined()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "25165823, 1", "50331648, 2", "536870912, 21", "9223372036854775807, 10000"})
    @Incident({1, 4})
    void givenAHeap_whenSized_thenOnePermitPer24MbAndAtLeastOne(long heap, int count) {
        MemoryPermits sized = MemoryPermits.forHeap(heap);
        int had = 0;
        while (sized.tryAcquire().isPresent()) {
            had++;
        }
        assertThat(had).isEqualTo(count);
        assertThatThrownBy(() -> new MemoryPermits(0)).hasMessageContaining("at least 1");
    }

    @Test
    void givenManyThreads_whenTheyTryAtOnce_thenNeverMoreThanTheLimitAndAllComeBack() throws Exception {
        int threads = 4;
        AtomicInteger had = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            for (int t = 0; t < threads; t++) {
                all.add(pool.submit(() -> {
                    start.await();
                    for (int i = 0; i < 20_000; i++) {
                        permits.tryAcquire().ifPresent(permit -> {
                            most.accumulateAndGet(had.incrementAndGet(), Math::max);
                            had.decrementAndGet();
                            permit.close();
                        });
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        assertThat(most.get()).isBetween(1, 2);
        assertThat(permits.taken()).isZero();
    }
}
