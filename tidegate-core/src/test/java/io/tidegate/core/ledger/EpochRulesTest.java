package io.tidegate.core.ledger;

import static io.tidegate.core.ledger.RuleFixture.entry;
import static io.tidegate.core.ledger.RuleFixture.fromLastPeek;
import static io.tidegate.core.ledger.RuleFixture.held;
import static io.tidegate.core.ledger.RuleFixture.hour;
import static io.tidegate.core.store.StoreFixture.intervals;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Where a new epoch leaves the old one. Interval n is the hour that ends at hour n. */
class EpochRulesTest {
    private static IntervalFigures figures(long id) {
        return new IntervalFigures(3, 10 * id, 0, 0, 7 * id);
    }

    private static List<LedgerEntry> heldRange(long from, long to) {
        return LongStream.rangeClosed(from, to)
                .mapToObj(id -> held(id, figures(id)))
                .toList();
    }

    private static EpochComparison compare(List<LedgerEntry> known, RuntimeStatsInterval... listed) {
        EpochComparison comparison = new EpochComparison(List.of(listed));
        comparison.add(known);
        return comparison;
    }

    private static RuntimeStatsInterval[] and(long last, RuntimeStatsInterval... more) {
        List<RuntimeStatsInterval> all =
                new ArrayList<>(intervals(LongStream.rangeClosed(1, last).toArray()));
        all.addAll(List.of(more));
        return all.toArray(RuntimeStatsInterval[]::new);
    }

    private static List<Long> ids(List<LedgerEntry> entries) {
        return entries.stream().map(entry -> entry.interval().id()).toList();
    }

    @Test
    void givenAHighestIdThatFellAlone_whenCompared_thenItIsNoContradiction() {
        EpochComparison comparison = compare(heldRange(1, 5), and(3));

        assertThat(comparison.isConflict()).isFalse();
        assertThat(ids(comparison.alike())).containsExactly(3L, 2L, 1L);
    }

    @Test
    void givenAnIdThatIsGivenAgain_whenCompared_thenTheForkIsBehindTheNewestShared() {
        RuntimeStatsInterval again = new RuntimeStatsInterval(4, hour(20), hour(21));
        EpochComparison comparison = compare(heldRange(1, 6), and(3, again));

        assertThat(comparison.isConflict()).isTrue();
        assertThat(ids(comparison.alike())).containsExactly(3L, 2L, 1L);
        assertThat(comparison.fork(comparison.alike().getFirst(), List.of()))
                .isEqualTo(new ForkPoint(hour(0), hour(3), hour(3)));
    }

    @Test
    void givenANewestIntervalOfOtherRows_whenForked_thenItIsReadAgainAndSuperseded() {
        EpochComparison comparison = compare(heldRange(1, 6), and(3, new RuntimeStatsInterval(4, hour(20), hour(21))));

        assertThat(comparison.fork(comparison.alike().get(1), List.of()))
                .isEqualTo(new ForkPoint(hour(0), hour(2), hour(2)));
    }

    @Test
    void givenAnUnheldIntervalThatGoesOn_whenForked_thenItsTimeIsTheNewEpochs() {
        List<LedgerEntry> known = new ArrayList<>(heldRange(1, 3));
        known.add(entry(4, State.LISTED));
        EpochComparison comparison = compare(known, and(4));

        assertThat(comparison.isConflict()).isFalse();
        assertThat(comparison.fork(comparison.alike().getFirst(), List.of()))
                .isEqualTo(new ForkPoint(hour(0), hour(3), hour(3)));
    }

    @Test
    void givenWhatACrashLost_whenItsIdIsGivenAgain_thenItsTimeIsNotSuperseded() {
        List<LedgerEntry> known = new ArrayList<>(heldRange(1, 3));
        known.add(entry(4, State.GONE));
        EpochComparison comparison = compare(known, and(3, new RuntimeStatsInterval(4, hour(5), hour(6))));

        assertThat(comparison.isConflict()).isTrue();
        assertThat(comparison.fork(comparison.alike().getFirst(), List.of()))
                .isEqualTo(new ForkPoint(hour(0), hour(3), hour(5)));
    }

    @Test
    void givenNothingKnownUnderAnId_whenItGoesBackInTime_thenItIsAContradiction() {
        List<LedgerEntry> known = new ArrayList<>(heldRange(1, 3));
        known.add(held(9, figures(9)));

        assertThat(compare(known, and(3, new RuntimeStatsInterval(5, hour(30), hour(31))))
                        .isConflict())
                .isTrue();
        assertThat(compare(known, and(3, new RuntimeStatsInterval(10, hour(30), hour(31))))
                        .isConflict())
                .isFalse();
    }

