package io.tidegate.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.core.store.WholeBand;
import io.tidegate.core.time.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many bands under one lease: what they share, and what is left when the source or the store fails among them. */
@Timeout(120)
class BandGroupTest implements BandSource<IllegalStateException> {
    private static final int BANDS = 40;
    private static final int ROWS = 1_000;

    /** Bands of 1000 rows whose rows together are 4 MB. */
    private static final int AT_ONCE = 4 * 1024 * 1024 / RuntimeRow.FIXED_BYTES / ROWS + 1;

    private final InMemoryStore store = new InMemoryStore();
    private final SeriesKey series =
            StoreFixture.listed(store, LongStream.rangeClosed(1, BANDS).toArray());
    private final ModelClock clock = new ModelClock(StoreFixture.hour(500));
    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
    private final Map<Long, AtomicInteger> opened = new HashMap<>();
    private Executor executor = Runnable::run;
    private Consumer<Long> beforeOpen = interval -> {};
    private Consumer<List<WholeBand>> beforeHold = bands -> {};
    private long planHash = 1;

    private void count(String what) {
        calls.computeIfAbsent(what, name -> new AtomicInteger()).incrementAndGet();
    }

    private int counted(String what) {
        return calls.getOrDefault(what, new AtomicInteger()).get();
    }

