package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.Coverage;
import io.tidegate.core.ledger.CoverageWord;
import io.tidegate.core.ledger.CoveredSpan;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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

    private final CollectorFixture fixture = new CollectorFixture();
    private final long phase = fixture.ticker.readNanos();
    private final ServerLane lane = fixture.lane(CollectorFixture.settings(), phase, phase + 1);

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    @ParameterizedTest
    @CsvSource({
        "OFF, OFF, true, OFF",
        "READ_WRITE, READ_ONLY, true, READ_ONLY",
        "READ_WRITE, ERROR, true, ERROR",
        "OFF, OFF, false, UNOBSERVED"
    })
    @Incident({90, 114})
    void givenAStateOfQueryStore_whenItLasts_thenItsTimeHasItsWordAndWhatComesBehindHasNot(
            QueryStoreState desired, QueryStoreState actual, boolean isWatched, CoverageWord word) {
        minutes(3, true);
        QueryStore store = fixture.queryStore();
        Instant from = fixture.clock.now();
        store.alter(store.options().withState(desired, actual, 0));
        minutes(6, isWatched);
        Instant to = fixture.clock.now();
        store.alter(store.options().withState(QueryStoreState.READ_WRITE, QueryStoreState.READ_WRITE, 0));
        minutes(6, true);

        assertThat(words(series(), from.plus(MINUTE), to)).containsExactly(word);
        assertThat(words(series(), to.plus(MINUTE), fixture.clock.now())).doesNotContain(word);
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
        assertThat(spans(before, oldest.interval().start(), oldest.interval().end()))
                .singleElement()
                .satisfies(span -> {
                    assertThat(span.word()).isEqualTo(CoverageWord.EXPIRED);
                    assertThat(span.detail()).isEqualTo(LedgerEntry.GONE_WITH_EPOCH);
                });
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
                entries(series),
                reader.stretches(fixture.store.registerServer(fixture.server().name())));
    }
}
