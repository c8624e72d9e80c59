package io.tidegate.core.ledger;

import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.Stretch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says how time and intervals are covered, in the words that coverage has. Open, unsettled and pending are derived from
 * the source's clock, so that they need no upkeep. Immutable.
 *
 * @param clock tells settled intervals of this source
 * @param sourceNow the source's clock
 */
public record Coverage(IntervalClock clock, Instant sourceNow) {
    /**
     * The word for an interval.
     *
     * @param entry as the ledger has it
     * @return exactly one word
     */
    public CoverageWord word(LedgerEntry entry) {
        if (entry.flags().contains(LedgerEntry.Flag.SUPERSEDED)) {
            return CoverageWord.SUPERSEDED;
        }
        return switch (entry.state()) {
            case HELD -> CoverageWord.HELD;
            case INHERITED -> CoverageWord.INHERITED;
            case GONE -> CoverageWord.EXPIRED;
            case LISTED ->
                switch (clock.phase(entry.interval(), sourceNow)) {
                    case OPEN -> CoverageWord.OPEN;
                    case CLOSED -> CoverageWord.UNSETTLED;
                    case SETTLED -> CoverageWord.PENDING;
                };
        };
    }

    /**
     * The word for an interval, with the reason why it waits or waited where that was recorded.
     *
     * @param entry as the ledger has it
     * @param stretches of its server and database
     * @return exactly one word
     */
    public CoverageWord word(LedgerEntry entry, Collection<Stretch> stretches) {
        return new WaitReasons(stretches).refine(word(entry), entry, sourceNow);
    }

    /**
     * Counts intervals by their words, with the reasons why they wait.
     *
     * @param entries of one series
     * @param stretches of its server and database
     * @return by word; words that do not occur are left out
     */
    public Map<CoverageWord, Long> words(Collection<LedgerEntry> entries, Collection<Stretch> stretches) {
        WaitReasons reasons = new WaitReasons(stretches);
        Map<CoverageWord, Long> counts = new EnumMap<>(CoverageWord.class);
        entries.forEach(entry -> counts.merge(reasons.refine(word(entry), entry, sourceNow), 1L, Long::sum));
        return counts;
    }

    /**
     * Counts intervals by their words.
     *
     * @param entries of one series
     * @return a summary that adds up
     */
    public CoverageSummary summary(Collection<LedgerEntry> entries) {
        Map<CoverageWord, Long> counts = new EnumMap<>(CoverageWord.class);
        entries.forEach(entry -> counts.merge(word(entry), 1L, Long::sum));
        return new CoverageSummary(
                counts.getOrDefault(CoverageWord.OPEN, 0L),
                counts.getOrDefault(CoverageWord.UNSETTLED, 0L),
                counts.getOrDefault(CoverageWord.HELD, 0L),
                counts.getOrDefault(CoverageWord.PENDING, 0L),
                counts.getOrDefault(CoverageWord.EXPIRED, 0L),
                counts.getOrDefault(CoverageWord.SUPERSEDED, 0L));
    }

    /**
     * Covers a span without holes or overlaps: intervals by their word, the time between them by what was recorded of
     * it. Time before the oldest interval ever listed has expired, its extent unknown; other time of which nothing is
     * recorded was not observed.
     *
     * @param from begin, inclusive
     * @param to end, exclusive
     * @param entries of one series
     * @param stretches of its server and database
     * @return by begin; neighbours with the same word and details are one
     */
    public List<CoveredSpan> span(
            Instant from, Instant to, Collection<LedgerEntry> entries, Collection<Stretch> stretches) {
        List<LedgerEntry> ordered = entries.stream()
                .filter(entry -> word(entry) != CoverageWord.SUPERSEDED)
                .sorted(Comparator.comparing(entry -> entry.interval().start()))
                .toList();
        GapWords gaps = new GapWords(
                stretches,
                ordered.isEmpty() ? null : ordered.getFirst().interval().start());
        WaitReasons reasons = new WaitReasons(stretches);
        List<CoveredSpan> spans = new ArrayList<>();
        Instant at = from;
        for (LedgerEntry entry : ordered) {
            Instant begin = later(at, entry.interval().start());
            Instant end = earlier(to, entry.interval().end());
            if (begin.isBefore(end)) {
                gaps.fill(at, begin, spans);
                CoveredSpan.join(spans, covered(begin, end, entry, reasons));
                at = end;
            }
        }
        gaps.fill(at, to, spans);
        return spans;
    }

    private CoveredSpan covered(Instant begin, Instant end, LedgerEntry entry, WaitReasons reasons) {
        CoverageWord word = reasons.refine(word(entry), entry, sourceNow);
        String why = entry.goneReason().isEmpty() ? reasons.detail(word, sourceNow) : entry.goneReason();
        return new CoveredSpan(begin, end, word, Set.copyOf(entry.flags()), why);
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }
}