    private CollectorStore counting() {
        return (CollectorStore) Proxy.newProxyInstance(
                CollectorStore.class.getClassLoader(), new Class<?>[] {CollectorStore.class}, (proxy, method, args) -> {
                    count("store");
                    count(method.getName());
                    if (method.getName().equals("holdWhole")) {
                        beforeHold.accept(((List<?>) args[0])
                                .stream().map(WholeBand.class::cast).toList());
                    }
                    try {
                        return method.invoke(store, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private List<BandOutcome> read(long rowBudget, long... intervals) {
        List<BandTask> tasks = LongStream.of(intervals)
                .mapToObj(id -> {
                    BandKey key = StoreFixture.band(series, id, id);
                    return new PlannedBand(
                            key,
                            StoreFixture.hour(id - 1),
                            StoreFixture.hour(id),
                            store.band(key).orElse(null),
                            false,
                            false);
                })
                .map(planned -> new BandTask(planned, Layout.BY_INTERVAL, 0, java.util.Set.of()))
                .toList();
        SliceMeter meter =
                new SliceMeter(new ReadBudget(1L << 40, rowBudget, Duration.ofSeconds(30)), () -> 0, () -> false);
        return new BandReader<>(counting(), this, clock, meter, executor, new SpareBatches(2)).readAll(tasks);
    }

    private List<BandOutcome> readAll() {
        return read(Long.MAX_VALUE, LongStream.rangeClosed(1, BANDS).toArray());
    }

    private State state(long interval) {
        return StoreFixture.entry(store, series, interval).state();
    }

    private void assertAllHeldOnce() {
        for (long id = 1; id <= BANDS; id++) {
            assertThat(state(id)).isEqualTo(State.HELD);
        }
        assertThat(store.reader().storedIntervals(series))
                .hasSize(BANDS)
                .allSatisfy(i -> assertThat(i.rows()).isEqualTo(ROWS).isEqualTo(i.distinctKeys()));
        assertThat(store.bands(series, Kind.RUNTIME)).isEmpty();
    }

    /** The gain that must not rot: with a check, a look and two transactions per band these were 40 times as many. */
    @Test
    void givenALongRunOfBands_whenRead_thenTheyShareChecksLooksAndTransactions() {
        assertThat(readAll()).hasSize(BANDS).allMatch(BandOutcome.Held.class::isInstance);

        int groups = (BANDS + AT_ONCE - 1) / AT_ONCE;
        assertThat(counted("openRows")).isEqualTo(BANDS);
        assertThat(counted("holdWhole")).isEqualTo(groups);
        assertThat(counted("sentinels of the source")).isLessThanOrEqualTo(groups + 1);
        assertThat(counted("identities")).isEqualTo(ROWS / 500);
        assertThat(counted("store")).isLessThanOrEqualTo(groups + 4);
        assertAllHeldOnce();
    }

    /** Fails with {@code group.stash()} taken out of {@link BandReader#readAll}: the first two are opened twice. */
    @Test
    void givenASourceThatFails_whenReadAgain_thenWhatWasReadWholeIsNotReadTwice() {
        beforeOpen = interval -> {
            if (interval == 3) {
                throw new IllegalStateException("no answer");
            }
        };

        assertThatThrownBy(() -> read(Long.MAX_VALUE, 1, 2, 3, 4)).hasMessage("no answer");

        assertThat(store.bands(series, Kind.RUNTIME))
                .extracting(Band::phase)
                .containsExactly(Band.Phase.IDENTITIES, Band.Phase.IDENTITIES, Band.Phase.ROWS);
        assertThat(store.band(StoreFixture.band(series, 3, 3)).orElseThrow().attempts())
                .isEqualTo(1);
        assertThat(StoreFixture.visibleExecutions(store.reader())).isZero();
        beforeOpen = interval -> {};
        assertThat(readAll()).allMatch(BandOutcome.Held.class::isInstance);
        assertThat(opened.get(1L)).hasValue(1);
        assertThat(opened.get(2L)).hasValue(1);
        assertAllHeldOnce();
    }

    /** Fails without the join in {@link WriteBehind#close}: the call outlives the reading, and so the lease. */
    @Test
    void givenASourceThatFailsWhileTheStoreIsBusy_whenTheReadingEnds_thenNoStoreCallRunsAnyMore() {
        Thread reading = Thread.currentThread();
        AtomicBoolean failing = new AtomicBoolean();
        AtomicBoolean running = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        executor = call -> threads.add(Thread.ofPlatform().daemon().start(call));
        beforeHold = bands -> {
            running.set(true);
            Await.until(
                    "the reading waits for this call",
                    Duration.ofSeconds(60),
                    () -> failing.get() && reading.getState() == Thread.State.WAITING);
            running.set(false);
        };
        beforeOpen = interval -> {
            if (interval == AT_ONCE + 2) {
                failing.set(true);
                throw new IllegalStateException("no answer");
            }
        };

        assertThatThrownBy(this::readAll).hasMessage("no answer");

        assertThat(running).isFalse();
        assertThat(threads).hasSize(1);
        assertThat(state(1)).as("what the busy call brought").isEqualTo(State.HELD);
        assertThat(state(AT_ONCE + 1)).isEqualTo(State.LISTED);
        beforeOpen = interval -> {};
        readRest();
        assertAllHeldOnce();
    }

    @Test
    void givenAStoreThatFailsBehindTheReading_whenReadAgain_thenNothingIsLostOrDoubled() {
        AtomicInteger holds = new AtomicInteger();
        executor = call -> Thread.ofVirtual().start(call);
        beforeHold = bands -> {
            if (holds.incrementAndGet() == 2) {
                throw new StoreException("the disk is full", null, false);
            }
        };

        assertThatThrownBy(this::readAll).hasMessage("the disk is full");

        assertThat(state(AT_ONCE)).isEqualTo(State.HELD);
        assertThat(state(AT_ONCE + 1)).isEqualTo(State.LISTED);
        readRest();
        assertAllHeldOnce();
    }

    /** Fails when a band that failed before joins a group: its neighbours are never held. */
    @Test
    @Incident({44, 106})
    void givenOneBandThatTheStoreCannotTake_whenReadOverAndOver_thenTheOthersAreHeld() {
        beforeHold = bands -> {
            if (bands.stream().anyMatch(band -> band.key().firstIntervalId() == 2)) {
                throw new StoreException("a row of it is damaged", null, false);
            }
        };
        for (int i = 0; i < 10; i++) {
            try {
                readRest();
            } catch (StoreException again) {
                assertThat(again).hasMessage("a row of it is damaged");
            }
        }

        assertThat(LongStream.rangeClosed(1, BANDS).filter(id -> state(id) != State.HELD))
                .containsExactly(2L);
        assertThat(store.band(StoreFixture.band(series, 2, 2)).orElseThrow().attempts())
                .isGreaterThan(1);
    }

    @Test
    void givenABudgetThatEndsAmongThem_whenRead_thenTheWholeOnesAreHeldAndTheLastGoesOnAtItsKey() {
        read(Long.MAX_VALUE, 40); // so that no identity is missing

        List<BandOutcome> outcomes = read(2 * ROWS + 500, 1, 2, 3, 4);

        assertThat(outcomes)
                .containsExactly(
                        new BandOutcome.Held(ROWS),
                        new BandOutcome.Held(ROWS),
                        new BandOutcome.Cut(ReadBudget.Limit.ROWS));
        Band cut = store.band(StoreFixture.band(series, 3, 3)).orElseThrow();
        assertThat(cut.cursor()).isEqualTo(StoreFixture.key(3, cut.stagedRows()));
        assertThat(cut.stagedRows()).isBetween(498L, 500L);
        readRest();
        assertAllHeldOnce();
    }

    @Test
    void givenANewEpochAmongThem_whenRead_thenNoneOfTheGroupIsHeld() {
        read(Long.MAX_VALUE, 1);
        beforeOpen = interval -> planHash = interval >= 4 ? 2 : 1;

        List<BandOutcome> outcomes = read(Long.MAX_VALUE, 2, 3, 4, 5);

        assertThat(outcomes).hasSize(4).allMatch(BandOutcome.EpochChanged.class::isInstance);
        assertThat(IntStream.rangeClosed(2, 5)).allMatch(id -> state(id) == State.LISTED);
        assertThat(store.bands(series, Kind.RUNTIME)).isEmpty();
    }

    /** Bands under way go first, those that failed last, as a plan has them. */
    private void readRest() {
        List<Long> left = new ArrayList<>(LongStream.rangeClosed(1, BANDS)
                .filter(id -> state(id) != State.HELD)
                .boxed()
                .toList());
        left.sort(java.util.Comparator.comparingInt(id -> store.band(StoreFixture.band(series, id, id))
                .map(Band::attempts)
                .orElse(0)));
        read(Long.MAX_VALUE, left.stream().mapToLong(id -> id).toArray());
    }

    @Override
    public RowPages<IllegalStateException> openRows(BandKey key, boolean byPlan, StatsKey after) {
        count("openRows");
        long interval = key.firstIntervalId();
        opened.computeIfAbsent(interval, id -> new AtomicInteger()).incrementAndGet();
        beforeOpen.accept(interval);
        long from = after == null ? 1 : after.planId() + 1;
        List<RuntimeRow> page = LongStream.rangeClosed(from, ROWS)
                .mapToObj(plan -> StoreFixture.row(interval, plan, 1))
                .toList();
        return new OnePage<>(page);
    }

    @Override
    public Identities identities(List<Long> planIds) {
        count("identities");
        return Identities.all(planIds.stream()
                .map(plan -> new PlanIdentity(plan, plan, plan, 1, 0, 9, planHash, 3, false))
                .toList());
    }

    @Override
    public List<Sentinel> sentinels(List<Long> planIds) {
        count("sentinels of the source");
        return planIds.stream().map(plan -> new Sentinel(plan, planHash, 3)).toList();
    }
}