    @Test
    void givenAClear_whenForked_thenNothingIsShared() {
        EpochComparison comparison = compare(heldRange(1, 6), new RuntimeStatsInterval(1, hour(5), hour(6)));

        assertThat(comparison.isConflict()).isTrue();
        assertThat(comparison.alike()).isEmpty();
        assertThat(comparison.fork(null, List.of())).isEqualTo(ForkPoint.NOTHING_SHARED);
        assertThat(compare(heldRange(1, 6)).fork(null, List.of())).isEqualTo(ForkPoint.NOTHING_SHARED);
    }

    @Test
    void givenAnotherHistoryOfTheSameTime_whenNothingIsShared_thenThatTimeIsSuperseded() {
        EpochComparison comparison = compare(
                heldRange(1, 6),
                new RuntimeStatsInterval(1, hour(2), hour(3)),
                new RuntimeStatsInterval(2, hour(3), hour(4)));

        assertThat(comparison.fork(null, List.of())).isEqualTo(new ForkPoint(null, null, hour(2)));
    }

    @Test
    void givenAnImageFromBeforeAClear_whenForked_thenWhatWasHeldSinceThatIsSuperseded() {
        RuntimeStatsInterval[] listed = and(3, new RuntimeStatsInterval(4, hour(20), hour(21)));
        EpochComparison cleared = compare(List.of(held(9, figures(9))), listed);
        EpochComparison before = compare(heldRange(1, 3), listed);

        assertThat(cleared.alike()).isEmpty();
        assertThat(cleared.fork(before.alike().getFirst(), List.of(before)))
                .isEqualTo(new ForkPoint(hour(0), hour(3), hour(8)));
    }

    @Test
    void givenSupersededIntervals_whenCompared_thenTheyAreNoSharedHistory() {
        assertThat(compare(List.of(held(1, figures(1), Flag.SUPERSEDED)), and(1))
                        .alike())
                .isEmpty();
    }

    /** Mutation seen to break it: what was closed from its last peek is compared as if it had been read. */
    @Test
    void givenAnIntervalThatWasClosedFromItsLastPeek_whenItIsListedAgain_thenItIsNoSharedHistory() {
        List<LedgerEntry> known = new ArrayList<>(heldRange(1, 3));
        known.add(fromLastPeek(4));

        EpochComparison comparison = compare(known, and(4));

        assertThat(comparison.isConflict()).isFalse();
        assertThat(ids(comparison.alike())).containsExactly(3L, 2L, 1L);
    }

    /** Mutation seen to break it: as above. */
    @Test
    void givenAnIntervalThatWasClosedFromItsLastPeek_whenItsIdIsGivenAgain_thenItsTimeIsNotSuperseded() {
        List<LedgerEntry> known = new ArrayList<>(heldRange(1, 3));
        known.add(fromLastPeek(4));

        EpochComparison comparison = compare(known, and(3, new RuntimeStatsInterval(4, hour(5), hour(6))));

        assertThat(comparison.isConflict()).isTrue();
        assertThat(comparison.fork(comparison.alike().getFirst(), List.of()))
                .isEqualTo(new ForkPoint(hour(0), hour(3), hour(5)));
    }

    @Test
    void givenIntervalsThatVanishedBelow_whenForked_thenTheyAreLeftToTheOldEpoch() {
        RuntimeStatsInterval again = new RuntimeStatsInterval(5, hour(20), hour(21));
        List<RuntimeStatsInterval> listed = new ArrayList<>(intervals(2, 4));
        listed.add(again);
        EpochComparison comparison = compare(heldRange(1, 6), listed.toArray(RuntimeStatsInterval[]::new));

        assertThat(ids(comparison.alike())).containsExactly(4L, 2L);
        assertThat(comparison.fork(comparison.alike().getFirst(), List.of()))
                .isEqualTo(new ForkPoint(hour(1), hour(4), hour(4)));
    }

    @Test
    void givenTimesThatAStoreKeepsToTheMicrosecond_whenCompared_thenTheyAreTheSame() {
        RuntimeStatsInterval finer = new RuntimeStatsInterval(1, hour(0).plusNanos(700), hour(1).plusNanos(900));

        assertThat(compare(heldRange(1, 1), finer).isConflict()).isFalse();
    }

    /** A source that has some intervals in part, some cleaned up, and some of another history. */
    private static final class Source implements SharedHistory.Asked<RuntimeException> {
        final Map<Long, IntervalFigures> counts = new HashMap<>();
        final Set<Long> other = new HashSet<>();
        int counted;
        int read;

