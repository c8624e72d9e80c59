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
 */
public record LoopStatus(
        @Nullable PassOutcome last,
        String detail,
        @Nullable Instant lastSuccess,
        @Nullable Instant nextDue,
        Map<PassOutcome, Long> counts,
        @Nullable Instant deferredSince,
        Duration longestKeptOut) {
    /** Copies the counts. */
    public LoopStatus {
        counts = Map.copyOf(counts);
    }
}
