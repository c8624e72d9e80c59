package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.Coverage;
import io.tidegate.core.ledger.CoverageWord;
import io.tidegate.core.ledger.CoveredSpan;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerRun;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Words of coverage, each from its cause at the source, over exactly its time. The others: denied and unreachable in {@link CoverageCausesTest},
 * excluded in {@link SwitchesTest} and {@link RegistrationsTest}, failing in {@link SwitchesTest}, budget in {@link BudgetPassesTest}.
 * Mutation seen to break it: a probe that records no stretch.
 */
class CoverageWordsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private CollectorFixture fixture = new CollectorFixture();
    private long phase = fixture.ticker.readNanos();
    private ServerLane lane = fixture.lane(CollectorFixture.settings(), phase, phase + 1);

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    @ParameterizedTest
    @CsvSource({
        "OFF, OFF, 0, true, OFF, Query Store is off. Next: set QUERY_STORE = ON",
        "READ_WRITE, READ_ONLY, 65536, true, READ_ONLY, Query Store reached its size limit. Next: raise MAX_STORAGE_SIZE_MB",
        "READ_WRITE, ERROR, 0, true, ERROR, run sys.sp_query_store_consistency_check",
        "OFF, OFF, 0, false, UNOBSERVED, ''"
    })
    @Incident({90, 114})
    void givenAStateOfQueryStore_whenItLasts_thenItsTimeHasItsWordAndWhatComesBehindHasNot(
            QueryStoreState desired,
            QueryStoreState actual,
            int reason,
            boolean isWatched,
            CoverageWord word,
            String detail) {
        minutes(3, true);
        QueryStore store = fixture.queryStore();
        Instant from = fixture.clock.now();
        store.alter(store.options().withState(desired, actual, reason));
        minutes(6, isWatched);
        Instant to = fixture.clock.now();
        store.alter(store.options().withState(QueryStoreState.READ_WRITE, QueryStoreState.READ_WRITE, 0));
        minutes(6, true);

        assertThat(words(series(), from.plus(MINUTE), to)).containsExactly(word);
        assertThat(spans(series(), from.plus(MINUTE), to))
                .allSatisfy(span -> assertThat(span.detail()).contains(detail));
        assertThat(words(series(), to.plus(MINUTE), fixture.clock.now())).doesNotContain(word);
    }

    /** Mutation seen to break it: what the probe at the return finds is taken for the time before it. */
    @ParameterizedTest
    @CsvSource({"OFF, OFF, 0, OFF", "READ_WRITE, READ_ONLY, 65536, READ_ONLY", "READ_WRITE, ERROR, 0, ERROR"})
    @Incident({90, 114})
    void givenAnOutage_whenQueryStoreIsFoundOffAtTheReturn_thenItsWordBeginsThereAndTheOutageIsUnobserved(
            QueryStoreState desired, QueryStoreState actual, int reason, CoverageWord word) {
        minutes(3, true);
        Instant from = fixture.clock.now();
        minutes(5, false);
        QueryStore store = fixture.queryStore();
        store.alter(store.options().withState(desired, actual, reason));
        minutes(60, false);
        minutes(1, true);
        Instant back = fixture.clock.now();
        minutes(3, true);

        assertThat(words(series(), from.plus(Duration.ofMinutes(6)), back)).containsExactly(CoverageWord.UNOBSERVED);
        assertThat(words(series(), back, fixture.clock.now())).containsExactly(word);
    }

    /**
     * An application that often does nothing for a minute, watched for an hour. Mutation seen to break it: time is called idle
     * only where no interval is listed at all.
     */
    @Test
    @Incident(114)
    void givenMinutesInWhichNothingRuns_whenWatched_thenTheyAreIdleAndNoneIsCalledUnobserved() {
        restart(new CollectorFixture(FleetSpec.TEST.withWorkloads("reporting")));
        minutes(1, true);
        Instant from = fixture.clock.now().truncatedTo(ChronoUnit.MINUTES).plus(MINUTE);
        minutes(64, true);
        Instant to = fixture.clock.now().minus(MINUTE).truncatedTo(ChronoUnit.MINUTES);

        Set<Instant> busy = new HashSet<>();
        fixture.queryStore().books().booksAt(fixture.clock.now()).forEach(book -> busy.add(book.start()));
        for (Instant minute = from; minute.isBefore(to); minute = minute.plus(MINUTE)) {
            if (busy.contains(minute)) {
                assertThat(words(series(), minute, minute.plus(MINUTE)))
                        .as("%s", minute)
                        .doesNotContain(CoverageWord.IDLE, CoverageWord.UNOBSERVED);
            } else {
                assertThat(words(series(), minute, minute.plus(MINUTE)))
                        .as("%s", minute)
                        .containsExactly(CoverageWord.IDLE);
            }
        }
        assertThat(words(series(), from, to)).contains(CoverageWord.IDLE, CoverageWord.HELD);
    }

    /** Five hours of history, of which the source's own clean-up takes what was listed and not read yet. */
    @Test
    @Incident(114)
    void givenIntervalsThatCleanUpTakesBeforeTheyAreHeld_whenCovered_thenExactlyTheirTimeHasExpiredWithTheReason() {
        restart(new CollectorFixture(FleetSpec.TEST.paced(1, 1, Duration.ofHours(5))));
        minutes(1, true);
        Instant oldest = entries(series()).getFirst().interval().start();
        Instant cutoff = fixture.clock.now().minus(Duration.ofHours(3)).truncatedTo(ChronoUnit.MINUTES);
        assertThat(words(series(), oldest, cutoff))
                .contains(CoverageWord.PENDING)
                .isSubsetOf(CoverageWord.PENDING, CoverageWord.UNOBSERVED);

        fixture.queryStore().removeBefore(cutoff);
        minutes(3, true);
        for (int i = 0; i < 20; i++) {
            lane.backfill();
        }

        assertThat(spans(series(), oldest, cutoff))
                .filteredOn(span -> span.word() != CoverageWord.UNOBSERVED)
                .isNotEmpty()
                .allSatisfy(span -> {
                    assertThat(span.word()).isEqualTo(CoverageWord.EXPIRED);
                    assertThat(span.detail()).isEqualTo(LedgerEntry.GONE_AT_SOURCE);
                });
        assertThat(words(series(), cutoff, cutoff.plus(Duration.ofHours(2))))
                .contains(CoverageWord.HELD)
                .doesNotContain(CoverageWord.EXPIRED, CoverageWord.EXPIRED_EXTENT_UNKNOWN);
        assertThat(words(series(), oldest.minus(Duration.ofDays(1)), oldest))
                .as("what was there before we came")
                .containsExactly(CoverageWord.EXPIRED_EXTENT_UNKNOWN);
    }

    /** What is held stays held when the source removes it; what it had removed before we came, nobody can count. */
    @Test
    @Incident({49, 114})
    void
            givenACleanUpBeforeFirstContactAndOneAfterAllIsHeld_whenCovered_thenTheFirstIsOfUnknownExtentAndTheSecondIsHeld() {
        restart(new CollectorFixture(FleetSpec.TEST.paced(1, 1, Duration.ofHours(5))));
        Instant begin = fixture.clock.now().minus(Duration.ofHours(5));
        Instant cutoff = fixture.clock.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MINUTES);
        fixture.queryStore().removeBefore(cutoff);
        minutes(1, true);
        for (int i = 0; i < 20; i++) {
            lane.backfill();
        }
        Instant oldest = entries(series()).getFirst().interval().start();
        Instant later = cutoff.plus(Duration.ofMinutes(40));
        fixture.queryStore().removeBefore(later);
        minutes(3, true);

        assertThat(words(series(), begin, oldest)).containsExactly(CoverageWord.EXPIRED_EXTENT_UNKNOWN);
        assertThat(words(series(), oldest, later))
                .contains(CoverageWord.HELD)
                .doesNotContain(CoverageWord.EXPIRED, CoverageWord.PENDING);
    }

    @Test
    @Incident(114)
    void givenTimeBeforeTheOldestInterval_whenCovered_thenItHasExpiredAndNobodyKnowsHowMuch() {
        minutes(1, true);
        Instant oldest = entries(series()).getFirst().interval().start();

        assertThat(words(series(), oldest.minus(Duration.ofDays(3)), oldest))
                .containsExactly(CoverageWord.EXPIRED_EXTENT_UNKNOWN);
    }

    @Test
    @Incident(114)
    void givenAClear_whenIntervalsWereNotHeldYet_thenTheyAreGoneWithTheirReason() {
        minutes(1, true);
        SeriesKey before = series();
        LedgerEntry oldest = entries(before).getFirst();
        fixture.queryStore().clear();
        minutes(4, true);

        assertThat(series().epoch()).isEqualTo(2);
        assertThat(spans(series(), oldest.interval().start(), oldest.interval().end()))
                .singleElement()
                .satisfies(span -> {
                    assertThat(span.word()).isEqualTo(CoverageWord.EXPIRED);
                    assertThat(span.detail()).isEqualTo(LedgerEntry.GONE_WITH_EPOCH);
                });
    }

    /** Mutation seen to break it: the newest epoch's intervals alone. */
    @Test
    @Incident(114)
    void givenAClear_whenIntervalsWereHeldBefore_thenTheyAreStillHeldAndSoIsWhatWasPeeked() {
        minutes(3, true);
        for (int i = 0; i < 20; i++) {
            lane.backfill();
        }
        SeriesKey before = series();
        List<LedgerEntry> held = entries(before).stream()
                .filter(entry -> entry.state() == LedgerEntry.State.HELD)
                .toList();
        LedgerEntry open = entries(before).getLast();
        assertThat(held).isNotEmpty();
        assertThat(fixture.store.lastPeekNumber(before, open.interval().id())).isPositive();
        fixture.queryStore().clear();
        minutes(4, true);

        assertThat(series().epoch()).isEqualTo(2);
        assertThat(held)
                .allSatisfy(entry -> assertThat(words(
                                series(),
                                entry.interval().start(),
                                entry.interval().end()))
                        .containsExactly(CoverageWord.HELD));
        assertThat(spans(series(), open.interval().start(), open.interval().end()))
                .anySatisfy(span -> {
                    assertThat(span.word()).isEqualTo(CoverageWord.HELD);
                    assertThat(span.flags()).contains(LedgerEntry.Flag.LOST_AT_SOURCE);
                    assertThat(span.detail()).contains(LedgerEntry.GONE_WITH_EPOCH);
                });
    }

    private void restart(CollectorFixture other) {
        close();
        fixture = other;
        phase = fixture.ticker.readNanos();
        lane = fixture.lane(CollectorFixture.settings(), phase, phase + 1);
    }

    private void minutes(int count, boolean isWatched) {
        for (int i = 0; i < count; i++) {
            fixture.clock.advance(MINUTE);
            fixture.pass(MINUTE);
            if (isWatched) {
                lane.tick(phase);
            }
        }
    }

    private SeriesKey series() {
        return lane.databases().getFirst().series().key();
    }

    private List<LedgerEntry> entries(SeriesKey series) {
        return fixture.store.reader().ledger(series);
    }

    private List<CoverageWord> words(SeriesKey series, Instant from, Instant to) {
        return spans(series, from, to).stream()
                .map(CoveredSpan::word)
                .distinct()
                .toList();
    }

    private List<CoveredSpan> spans(SeriesKey series, Instant from, Instant to) {
        var reader = fixture.store.reader();
        Coverage coverage = new Coverage(IntervalClock.of(reader.options(series).orElseThrow()), fixture.clock.now());
        return coverage.span(
                from,
                to,
                reader.knownTime(List.of(series), List.of()).runs().stream()
                        .map(LedgerRun::entry)
                        .filter(entry -> entry.kind() == Kind.RUNTIME)
                        .toList(),
                reader.stretches(fixture.store.registerServer(fixture.server().name())));
    }
}
