package io.tidegate.web.api;

import static io.tidegate.core.store.StoreFixture.hour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.StoreStatus;
import io.tidegate.core.store.CountedChanges;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.LeaseLog;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.StoreChanges;
import io.tidegate.core.store.StoreDisk.Size;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.core.store.Stretch;
import io.tidegate.web.api.Answers.DatabaseCoverage;
import io.tidegate.web.api.Answers.EventQuestion;
import io.tidegate.web.api.Answers.Seconds;
import io.tidegate.web.api.Answers.Top;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a store in memory answers. Mutation seen to break it: the expiry is asked with the held intervals alone. */
class StoreAnswersTest {
    private final InMemoryStore memory = new InMemoryStore();
    private final StoreChanges changes = new StoreChanges();
    private final CountedChanges store = new CountedChanges(memory, changes);
    private final AtomicReference<Instant> now = new AtomicReference<>(StoreFixture.NOW);
    private final AtomicReference<Size> size = new AtomicReference<>();
    private final Answers answers = new StoreAnswers(
            memory.reader(),
            changes,
            new StoreSize(memory.reader(), () -> Optional.ofNullable(size.get()), Duration.ofDays(100), now::get),
            noLeases(),
            null,
            null,
            now::get);

    /**
     * Mutations seen to break it: what is measured once is told for good; it is measured at each question; a store whose size is not
     * known is told to be empty.
     */
    @Test
    @Incident(102)
    void givenAStoreThatGrows_whenAsked_thenItsSizeAndWhatItWillBeAreAMinuteOldAtMost() {
        assertThat(answers.servers().store()).isNull();
        SeriesKey series = StoreFixture.listed(store, 5, 6, 7);
        StoreFixture.held(store, series, 5, StoreFixture.row(5, 7, 1));
        size.set(new Size(1_000_000, 50_000_000));
        assertThat(answers.servers().store())
                .as("not asked again in that minute")
                .isNull();

        now.set(StoreFixture.NOW.plusSeconds(60));
        StoreStatus status = Objects.requireNonNull(answers.servers().store());
        assertThat(status.bytes()).isEqualTo(1_000_000);
        assertThat(status.growthBytesPerDay()).as("one row in four days").isEqualTo(249_957L);
        assertThat(status.settlesAtBytes()).isEqualTo(24_995_660L);
    }

    /** Fails with coverage that goes by databases alone. */
    @Test
    void givenAServerThatWasNeverReached_whenAsked_thenItsTimeAndTheCauseAreShown() {
        int id = store.registerServer("gone");
        Instant from = StoreFixture.NOW.minusSeconds(300);
        store.recordStretches(
                List.of(new Stretch(id, "", Stretch.Word.UNREACHABLE, from, StoreFixture.NOW, "gone: refused.")));

        DatabaseCoverage row = answers.coverage("gone", null).getFirst();

        assertThat(row.database()).isEmpty();
        assertThat(CoverageText.line(Objects.requireNonNull(row.watched())))
                .isEqualTo("gone, no database seen yet, " + from + " to " + StoreFixture.NOW
                        + ": unreachable 5 min; unreachable: gone: refused.");
        TopRequest top = new TopRequest(Metric.CPU_TIME, Duration.ofHours(1), null, null, 10);
        assertThat(answers.top(top).watched()).containsExactly(row.watched());
    }

    /** Mutations seen to break it: no check; our clock alone. */
    @Test
    void givenATimeInTheFuture_whenEventsAreAsked_thenItIsRefusedUnlessASourcesClockIsThere() {
        Instant later = StoreFixture.NOW.plusSeconds(600);
        EventQuestion question = new EventQuestion(null, null, later, Duration.ZERO, 10);
        BadQuestion refused = catchThrowableOfType(BadQuestion.class, () -> answers.events(question));
        assertThat(refused).hasMessageContaining("must lie in the past, was " + later);

        store.openSeries(store.registerServer("ahead"), "Sales", 5, later, later.plusSeconds(60));
        assertThat(answers.events(question).rows()).isEmpty();
    }

    @Test
    @Incident(83)
    void givenPendingIntervals_whenCoverageIsAsked_thenItSaysWhenTheSourceWillRemoveTheOldest() {
        SeriesKey series = StoreFixture.listed(store, 5, 6, 7);
        StoreFixture.held(store, series, 5, StoreFixture.row(5, 7, 1));
        assertThat(coverage().pendingUntil()).isEqualTo(hour(6).plus(Duration.ofDays(30)));
        assertThat(coverage().mayExpireEarlier()).isFalse();

        observed(series, new QueryStoreOptions(2, 0, 900, 60, 0, 900, 1000, true));
        assertThat(coverage().pendingUntil()).isNull();
        assertThat(coverage().mayExpireEarlier()).isTrue();
    }

    @Test
    void givenNothingPending_whenCoverageIsAsked_thenNothingIsToBeRemoved() {
        observed(StoreFixture.series(store), new QueryStoreOptions(2, 0, 900, 60, 30, 900, 1000, true));

        assertThat(coverage().pendingUntil()).isNull();
        assertThat(coverage().mayExpireEarlier()).isFalse();
    }

