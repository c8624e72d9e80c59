package io.tidegate.core.status;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One loop's record for one server since the process began. Immutable.
 *
 * @param last how the last pass ended; null before the first
 * @param detail for a user: what happened, and what to do or grant; may be empty
 * @param lastSuccess end of the last pass that was done, empty or cut, by our clock; null when there was none
 * @param nextDue next point of the grid, by our clock; null when the loop is off
 * @param counts passes by outcome; outcomes that never happened are left out
 * @param deferredSince begin of the running streak of deferrals; null when there is none
 * @param longestKeptOut longest time from refused to granted so far
 * @param cadence from one point of the grid to the next, as configured
 * @param missed points of the grid that had no pass, since an earlier one still ran or the process stood still
 */
public record LoopStatus(
        @Nullable PassOutcome last,
        String detail,
        @Nullable Instant lastSuccess,
        @Nullable Instant nextDue,
        Map<PassOutcome, Long> counts,
        @Nullable Instant deferredSince,
        Duration longestKeptOut,
        Duration cadence,
        long missed) {
    /** Copies the counts. */
    public LoopStatus {
        counts = Map.copyOf(counts);
    }

    /**
     * Points of the grid that have come since the process began.
     *
     * @return those with a pass and those without
     */
    public long points() {
        return missed + counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Points at which the server was read as it should be: passes that were done, empty or cut.
     *
     * @return 0 to {@link #points()}
     */
    public long delivered() {
        return counts.getOrDefault(PassOutcome.DONE, 0L)
                + counts.getOrDefault(PassOutcome.EMPTY, 0L)
                + counts.getOrDefault(PassOutcome.CUT, 0L);
    }

    /**
     * The cadence that was delivered beside the configured one, for a user.
     *
     * @return e.g. {@code 118 of 120 every 60 s, 2 missed}; empty before the first point
     */
    public String cadenceWords() {
        if (points() == 0) {
            return "";
        }
        String every = cadence.toMillis() % 1000 == 0 ? cadence.toSeconds() + " s" : cadence.toMillis() + " ms";
        return delivered() + " of " + points() + " every " + every + (missed == 0 ? "" : ", " + missed + " missed");
    }
}
