package io.tidegate.core.ledger;

import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Which held intervals a census counts, and what its counts mean. Every interval is counted once, on the day after it
 * became whole; of the older ones one in a hundred each month. No state.
 */
public final class CensusPlan {
    private static final Duration MONTH = Duration.ofDays(30);
    private static final int SAMPLE = 100;

    private CensusPlan() {}

    /**
     * Intervals to count next.
     *
     * @param entries of one series
     * @param sourceNow the source's clock
     * @param limit how many at most
     * @return held ones that the source still has: unverified ones first, oldest first; then this month's sample
     */
    public static List<LedgerEntry> next(Collection<LedgerEntry> entries, Instant sourceNow, int limit) {
        long month = Math.floorDiv(sourceNow.getEpochSecond(), MONTH.toSeconds());
        Instant monthBegin = Instant.ofEpochSecond(month * MONTH.toSeconds());
        return entries.stream()
                .filter(entry -> entry.state() == LedgerEntry.State.HELD && entry.goneAt() == null)
                .filter(entry -> entry.verifiedAt() == null
                        || (Math.floorMod(entry.interval().id() + month, SAMPLE) == 0
                                && entry.verifiedAt().isBefore(monthBegin)))
                .sorted(Comparator.comparing((LedgerEntry entry) -> entry.verifiedAt() != null)
                        .thenComparing(entry -> entry.interval().start()))
                .limit(limit)
                .toList();
    }

    /**
     * What a count means.
     *
     * @param held what we hold
     * @param counted what the source has now
     * @return the verdict; more rows at the source count before fewer executions
     */
    public static Verdict compare(IntervalFigures held, IntervalFigures counted) {
        if (held.rows() == counted.rows() && held.executions() == counted.executions()) {
            return Verdict.AGREES;
        }
        return counted.rows() > held.rows() || counted.executions() > held.executions()
                ? Verdict.READ_AGAIN
                : Verdict.THINNED;
    }

    /** What follows from a count. */
    public enum Verdict {
        /** Verified. */
        AGREES,
        /** The source has more: read it again, and correct. */
        READ_AGAIN,
        /** The source has less: what is held stays, flagged thinned. */
        THINNED
    }
}
