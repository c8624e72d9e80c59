package io.tidegate.collector.lane;

import io.tidegate.collector.work.WorkResult;
import io.tidegate.core.status.PassOutcome;
import org.jspecify.annotations.Nullable;

/**
 * How one try for a lease ended for its loop. Immutable.
 *
 * @param outcome the word
 * @param detail for a user
 * @param result what was done; null unless the body completed
 * @param failure what was thrown; null unless it failed
 */
record Ended(
        PassOutcome outcome,
        String detail,
        @Nullable WorkResult result,
        @Nullable Throwable failure) {
    /** Whether the loop may try the next database of the same server in this pass. */
    boolean goesOn() {
        return switch (outcome) {
            case DONE, EMPTY, CUT, FAILED -> true;
            case DEFERRED, ABANDONED, SKIPPED, CANCELLED -> false;
        };
    }
}
