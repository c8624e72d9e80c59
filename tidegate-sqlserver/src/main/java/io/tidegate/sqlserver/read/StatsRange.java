package io.tidegate.sqlserver.read;

import io.tidegate.core.model.StatsKey;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a kind to read, and in what order. Immutable.
 *
 * @param firstIntervalId lowest interval id, inclusive
 * @param lastIntervalId highest interval id, inclusive
 * @param byPlan whether rows come by plan first, as 2016 to 2019 cluster runtime rows; else by interval first
 * @param after the last key of that kind already had, in that order; null for none
 */
public record StatsRange(
        long firstIntervalId,
        long lastIntervalId,
        boolean byPlan,
        @Nullable StatsKey after) {
    /** Checks that the range is not empty. */
    public StatsRange {
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
    public StatsRange behind(@Nullable StatsKey key) {
        return key == null ? this : new StatsRange(firstIntervalId, lastIntervalId, byPlan, key);
    }
}
