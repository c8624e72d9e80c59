package io.tidegate.web.api;

import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.hour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.CountedChanges;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.ForwardingStore;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.HistoryReader.QueryResult;
import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.LeaseLog;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.StoreChanges;
import io.tidegate.core.store.StoreDisk;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.core.store.Stretch;
import io.tidegate.web.api.Answers.Count;
import io.tidegate.web.api.Answers.DatabaseCoverage;
import io.tidegate.web.api.Answers.EventQuestion;
import io.tidegate.web.api.Answers.Seconds;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * What a page that is open costs the store, and that it shows what was written since. Mutations seen to break it: each noted in its
 * test.
 */
class PolledAnswersTest {
    private static final int DATABASES = 300;
    private static final int POLLS = 10;

    private final InMemoryStore memory = new InMemoryStore();
    private final StoreChanges changes = new StoreChanges();
    private final AtomicReference<Runnable> before = new AtomicReference<>(() -> {});
    private final CollectorStore store = new CountedChanges(new FailingStore(memory, before), changes);
    private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
    private final List<String> calls = new ArrayList<>();
    private final List<SeriesKey> series = new ArrayList<>();
    private final Answers answers = new StoreAnswers(counted(), changes, size(), noLeases(), null, null, now::get);

    /** What the page asks each two seconds, and a SELECT. */
    private void poll() {
        answers.top(new TopRequest(Metric.CPU_TIME, Duration.ofHours(24), null, null, 15));
        answers.coverage(null, null);
        answers.events(new EventQuestion(null, null, null, Duration.ofDays(7), 200));
        answers.sql("select 1", 10);
    }

    /** Each with 1 to 3 held and 4 to 6 pending, over thirty servers. */
    private void aFleet(int databases) {
        for (int i = 0; i < databases; i++) {
            SeriesKey one = StoreFixture.series(store, "sim-" + i % 30, "db-" + i);
            StoreFixture.list(store, one, 1, 2, 3, 4, 5, 6);
            for (long id = 1; id <= 3; id++) {
                StoreFixture.held(store, one, id, StoreFixture.row(id, 7, 1));
            }
            series.add(one);
        }
    }

    /** Mutations seen to break it: no number is ever the same; nothing is kept; a call for each database. */
    @Test
    void givenThreeHundredDatabases_whenPolledTenTimes_thenTheLedgerIsReadOnceAndTheCallsDoNotGrowWithThem() {
        aFleet(DATABASES);
        for (int i = 0; i < POLLS; i++) {
            poll();
        }

        assertThat(calls).filteredOn("knownTime: 100 lineages"::equals).hasSize(3);
        assertThat(calls)
                .filteredOn(call -> call.startsWith("knownTime"))
                .as("three answers' worth, once for each of four answers, and two more the first time")
                .hasSize(4 * POLLS + 2);
        assertThat(calls).as("of all kinds").hasSizeLessThan(20 * POLLS);
        assertThat(calls).doesNotContain("ledger", "options", "stretches");
    }

    /** Mutation seen to break it: all is read again after any change. */
    @Test
    void givenOneOfThem_whenItChanges_thenItAloneIsReadAgain() {
        aFleet(DATABASES);
        poll();
        calls.clear();

        StoreFixture.held(store, series.get(42), 4, StoreFixture.row(4, 7, 1));
        poll();

        assertThat(calls).filteredOn("knownTime: 1 lineages"::equals).hasSize(1);
        assertThat(calls).filteredOn("knownTime: 0 lineages"::equals).hasSize(3);
        assertThat(words("db-42")).containsExactly(new Count("held", 4), new Count("pending", 2));
        assertThat(words("db-43")).containsExactly(new Count("held", 3), new Count("pending", 3));
    }

