package io.tidegate.core.ledger;

import io.tidegate.core.store.GroupFigures;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which held and inherited intervals a census counts, by which statements, and what its counts mean. Every interval is counted once, and
 * again as {@link Recounts} say; of the older ones one in a hundred again each month. No state.
 */
public final class CensusPlan {
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Duration CLEAN_UP_DELAY = Duration.ofDays(2);
    private static final int SAMPLE = 100;
    private static final int NEAR = 4;

    private CensusPlan() {}

    /**
     * Start of the oldest interval that a census may still find at the source.
     *
     * @param source as last probed
     * @return by its stale threshold, with two days for its clean-up to come; the horizon where nothing is cleaned up
     */
    public static Instant oldest(Situation source) {
        long days = source.options().staleThresholdDays();
        return days > 0 ? source.sourceNow().minus(Duration.ofDays(days)).minus(CLEAN_UP_DELAY) : source.oldestWanted();
    }

    /**
     * Intervals to count next. May be asked page by page: the next of several answers together is the next of all.
     *
     * @param entries of one series
     * @param recounts which of those that were counted are to be counted again
     * @param sourceNow the source's clock
     * @param limit how many at most
     * @return held and inherited ones that the source still has: first those never counted and those to be counted again, oldest
     *     first, since these expire first; then this month's sample.
     *     Those flagged thinned too: what the source has less of says nothing of what it may have more of
     */
    public static List<LedgerEntry> next(
            Collection<LedgerEntry> entries, Recounts recounts, Instant sourceNow, int limit) {
        return next(entries, recounts, sourceNow, limit, Duration.ZERO);
    }

    /**
     * How long after others' a database's month begins, so that a fleet's samples are not counted in one hour.
     *
     * @param database what tells it from others; the same after a restart
     * @return not negative, less than a month
     */
    public static Duration phase(String database) {
        return Spread.phase(database, MONTH);
    }

    /**
     * The same where the month of the sample begins later.
     *
     * @param entries of one series
     * @param recounts which of those that were counted are to be counted again
     * @param sourceNow the source's clock
     * @param limit how many at most
     * @param phase of the series, see {@link #phase}
     * @return as above
     */
    public static List<LedgerEntry> next(
            Collection<LedgerEntry> entries, Recounts recounts, Instant sourceNow, int limit, Duration phase) {
        long month = Math.floorDiv(sourceNow.minus(phase).getEpochSecond(), MONTH.toSeconds());
        Instant monthBegin = Instant.ofEpochSecond(month * MONTH.toSeconds()).plus(phase);
        return entries.stream()
                .filter(entry -> entry.state().isStored() && entry.goneAt() == null)
                .filter(entry -> isDue(entry, recounts, sourceNow)
                        || (Math.floorMod(entry.interval().id() + month, SAMPLE) == 0
                                && entry.verifiedAt() != null
                                && entry.verifiedAt().isBefore(monthBegin)))
                .sorted(Comparator.comparing((LedgerEntry entry) -> !isDue(entry, recounts, sourceNow))
                        .thenComparing(entry -> entry.interval().start()))
                .limit(limit)
                .toList();
    }

    private static boolean isDue(LedgerEntry entry, Recounts recounts, Instant sourceNow) {
        return entry.verifiedAt() == null || recounts.isDue(entry, sourceNow);
    }

    /**
     * One counting statement. Immutable.
     *
     * @param entries what it is for, ascending by id; never empty
     */
    public record Count(List<LedgerEntry> entries) {
        /** Copies. */
        public Count {
            entries = List.copyOf(entries);
        }

        /**
         * Where it begins.
         *
         * @return lowest id, inclusive
         */
        public long firstId() {
            return entries.getFirst().interval().id();
        }

        /**
         * Where it ends.
         *
         * @return highest id, inclusive
         */
        public long lastId() {
            return entries.getLast().interval().id();
        }
    }

    /**
     * By which statements to count.
     *
     * @param due intervals to count, in any order
     * @param layout the source's
     * @return ascending. One for all where any count is a scan; where an interval seeks, one for each run of neighbours,
     *     since what lies between two distant ones would be read for nothing
     */
    public static List<Count> statements(Collection<LedgerEntry> due, Layout layout) {
        List<Count> statements = new ArrayList<>();
        List<LedgerEntry> run = new ArrayList<>();
        for (LedgerEntry entry : due.stream()
                .sorted(Comparator.comparingLong(e -> e.interval().id()))
                .toList()) {
            boolean isFar = !run.isEmpty()
                    && entry.interval().id() - run.getLast().interval().id() > NEAR;
            if (isFar && layout == Layout.BY_INTERVAL) {
                statements.add(new Count(run));
                run.clear();
            }
            run.add(entry);
        }
        if (!run.isEmpty()) {
            statements.add(new Count(run));
        }
        return statements;
    }

    /**
     * What a count means.
     *
     * @param entry a held interval
     * @param counted what the source has now: rows as they lie there, executions or milliseconds waited, checksum
     * @return the verdict. Whatever the source may have that we lack comes first; parts of a split row are one row here;
     *     what was lost at the source is held on purpose
     */
    public static Verdict judge(LedgerEntry entry, IntervalFigures counted) {
        return judge(entry, held(entry), counted);
    }

    private static IntervalFigures held(LedgerEntry entry) {
        return entry.figures() == null ? IntervalFigures.NONE : entry.figures();
    }

    private static Verdict judge(LedgerEntry entry, IntervalFigures held, IntervalFigures counted) {
        boolean isSplit = entry.flags().contains(Flag.SPLIT);
        if (counted.amount() > held.amount() || (!isSplit && counted.rows() > held.rows())) {
            return Verdict.READ_AGAIN;
        }
        if (counted.amount() < held.amount()) {
            return entry.flags().contains(Flag.LOST_AT_SOURCE) ? Verdict.AGREES : Verdict.THINNED;
        }
        boolean sameRows = counted.rows() == held.rows() && counted.checksum() == held.checksum();
        return isSplit || sameRows ? Verdict.AGREES : Verdict.READ_AGAIN;
    }

    /**
     * What a count means as long as the rows were not read again: a loss may hide a late row that is smaller.
     *
     * @param entry a held interval
     * @param counted as for {@link #judge}
     * @return as {@link #judge}, but READ_AGAIN wherever the source counts less
     */
    public static Verdict judgeCount(LedgerEntry entry, IntervalFigures counted) {
        return counted.amount() < held(entry).amount() ? Verdict.READ_AGAIN : judge(entry, counted);
    }

    /**
     * The same where several replica groups have rows: what came late of one may be as many as another one lost, so that the
     * sums agree while neither does.
     *
     * @param entry a held interval
     * @param held what is held of each group
     * @param counted what the source has of each
     * @return AGREES only where each group does, else READ_AGAIN
     */
    public static Verdict judgeGroups(LedgerEntry entry, GroupFigures held, GroupFigures counted) {
        Set<Long> groups = new HashSet<>(held.byGroup().keySet());
        groups.addAll(counted.byGroup().keySet());
        boolean allAgree = groups.stream().allMatch(group -> {
            IntervalFigures here = held.of(group);
            IntervalFigures there = counted.of(group);
            return there.amount() >= here.amount() && judge(entry, here, there) == Verdict.AGREES;
        });
        return allAgree ? Verdict.AGREES : Verdict.READ_AGAIN;
    }

    /** What follows from a count. */
    public enum Verdict {
        /** Verified. */
        AGREES,
        /** The source has, or may have, what we lack: read it again, and merge. */
        READ_AGAIN,
        /** The source has less: what is held stays, flagged thinned. */
        THINNED
    }
}
