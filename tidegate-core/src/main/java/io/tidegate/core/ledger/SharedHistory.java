package io.tidegate.core.ledger;

import io.tidegate.core.ledger.CensusPlan.Verdict;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the newest held interval that is the same at the source, by as few counts as do. An image of a database is a
 * prefix of its history: where one interval is the same, all before it are. So a census counts the newest ones, and more
 * only while none agrees. Where one has other rows than we hold, clean-up may be the reason or another history, and its
 * rows tell which. Confined to one thread.
 *
 * @param <X> how asking the source fails
 */
public final class SharedHistory<X extends Exception> {
    private static final int FIRST_COUNT = 8;
    private static final int GROWTH = 8;

    private final Asked<X> source;

    /**
     * A search.
     *
     * @param source what it may ask
     */
    public SharedHistory(Asked<X> source) {
        this.source = source;
    }

    /**
     * What is asked. Confined to one thread; blocks as heavy reads do.
     *
     * @param <X> how asking fails
     */
    public interface Asked<X extends Exception> {
        /**
         * A census.
         *
         * @param entries held or inherited intervals, never empty
         * @return what the source has of each that has rows there, by interval id
         * @throws X when asking fails
         */
        Map<Long, IntervalFigures> count(List<LedgerEntry> entries) throws X;

        /**
         * Whether an interval whose count does not agree is the same for all that: it has rows that are held too, and
         * each of these counts as much as the held one.
         *
         * @param entry held or inherited
         * @return true for one that was cleaned up, or has got rows since; false for one of another history
         * @throws X when asking fails
         */
        boolean isSame(LedgerEntry entry) throws X;
    }

    /**
     * What was found.
     *
     * @param newestShared the newest one that is the same at the source; empty ones prove nothing and may lie above it.
     *     Null when none is
     * @param differs whether an interval above it has other rows
     */
    public record Found(@Nullable LedgerEntry newestShared, boolean differs) {}

    /**
     * Searches.
     *
     * @param alike held and inherited intervals that the source lists, newest first
     * @return what was found
     * @throws X when asking the source fails
     */
    public Found search(List<LedgerEntry> alike) throws X {
        LedgerEntry emptyAbove = null;
        boolean differs = false;
        int size = FIRST_COUNT;
        for (int from = 0; from < alike.size(); size *= GROWTH) {
            List<LedgerEntry> some = alike.subList(from, Math.min(alike.size(), from + size));
            from += some.size();
            Map<Long, IntervalFigures> counts = source.count(some);
            List<LedgerEntry> open = new ArrayList<>();
            LedgerEntry proof = null;
            for (LedgerEntry entry : some) {
                IntervalFigures counted = counts.getOrDefault(entry.interval().id(), IntervalFigures.NONE);
                Verdict verdict = CensusPlan.judge(entry, counted);
                if (verdict != Verdict.AGREES) {
                    open.add(entry);
                } else if (counted.rows() > 0) {
                    proof = entry;
                    break;
                } else if (open.isEmpty() && !differs && emptyAbove == null) {
                    emptyAbove = entry;
                }
            }
            if (proof == null && !open.isEmpty() && source.isSame(open.getLast())) {
                proof = open.removeLast();
            }
            if (proof == null) {
                differs |= !open.isEmpty();
                continue;
            }
            int above = differing(open);
            differs |= above > 0;
            LedgerEntry newest = above < open.size() ? open.get(above) : proof;
            return new Found(differs || emptyAbove == null ? newest : emptyAbove, differs);
        }
        return new Found(differs ? null : emptyAbove, differs);
    }

    /** How many of some, newest first, are of another history: those above the first that is the same. */
    private int differing(List<LedgerEntry> open) throws X {
        int low = 0;
        int high = open.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (source.isSame(open.get(middle))) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
