package io.tidegate.core.ledger;

import static io.tidegate.core.ledger.RuleFixture.SERIES;
import static io.tidegate.core.ledger.RuleFixture.entry;
import static io.tidegate.core.ledger.RuleFixture.hour;
import static io.tidegate.core.ledger.RuleFixture.options;
import static io.tidegate.core.store.LedgerEntry.State.GONE;
import static io.tidegate.core.store.LedgerEntry.State.HELD;
import static io.tidegate.core.store.LedgerEntry.State.LISTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerRun;
import io.tidegate.core.store.Stretch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Intervals that a source lists and our retention would remove at once; the source's clock is hour 50, what ended by hour 26 too old. */
class BeyondRetentionTest {
    private static final String WHY = "older than the retention of 1 day";
    private static final QueryStoreOptions OPTIONS = options(30, 100, true);
    private static final IntervalClock CLOCK = IntervalClock.of(OPTIONS);
    private static final Instant NOW = hour(50);
    private static final Coverage COVERAGE = new Coverage(CLOCK, NOW, Duration.ofDays(1));

    /** Mutation seen to break it: the word is pending whatever the horizon. */
    @Test
    void givenIntervalsBeyondTheRetention_whenCounted_thenOnlyTheUnheldAreExcludedAndNoneIsAboutToExpire() {
        List<LedgerEntry> entries =
                List.of(entry(20, HELD), entry(21, GONE), entry(22, LISTED), entry(26, LISTED), entry(27, LISTED));

        assertThat(COVERAGE.words(runs(entries), List.of()))
                .isEqualTo(Map.of(
                        CoverageWord.HELD, 1L,
                        CoverageWord.EXPIRED, 1L,
                        CoverageWord.EXCLUDED, 2L,
                        CoverageWord.PENDING, 1L));
        assertThat(new Coverage(CLOCK, NOW).words(runs(entries), List.of())).containsEntry(CoverageWord.PENDING, 3L);
        assertThat(PendingExpiry.of(COVERAGE, entries, OPTIONS).orElseThrow().first())
                .isEqualTo(hour(27).plus(Duration.ofDays(30)));
        assertThat(PendingExpiry.of(COVERAGE, entries.subList(0, 4), OPTIONS)).isEmpty();
    }

    /** Mutation seen to break it: one of the two takes what ends exactly at the horizon. */
    @Test
    void givenEachIntervalNearTheHorizon_whenPlanned_thenWhatIsReadIsWhatIsCalledPending() {
        for (int minutes = 0; minutes <= 60; minutes += 10) {
            Instant now = NOW.plus(Duration.ofMinutes(minutes));
            List<LedgerEntry> unheld = LongStream.rangeClosed(20, 40)
                    .mapToObj(id -> entry(id, LISTED))
                    .toList();
            Situation situation = new Situation(now, NOW, OPTIONS, CLOCK, Layout.BY_INTERVAL, Duration.ofDays(1));
            Coverage coverage = new Coverage(CLOCK, now, Duration.ofDays(1));

            assertThat(new WorkPlan(SERIES, situation, BudgetLadder.FULL, unheld, List.of())
                            .backfill().stream().map(band -> band.key().firstIntervalId()))
                    .as("at " + now)
                    .containsExactlyInAnyOrderElementsOf(unheld.stream()
                            .filter(entry -> coverage.word(entry) == CoverageWord.PENDING)
                            .map(entry -> entry.interval().id())
                            .toList());
        }
    }

    /** Mutations seen to break it: no reason; the budget is named as one; another epoch's interval that counts no more goes before. */
    @Test
    void givenTime_whenCovered_thenItIsExcludedWithTheReasonWhateverElseKeepsTheRestWaiting() {
        List<LedgerEntry> entries = List.of(
                entry(25, LISTED),
                entry(26, LISTED),
                entry(26, HELD, LedgerEntry.Flag.SUPERSEDED),
                entry(26, GONE),
                entry(27, LISTED));
        Stretch budget = new Stretch(1, "a", Stretch.Word.BUDGET, hour(40), NOW, "spent");

        assertThat(COVERAGE.span(hour(24), hour(27), entries, List.of(budget)))
                .extracting(CoveredSpan::from, CoveredSpan::to, CoveredSpan::word, CoveredSpan::detail)
                .containsExactly(
                        tuple(hour(24), hour(26), CoverageWord.EXCLUDED, WHY),
                        tuple(hour(26), hour(27), CoverageWord.PENDING_BUDGET, "spent"));
    }

    private static List<LedgerRun> runs(List<LedgerEntry> entries) {
        return entries.stream().map(entry -> new LedgerRun(SERIES, entry, 1)).toList();
    }
}
