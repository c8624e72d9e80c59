package io.tidegate.core.ledger;

import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerRun;
import io.tidegate.core.store.Stretch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says how time and intervals are covered, in the words that coverage has. Open, unsettled and pending are derived from
 * the source's clock, so that they need no upkeep. Immutable.
 *
 * @param clock tells settled intervals of this source
 * @param sourceNow the source's clock
 * @param horizon how far back intervals are wanted, which is the retention; null when not known: then older ones are pending
 */
public record Coverage(
        IntervalClock clock, Instant sourceNow, @Nullable Duration horizon) {
    /**
     * Where it is not known how far back intervals are wanted.
     *
     * @param clock as the component
     * @param sourceNow as the component
     */
    public Coverage(IntervalClock clock, Instant sourceNow) {
        this(clock, sourceNow, null);
    }

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
                    case SETTLED ->
                        Situation.isWanted(entry.interval(), sourceNow, horizon)
                                ? CoverageWord.PENDING
                                : CoverageWord.EXCLUDED;
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
     * @param runs of one series and kind
     * @param stretches of its server and database
     * @return by word; words that do not occur are left out
     */
    public Map<CoverageWord, Long> words(Collection<LedgerRun> runs, Collection<Stretch> stretches) {
        WaitReasons reasons = new WaitReasons(stretches);
        Map<CoverageWord, Long> counts = new EnumMap<>(CoverageWord.class);
        runs.forEach(run ->
                counts.merge(reasons.refine(word(run.entry()), run.entry(), sourceNow), run.intervals(), Long::sum));
        return counts;
    }

    /**
     * Covers a span without holes or overlaps: intervals by their word, the time between them by what was recorded of
     * it. Where several epochs have an interval of one time, what is stored and counts goes before what is not, of that what was
     * not read whole before the rest, and what is superseded comes last. Time before the oldest interval ever listed has expired, its extent unknown; other time of which
     * nothing is recorded was not observed.
     *
     * @param from begin, inclusive
     * @param to end, exclusive
     * @param entries of all epochs of one lineage, or of one series
     * @param stretches of its server and database
     * @return by begin; neighbours with the same word and details are one
     */
    public List<CoveredSpan> span(
            Instant from, Instant to, Collection<LedgerEntry> entries, Collection<Stretch> stretches) {
        List<Placed> placed = entries.stream()
                .map(entry -> new Placed(entry, word(entry)))
                .sorted(Comparator.comparing(Placed::start))
                .toList();
        GapWords gaps = new GapWords(
                stretches, placed.isEmpty() ? null : placed.getFirst().start());
        WaitReasons reasons = new WaitReasons(stretches);
        PriorityQueue<Placed> covering = new PriorityQueue<>(Comparator.comparing(Placed::word)
                .thenComparing(one -> !one.entry().isFromLastPeek())
                .thenComparing(Placed::start));
        List<CoveredSpan> spans = new ArrayList<>();
        int next = 0;
        Instant at = from;
        while (at.isBefore(to)) {
            while (next < placed.size() && !placed.get(next).start().isAfter(at)) {
                covering.add(placed.get(next++));
            }
            while (!covering.isEmpty() && !covering.peek().end().isAfter(at)) {
                covering.poll();
            }
            Instant change = next < placed.size() ? earlier(placed.get(next).start(), to) : to;
            Placed best = covering.peek();
            if (best == null) {
                gaps.fill(at, change, spans);
            } else {
                change = earlier(change, best.end());
                CoveredSpan.join(spans, covered(at, change, best.entry(), reasons));
            }
            at = change;
        }
        return spans;
    }

    /** An interval and its word, before the reason why it waits. */
    private record Placed(LedgerEntry entry, CoverageWord word) {
        Instant start() {
            return entry.interval().start();
        }

        Instant end() {
            return entry.interval().end();
        }
    }

    private CoveredSpan covered(Instant begin, Instant end, LedgerEntry entry, WaitReasons reasons) {
        CoverageWord plain = word(entry);
        CoverageWord word = reasons.refine(plain, entry, sourceNow);
        String why = entry.goneReason().isEmpty() ? reasons.detail(word, sourceNow) : entry.goneReason();
        if (plain == CoverageWord.EXCLUDED && horizon != null) {
            why = "older than the retention of " + days(horizon);
        }
        if (entry.isFromLastPeek()) {
            why = "from a last peek (" + why + ")";
        }
        return new CoveredSpan(begin, end, word, Set.copyOf(entry.flags()), why);
    }

    private static String days(Duration horizon) {
        return horizon.toDays() == 1 ? "1 day" : horizon.toDays() + " days";
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }
}
