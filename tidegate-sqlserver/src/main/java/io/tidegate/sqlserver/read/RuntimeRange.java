package io.tidegate.sqlserver.read;

import io.tidegate.core.model.RuntimeKey;
import org.jspecify.annotations.Nullable;

/**
 * Which runtime rows to read, and in what order. Immutable.
 *
 * @param firstIntervalId lowest interval id, inclusive
 * @param lastIntervalId highest interval id, inclusive
 * @param byPlan whether rows come by plan first, as 2016 to 2019 cluster them; else by interval first
 * @param after the last key already had, in that order; null for none
 */
public record RuntimeRange(
        long firstIntervalId,
        long lastIntervalId,
        boolean byPlan,
        @Nullable RuntimeKey after) {
    /** Checks that the range is not empty. */
    public RuntimeRange {
        if (lastIntervalId < firstIntervalId) {
            throw new IllegalArgumentException(
                    "lastIntervalId must not be below " + firstIntervalId + ", was " + lastIntervalId);
        }
    }

    /**
     * The same, further on.
     *
     * @param key the last key had
     * @return behind that key
     */
    public RuntimeRange behind(@Nullable RuntimeKey key) {
        return key == null ? this : new RuntimeRange(firstIntervalId, lastIntervalId, byPlan, key);
    }
}
