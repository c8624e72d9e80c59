package io.tidegate.collector;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.PeekBatch;
import io.tidegate.core.store.StoreFixture;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LedgerCacheTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final QueryStoreOptions OPTIONS = new QueryStoreOptions(2, 0, 900, 60, 30, 10, 1_000, true);

    private final InMemoryStore store = new InMemoryStore();
    private final List<String> calls = new ArrayList<>();
    private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
    private final AtomicLong nanos = new AtomicLong();
    private final LedgerCache cache = new LedgerCache(counted(), nanos::get);
    private final SeriesKey series = cache.openSeries(cache.registerServer("sim-1"), "Sales", 5, NOON, NOON)
            .key();

    /** The store; notes each call, and lets something happen between its answer and its return. */
    private CollectorStore counted() {
        return (CollectorStore) Proxy.newProxyInstance(
                CollectorStore.class.getClassLoader(),
                new Class<?>[] {CollectorStore.class},
                (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    try {
                        Object answer = method.invoke(store.collector(), arguments);
                        meanwhile.getAndSet(() -> {}).run();
                        return answer;
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    private void observe(long lowest, long highest) {
        List<RuntimeStatsInterval> listed = LongStream.rangeClosed(lowest, highest)
                .mapToObj(id -> new RuntimeStatsInterval(
                        id, NOON.plus(Duration.ofHours(id)), NOON.plus(Duration.ofHours(id + 1))))
                .toList();
        cache.observe(new Observation(series, NOON, listed, false, lowest, OPTIONS));
    }

    @Test
    void givenAFleetAtRest_whenAskedAgainAndAgain_thenTheStoreIsAskedOnce() {
        observe(1, 3);
        calls.clear();

        for (int i = 0; i < 5; i++) {
            assertThat(cache.unheld(series, Kind.RUNTIME)).hasSize(3);
            assertThat(cache.unheld(series, Kind.WAITS)).isEmpty();
            assertThat(cache.bands(series, Kind.RUNTIME)).isEmpty();
            assertThat(cache.listSummary(series).count()).isEqualTo(3);
            assertThat(cache.missingTexts(series, 1)).isEmpty();
            assertThat(cache.missingPlans(series, 1, false)).isEmpty();
            assertThat(cache.missingPlans(series, 1, true)).isEmpty();
        }

        assertThat(calls)
                .containsExactlyInAnyOrder(
                        "unheld", "unheld", "bands", "listSummary", "missingTexts", "missingPlans", "missingPlans");
    }

    @Test
    void givenAnAnswer_whenTheListHasGrown_thenTheStoreIsAskedAnew() {
        observe(1, 3);
        assertThat(cache.unheld(series, Kind.RUNTIME)).hasSize(3);

        observe(1, 4);

        assertThat(cache.unheld(series, Kind.RUNTIME)).hasSize(4);
    }

    /** Fails when an answer is kept for the series, and not in what was there for it when it was asked for. */
    @Test
    void givenAQuestionUnderWay_whenTheSeriesIsWrittenTo_thenItsAnswerIsNotKept() {
        observe(1, 3);
        meanwhile.set(() -> observe(1, 4));

        assertThat(cache.unheld(series, Kind.RUNTIME)).as("asked before").hasSize(3);

        assertThat(cache.unheld(series, Kind.RUNTIME)).hasSize(4);
    }

    @Test
    void givenAnAnswerOfLongAgo_whenAskedAgain_thenSoIsTheStore() {
        observe(1, 3);
        assertThat(cache.bands(series, Kind.RUNTIME)).isEmpty();
        calls.clear();

        nanos.addAndGet(Duration.ofMinutes(61).toNanos());
        assertThat(cache.bands(series, Kind.RUNTIME)).isEmpty();

        assertThat(calls).containsExactly("bands");
    }

    /** Fails when a call that has expired nothing makes a whole fleet's answers be forgotten. */
    @Test
    void givenAnAnswer_whenFactsExpire_thenItIsForgottenOnlyIfSomeDid() {
        observe(1, 3);
        assertThat(cache.unheld(series, Kind.RUNTIME)).hasSize(3);
        calls.clear();

        assertThat(cache.expireFacts(NOON, 10)).isZero();
        assertThat(cache.unheld(series, Kind.RUNTIME)).hasSize(3);
        assertThat(calls).containsExactly("expire");

        cache.peek(new PeekBatch(0, series, 1, 1, List.of(StoreFixture.row(1, 5, 1)), true));
        cache.observe(new Observation(series, NOON.plus(Duration.ofDays(1)), List.of(), false, 1, OPTIONS));
        cache.unheld(series, Kind.RUNTIME);
        assertThat(cache.expireFacts(NOON.plus(Duration.ofDays(1)), 10)).isPositive();
        calls.clear();
        cache.unheld(series, Kind.RUNTIME);
        assertThat(calls).containsExactly("unheld");
    }

    /** Fails when the source's clock stands still in the store while nothing is listed anew. */
    @Test
    void givenTheSameListAgain_whenObserved_thenOnlyTheClockMoves() {
        observe(1, 3);
        List<RuntimeStatsInterval> none = List.of();
        Instant later = NOON.plusSeconds(60);
        cache.observe(new Observation(series, NOON, none, false, 1, OPTIONS));
        assertThat(cache.unheld(series, Kind.RUNTIME)).hasSize(3);
        calls.clear();

        cache.observe(new Observation(series, later, none, false, 1, OPTIONS));

        assertThat(cache.unheld(series, Kind.RUNTIME)).hasSize(3);
        assertThat(calls).containsExactly("observeAll");
        assertThat(store.reader().allSeries().getFirst().sourceNow()).isEqualTo(later);
    }

    /** Fails when options are told once and never again. */
    @Test
    void givenTheSameList_whenOptionsChange_thenTheStoreIsToldAndNothingIsForgotten() {
        QueryStoreOptions grown = new QueryStoreOptions(2, 0, 900, 60, 30, 11, 1_000, true);
        List<RuntimeStatsInterval> none = List.of();
        observe(1, 3);
        cache.observe(new Observation(series, NOON, none, false, 1, OPTIONS));
        assertThat(cache.unheld(series, Kind.RUNTIME)).hasSize(3);
        calls.clear();

        cache.observe(new Observation(series, NOON, none, false, 1, grown));
        cache.observe(new Observation(series, NOON.plusSeconds(60), none, false, 1, grown));

        assertThat(store.reader().options(series)).contains(grown);
        assertThat(cache.unheld(series, Kind.RUNTIME)).hasSize(3);
        assertThat(calls).containsExactly("observeAll", "observeAll");

        cache.observe(new Observation(series, NOON.plusSeconds(120), none, false, 1, OPTIONS));
        assertThat(store.reader().options(series)).contains(OPTIONS);
    }

    /** Fails when a peek, which no plan of work looks at, makes the store be asked anew. */
    @Test
    void givenAnAnswer_whenAnIntervalIsPeekedAt_thenItIsKept() {
        observe(1, 3);
        assertThat(cache.unheld(series, Kind.RUNTIME)).hasSize(3);
        calls.clear();

        cache.peek(new PeekBatch(0, series, 3, 1, List.of(), true));

        assertThat(cache.unheld(series, Kind.RUNTIME)).hasSize(3);
        assertThat(calls).containsExactly("peek");
    }
}
