package io.tidegate.core.ledger;

import static io.tidegate.core.ledger.RuleFixture.entry;
import static io.tidegate.core.ledger.RuleFixture.hour;
import static io.tidegate.core.store.LedgerEntry.State.GONE;
import static io.tidegate.core.store.LedgerEntry.State.HELD;
import static io.tidegate.core.store.LedgerEntry.State.LISTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerRun;
import io.tidegate.core.store.Stretch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Words for intervals and time; the source's clock is hour 10 and 10 minutes. */
class CoverageTest {
    private static final Coverage COVERAGE =
            new Coverage(IntervalClock.of(RuleFixture.options(30, 100, true)), hour(10).plusSeconds(600));

    @Test
    void givenEntriesOfEachKind_whenCounted_thenEachHasItsWord() {
        List<LedgerEntry> entries = List.of(
                entry(6, GONE),
                entry(7, HELD),
                entry(8, HELD, LedgerEntry.Flag.SUPERSEDED),
                entry(9, LISTED),
                entry(10, LISTED),
                entry(11, LISTED));

        assertThat(entries.stream().map(COVERAGE::word))
                .containsExactly(
                        CoverageWord.EXPIRED,
                        CoverageWord.HELD,
                        CoverageWord.SUPERSEDED,
                        CoverageWord.PENDING,
                        CoverageWord.UNSETTLED,
                        CoverageWord.OPEN);
        assertThat(COVERAGE.words(runs(3, entries), List.of()))
                .hasSize(6)
                .allSatisfy((word, count) -> assertThat(count).isEqualTo(3));
    }

    @Test
    @Incident(114)
    void givenASpan_whenCovered_thenIntervalsStretchesAndTheUnknownFillItWithoutHoles() {
        List<LedgerEntry> entries = List.of(entry(3, HELD), entry(4, HELD), entry(7, GONE));
        List<Stretch> stretches = List.of(
                new Stretch(1, "Sales", Stretch.Word.IDLE, hour(3), hour(5), ""),
                new Stretch(1, "", Stretch.Word.UNREACHABLE, hour(8), hour(9), "no route"));

        assertThat(COVERAGE.span(hour(0), hour(10), entries, stretches))
                .extracting(CoveredSpan::from, CoveredSpan::to, CoveredSpan::word, CoveredSpan::detail)
                .containsExactly(
                        tuple(hour(0), hour(2), CoverageWord.EXPIRED_EXTENT_UNKNOWN, ""),
                        tuple(hour(2), hour(4), CoverageWord.HELD, ""),
                        tuple(hour(4), hour(5), CoverageWord.IDLE, ""),
                        tuple(hour(5), hour(6), CoverageWord.UNOBSERVED, ""),
                        tuple(hour(6), hour(7), CoverageWord.EXPIRED, LedgerEntry.GONE_AT_SOURCE),
                        tuple(hour(7), hour(8), CoverageWord.UNOBSERVED, ""),
                        tuple(hour(8), hour(9), CoverageWord.UNREACHABLE, "no route"),
                        tuple(hour(9), hour(10), CoverageWord.UNOBSERVED, ""));
    }

    @Test
    void givenASpanThatCutsIntervals_whenCovered_thenItsBordersHold() {
        Instant from = hour(2).plusSeconds(600);

        assertThat(COVERAGE.span(from, hour(3).plusSeconds(60), List.of(entry(3, HELD), entry(4, LISTED)), List.of()))
                .extracting(CoveredSpan::from, CoveredSpan::to, CoveredSpan::word)
                .containsExactly(
                        tuple(from, hour(3), CoverageWord.HELD),
                        tuple(hour(3), hour(3).plusSeconds(60), CoverageWord.PENDING));
    }

    @Test
    void givenFlags_whenCovered_thenNeighboursWithOtherFlagsStayApart() {
        assertThat(COVERAGE.span(
                        hour(0),
                        hour(3),
                        List.of(entry(1, HELD), entry(2, HELD, LedgerEntry.Flag.THINNED), entry(3, HELD)),
                        List.of()))
                .hasSize(3);
    }

    /** Mutation seen to break it: the interval that begins first wins. */
    @Test
    @Incident(23)
    void givenIntervalsOfSeveralEpochsAtOneTime_whenCovered_thenWhatIsHeldWinsAndWhatIsSupersededIsStillTold() {
        List<LedgerEntry> entries = List.of(
                entry(1, HELD, LedgerEntry.Flag.SUPERSEDED),
                entry(1, LISTED),
                entry(2, HELD, LedgerEntry.Flag.SUPERSEDED),
                entry(2, GONE),
                entry(3, GONE),
                entry(3, HELD),
                entry(4, HELD, LedgerEntry.Flag.SUPERSEDED));
        List<Stretch> idle = List.of(new Stretch(1, "Sales", Stretch.Word.IDLE, hour(3), hour(5), ""));

        assertThat(COVERAGE.span(hour(0), hour(5), entries, idle))
                .extracting(CoveredSpan::from, CoveredSpan::to, CoveredSpan::word)
                .containsExactly(
                        tuple(hour(0), hour(1), CoverageWord.PENDING),
                        tuple(hour(1), hour(2), CoverageWord.EXPIRED),
                        tuple(hour(2), hour(3), CoverageWord.HELD),
                        tuple(hour(3), hour(4), CoverageWord.SUPERSEDED),
                        tuple(hour(4), hour(5), CoverageWord.IDLE));
    }