    /** An empty answer would look like one about a database that was idle. */
    @ParameterizedTest
    @CsvSource({
        "sim-11,,server,did you mean 'sim-1'?",
        ",Slaes,database,did you mean 'Sales'?",
        "sim-1,Slaes,database,did you mean 'Sales'?"
    })
    void givenANameThatTheStoreDoesNotKnow_whenAsked_thenItIsRefusedWithTheNearest(
            String server, String database, String parameter, String nearest) {
        StoreFixture.series(store);
        TopRequest top = new TopRequest(Metric.CPU_TIME, Duration.ofHours(24), server, database, 20);
        EventQuestion events = new EventQuestion(server, database, null, Duration.ofDays(7), 200);

        List<ThrowingCallable> questions = new ArrayList<>(List.of(
                () -> answers.top(top), () -> answers.coverage(server, database), () -> answers.events(events)));
        if (parameter.equals("server")) {
            questions.add(() -> answers.leases(server, Duration.ofHours(1), 10));
        }

        assertThat(questions)
                .allSatisfy(question -> assertThat(catchThrowableOfType(BadQuestion.class, question))
                        .hasMessageContaining("no such " + parameter)
                        .hasMessageContaining(nearest)
                        .returns(parameter, BadQuestion::parameter));
    }

    /** Mutation seen to break it: the time of the whole answer begins where something is held. */
    @Test
    @Incident({105, 113})
    void givenThirtyDaysOfASourceThatWasMetToday_whenTopIsAsked_thenTheAnswerSaysWhatItsTimeIs() {
        SeriesKey series = StoreFixture.listed(store, 98, 99);
        StoreFixture.held(store, series, 98, StoreFixture.row(98, 7, 1));
        StoreFixture.held(store, series, 99, StoreFixture.row(99, 7, 1));
        store.recordStretch(new Stretch(1, "", Stretch.Word.UNREACHABLE, hour(99), hour(100), "no route"));

        Top top = answers.top(new TopRequest(Metric.CPU_TIME, Duration.ofDays(30), null, null, 10));

        assertThat(top.intervals()).isEqualTo(2);
        assertThat(top.held()).isEqualTo(2);
        assertThat(top.covered().databases()).isEqualTo(1);
        assertThat(top.covered().words())
                .containsExactly(
                        new Seconds("held", 7_200),
                        new Seconds("expired, extent unknown", (30 * 24 - 3) * 3_600),
                        new Seconds("unreachable", 3_600));
        assertThat(top.watched()).singleElement().satisfies(one -> {
            assertThat(one.words()).isEqualTo(top.covered().words());
            assertThat(one.from()).isEqualTo(StoreFixture.NOW.minus(Duration.ofDays(30)));
        });
        assertThat(CoverageText.of(top.covered()))
                .endsWith(": held 2 h, expired, extent unknown 29.9 d, unreachable 60 min.");
    }

    @Test
    @Incident(114)
    void givenTwoEpochs_whenCoverageIsAsked_thenTheNewestTellsTheTimeOfBoth() {
        SeriesKey old = StoreFixture.listed(store, 98);
        StoreFixture.held(store, old, 98, StoreFixture.row(98, 7, 1));
        SeriesKey next = store.fork(old, ForkPoint.NOTHING_SHARED, hour(98), StoreFixture.NOW)
                .key();
        StoreFixture.list(store, next, 100);
        StoreFixture.held(store, next, 100, StoreFixture.row(100, 7, 1));

        List<DatabaseCoverage> both = answers.coverage(null, null);

        assertThat(both).extracting(DatabaseCoverage::epoch).containsExactly(1, 2);
        assertThat(both.getFirst().watched()).isNull();
        assertThat(Objects.requireNonNull(both.getLast().watched()).words())
                .as("from the oldest interval of both on")
                .containsExactly(new Seconds("held", 7_200), new Seconds("unobserved", 3_600));
    }

    @Test
    void givenADatabaseOfWhichNothingWasListed_whenCoverageIsAsked_thenItIsThereWithItsWord() {
        StoreFixture.listed(store, 98);
        store.recordStretch(new Stretch(1, "Legacy", Stretch.Word.OFF, hour(99), hour(100), "never on"));

        assertThat(answers.coverage(null, "Legacy")).singleElement().satisfies(legacy -> {
            assertThat(legacy.epoch()).isZero();
            assertThat(Objects.requireNonNull(legacy.watched()).words()).containsExactly(new Seconds("off", 3_600));
        });
    }

    private void observed(SeriesKey series, QueryStoreOptions options) {
        store.observe(
                new Observation(series, StoreFixture.NOW, StoreFixture.intervals(), false, Long.MIN_VALUE, options));
    }

    private DatabaseCoverage coverage() {
        return answers.coverage("sim-1", "Sales").getFirst();
    }

    static LeaseLog noLeases() {
        return (LeaseLog) Proxy.newProxyInstance(
                LeaseLog.class.getClassLoader(), new Class<?>[] {LeaseLog.class}, (self, method, args) -> {
                    throw new AssertionError("not asked here: " + method.getName());
                });
    }
}