    /** Mutation meant to break it, each by itself: one of the methods of {@link CountedChanges} does not tell. */
    @Test
    void givenAnAnswer_whenAnythingIsWritten_thenTheNextAnswerHasIt() {
        aFleet(2);
        SeriesKey one = series.getFirst();
        assertThat(words("db-0")).containsExactly(new Count("held", 3), new Count("pending", 3));

        StoreFixture.held(store, one, 4, StoreFixture.row(4, 7, 1));
        assertThat(words("db-0")).as("held").contains(new Count("held", 4));
        store.flag(one, Kind.RUNTIME, 1, Flag.THINNED, NOW);
        assertThat(db("db-0").flags()).as("flagged").containsExactly(new Count("thinned", 1));
        store.counted(one, Kind.RUNTIME, 2, NOW, null, io.tidegate.core.store.LedgerEntry.Counted.AGREES);
        assertThat(db("db-0").flags()).as("counted").contains(new Count("verified", 1));
        StoreFixture.list(store, one, 7);
        assertThat(words("db-0")).as("listed").contains(new Count("pending", 3));
        store.observe(new Observation(one, NOW, List.of(), false, 6, StoreFixture.options()));
        assertThat(words("db-0")).as("gone").contains(new Count("expired", 1));
        store.observe(new Observation(
                one, NOW, List.of(), false, Long.MIN_VALUE, new QueryStoreOptions(2, 0, 900, 60, 7, 1, 1000, true)));
        assertThat(db("db-0").pendingUntil()).as("options").isEqualTo(hour(6).plus(Duration.ofDays(7)));
        store.recordStretch(new Stretch(1, "", Stretch.Word.UNREACHABLE, hour(99), NOW, "no route"));
        assertThat(Objects.requireNonNull(db("db-0").watched()).words())
                .as("recorded")
                .contains(new Seconds("unreachable", 3_600));
        store.expireFacts(hour(1).plusSeconds(1), 10);
        assertThat(words("db-0")).as("expired").contains(new Count("held", 3), new Count("expired", 2));
        store.rename(one, "Renamed", NOW);
        assertThat(words("Renamed")).as("renamed").contains(new Count("held", 3));
        store.fork(one, ForkPoint.NOTHING_SHARED, hour(98), NOW);
        assertThat(words("Renamed")).as("forked").contains(new Count("expired", 4));
    }

    /** Mutation seen to break it: a write that failed counts as answered. Meant to: it leaves the number as it was. */
    @Test
    void givenAWriteWhoseEndIsNotKnown_whenItCommitsLate_thenTheNextAnswerHasItAllTheSame() {
        aFleet(2);
        SeriesKey one = series.getFirst();
        before.set(() -> {
            throw new StoreException("no answer within 30 s", new java.io.IOException("late"), true);
        });
        assertThatThrownBy(() -> store.flag(one, Kind.RUNTIME, 1, Flag.THINNED, NOW))
                .isInstanceOf(StoreException.class);
        assertThat(db("db-0").flags()).isEmpty();

        memory.flag(one, Kind.RUNTIME, 1, Flag.THINNED, NOW); // now it commits
        assertThat(db("db-0").flags()).containsExactly(new Count("thinned", 1));

        before.set(() -> {});
        store.flag(one, Kind.RUNTIME, 2, Flag.THINNED, NOW);
        poll();
        calls.clear();
        poll();
        assertThat(calls).as("answered since: remembered again").doesNotContain("knownTime: 1 lineages");
    }

    /** Mutation meant to break it: what is remembered is kept for good. */
    @Test
    void givenAChangeByAnotherProcess_whenAnHourHasPassed_thenItIsSeen() {
        aFleet(1);
        poll();
        memory.flag(series.getFirst(), Kind.RUNTIME, 1, Flag.THINNED, NOW);
        assertThat(db("db-0").flags()).isEmpty();

        now.set(NOW.plus(Duration.ofHours(1)));
        assertThat(db("db-0").flags()).containsExactly(new Count("thinned", 1));
    }

    private StoreSize size() {
        return new StoreSize(memory.reader(), StoreDisk.UNKNOWN, null, now::get);
    }

    private List<Count> words(String database) {
        return db(database).words();
    }

    private DatabaseCoverage db(String database) {
        return answers.coverage(null, database).getFirst();
    }

    /** The reading side, which notes each call. */
    private HistoryReader counted() {
        HistoryReader reader = memory.reader();
        return (HistoryReader) Proxy.newProxyInstance(
                HistoryReader.class.getClassLoader(), new Class<?>[] {HistoryReader.class}, (proxy, method, given) -> {
                    boolean isTime = method.getName().equals("knownTime");
                    calls.add(
                            isTime
                                    ? "knownTime: " + ((Collection<?>) given[0]).size() + " lineages"
                                    : method.getName());
                    if (method.getName().equals("query")) {
                        return new QueryResult(List.of(), List.of(), List.of(), HistoryReader.Cut.NONE);
                    }
                    try {
                        return method.invoke(reader, given);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    /** One whose flags may fail. */
    private static final class FailingStore extends ForwardingStore {
        private final AtomicReference<Runnable> before;

        FailingStore(CollectorStore store, AtomicReference<Runnable> before) {
            super(store);
            this.before = before;
        }

        @Override
        public void flag(SeriesKey series, Kind kind, long intervalId, Flag flag, Instant at) {
            before.get().run();
            super.flag(series, kind, intervalId, flag, at);
        }
    }

    private static LeaseLog noLeases() {
        return (LeaseLog) Proxy.newProxyInstance(
                LeaseLog.class.getClassLoader(), new Class<?>[] {LeaseLog.class}, (self, method, args) -> {
                    throw new AssertionError("not asked here: " + method.getName());
                });
    }
}