    @Test
    @Incident(114)
    void givenNothingKnown_whenCovered_thenItWasNotObserved() {
        assertThat(COVERAGE.span(hour(0), hour(2), List.of(), List.of()))
                .extracting(CoveredSpan::word)
                .containsExactly(CoverageWord.UNOBSERVED);
    }

    @Test
    void givenAnyEntriesAndStretches_whenCovered_thenTheSpanIsFilledOnceInOrder() {
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            List<LedgerEntry> entries = new ArrayList<>();
            for (long id = 1; id <= 12; id++) {
                if (random.nextInt(3) > 0) {
                    entries.add(entry(id, List.of(LISTED, HELD, GONE).get(random.nextInt(3))));
                }
            }
            List<Stretch> stretches = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                Instant from = hour(random.nextInt(12));
                Stretch.Word word = List.of(Stretch.Word.IDLE, Stretch.Word.OFF, Stretch.Word.DENIED)
                        .get(random.nextInt(3));
                stretches.add(new Stretch(1, "", word, from, from.plusSeconds(60L + random.nextInt(9000)), ""));
            }
            Instant at = hour(0);
            for (CoveredSpan span : COVERAGE.span(hour(0), hour(12), entries, stretches)) {
                assertThat(span.from()).as("round %d", round).isEqualTo(at);
                assertThat(span.to()).isAfter(span.from());
                at = span.to();
            }
            assertThat(at).isEqualTo(hour(12));
        }
    }

    @Test
    void givenIntervalsThatWait_whenTheReasonReachesTheLastProbe_thenTheyAreCalledByIt() {
        Instant now = hour(10).plusSeconds(600);
        List<LedgerEntry> pending = List.of(entry(3, LISTED));
        Stretch budget = new Stretch(1, "a", Stretch.Word.BUDGET, hour(9), now, "spent");

        assertThat(COVERAGE.words(runs(1, pending), List.of(budget)))
                .isEqualTo(Map.of(CoverageWord.PENDING_BUDGET, 1L));
        assertThat(COVERAGE.words(runs(1, pending), List.of(stretch(Stretch.Word.BUDGET, hour(8), hour(9)))))
                .as("it waits for something else now")
                .isEqualTo(Map.of(CoverageWord.PENDING, 1L));
        assertThat(COVERAGE.words(runs(1, pending), List.of(stretch(Stretch.Word.FAILING, hour(9), now))))
                .isEqualTo(Map.of(CoverageWord.FAILING, 1L));
        assertThat(COVERAGE.words(runs(1, pending), List.of(stretch(Stretch.Word.EXCLUDED, hour(9), now))))
                .isEqualTo(Map.of(CoverageWord.EXCLUDED, 1L));
        assertThat(COVERAGE.words(runs(1, List.of(entry(3, HELD))), List.of(budget)))
                .isEqualTo(Map.of(CoverageWord.HELD, 1L));
        Instant from = pending.getFirst().interval().start();
        Instant to = pending.getFirst().interval().end();
        assertThat(COVERAGE.span(from, to, pending, List.of(budget)))
                .containsExactly(new CoveredSpan(from, to, CoverageWord.PENDING_BUDGET, Set.of(), "spent"));
    }

    @Test
    void givenAnIntervalThatExpired_whenItWaitedForTheBudgetThen_thenItIsExpiredBudget() {
        LedgerEntry gone = gone(hour(5));

        assertThat(COVERAGE.word(gone, List.of(stretch(Stretch.Word.BUDGET, hour(4), hour(5)))))
                .isEqualTo(CoverageWord.EXPIRED_BUDGET);
        assertThat(COVERAGE.word(gone, List.of(stretch(Stretch.Word.BUDGET, hour(3), hour(4)))))
                .isEqualTo(CoverageWord.EXPIRED);
        assertThat(COVERAGE.word(gone, List.of(stretch(Stretch.Word.BUDGET, hour(6), hour(7)))))
                .isEqualTo(CoverageWord.EXPIRED);
        assertThat(CoverageWord.EXPIRED_BUDGET.label()).isEqualTo("expired, budget");
    }

    private static Stretch stretch(Stretch.Word word, Instant from, Instant to) {
        return new Stretch(1, "a", word, from, to, "");
    }

    private static LedgerEntry gone(Instant at) {
        LedgerEntry e = entry(3, GONE);
        return new LedgerEntry(
                e.interval(), e.kind(), GONE, LedgerEntry.GONE_AT_SOURCE, at, Set.of(), null, 0, null, 0, 0, null);
    }

    @Test
    void givenEveryWordOfAStretch_whenTranslated_thenThereIsOneOfThatName() {
        for (Stretch.Word word : Stretch.Word.values()) {
            assertThat(CoverageWord.of(word).name())
                    .isEqualTo(word == Stretch.Word.BUDGET ? "PENDING_BUDGET" : word.name());
        }
        assertThat(CoverageWord.EXPIRED_EXTENT_UNKNOWN.label()).isEqualTo("expired, extent unknown");
        assertThat(CoverageWord.READ_ONLY.label()).isEqualTo("read only");
    }

    private static List<LedgerRun> runs(long intervals, List<LedgerEntry> entries) {
        return entries.stream()
                .map(entry -> new LedgerRun(new SeriesKey(1, 1, 1), entry, intervals))
                .toList();
    }
}