        @Override
        public Map<Long, IntervalFigures> count(List<LedgerEntry> entries) {
            counted += entries.size();
            Map<Long, IntervalFigures> found = new HashMap<>();
            ids(entries).forEach(id -> {
                IntervalFigures figures = counts.getOrDefault(id, figures(id));
                if (figures.rows() > 0) {
                    found.put(id, figures);
                }
            });
            return found;
        }

        @Override
        public boolean isSame(LedgerEntry entry) {
            read++;
            return !other.contains(entry.interval().id());
        }

        /** Counted otherwise than it is held. */
        void less(long id) {
            counts.put(id, new IntervalFigures(2, 10 * id - 5, 0, 0, 1));
        }
    }

    private static List<LedgerEntry> newestFirst(long last) {
        return new ArrayList<>(heldRange(1, last)).reversed();
    }

    private static void found(SharedHistory.Found found, long newest, boolean differs) {
        assertThat(found.newestShared()).isNotNull();
        assertThat(found.newestShared().interval().id()).isEqualTo(newest);
        assertThat(found.differs()).isEqualTo(differs);
    }

    @Test
    void givenTheSameHistory_whenSearched_thenOneCountTellsAndNothingIsRead() {
        Source source = new Source();

        found(new SharedHistory<>(source).search(newestFirst(1_000)), 1_000, false);

        assertThat(source.counted).isEqualTo(8);
        assertThat(source.read).isZero();
    }

    @Test
    void givenAnImageThatEndsInsideAnInterval_whenSearched_thenThatOneDiffers() {
        Source source = new Source();
        source.less(1_000);
        source.other.add(1_000L);

        found(new SharedHistory<>(source).search(newestFirst(1_000)), 999, true);

        assertThat(source.counted).isEqualTo(8);
        assertThat(source.read).isEqualTo(1);
    }

    /** Mutation seen to break it: less at the source is taken for another history. */
    @Test
    void givenAHistoryThatWasCleanedUp_whenSearched_thenItIsTheSame() {
        Source source = new Source();
        LongStream.rangeClosed(1, 1_000).forEach(source::less);

        found(new SharedHistory<>(source).search(newestFirst(1_000)), 1_000, false);

        assertThat(source.counted).isEqualTo(8);
        assertThat(source.read).isLessThan(8);
    }

    @Test
    void givenAnotherHistorySinceLongAgo_whenSearched_thenItsBeginIsFoundByFewReadings() {
        for (long seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long same = random.nextLong(1, 1_000);
            boolean isThinned = random.nextBoolean();
            Source source = new Source();
            LongStream.rangeClosed(1, 1_000)
                    .filter(id -> id > same || (isThinned && random.nextInt(10) > 0))
                    .forEach(source::less);
            LongStream.rangeClosed(same + 1, 1_000).forEach(source.other::add);

            found(new SharedHistory<>(source).search(newestFirst(1_000)), same, true);

            assertThat(source.read).as("seed " + seed).isLessThanOrEqualTo(16);
        }
    }

    @Test
    void givenNothingInCommon_whenSearched_thenNothingIsShared() {
        Source source = new Source();
        LongStream.rangeClosed(1, 100).forEach(source::less);
        LongStream.rangeClosed(1, 100).forEach(source.other::add);

        assertThat(new SharedHistory<>(source).search(newestFirst(100))).isEqualTo(new SharedHistory.Found(null, true));
        assertThat(new SharedHistory<>(source).search(List.of())).isEqualTo(new SharedHistory.Found(null, false));
    }

    @Test
    void givenEmptyIntervals_whenSearched_thenTheyProveNothingButAreShared() {
        Source source = new Source();
        List<LedgerEntry> known = new ArrayList<>();
        known.add(held(12, IntervalFigures.NONE));
        source.counts.put(12L, IntervalFigures.NONE);
        known.addAll(newestFirst(11));

        found(new SharedHistory<>(source).search(known), 12, false);
        source.less(11);
        source.other.add(11L);
        found(new SharedHistory<>(source).search(known), 10, true);
    }

    @Test
    void givenWhatWasLostAtTheSource_whenSearched_thenLessThereAgrees() {
        Source source = new Source();
        source.less(9);
        List<LedgerEntry> known = new ArrayList<>();
        known.add(held(9, figures(9), Flag.LOST_AT_SOURCE));

        found(new SharedHistory<>(source).search(known), 9, false);
        assertThat(source.read).isZero();
    }
}
