package io.tidegate.core.store;

import io.tidegate.core.model.StatsKey;
import org.jspecify.annotations.Nullable;

/**
 * A band under way: claimed, partly staged. Immutable.
 *
 * @param key which intervals
 * @param phase what is read next
 * @param cursor last key staged, of the band's kind, in the order of the layout; null when none
 * @param attempts how often its reading was begun since its cursor last moved
 * @param revision to be expected by the next commit
 * @param stagedRows rows staged so far
 * @param byPlan whether the layout orders by plan (2016 to 2019) and the cursor with it
 * @param splitKeys natural keys met so far with more than one row, and rows met with a negative plan id
 * @param checksum sum of {@link io.tidegate.core.model.StatsRow#checksum} over all merged rows met so far, those with negative plan
 *     ids too
 */
public record Band(
        BandKey key,
        Phase phase,
        @Nullable StatsKey cursor,
        int attempts,
        long revision,
        long stagedRows,
        boolean byPlan,
        long splitKeys,
        long checksum) {
    /** What is read next. */
    public enum Phase {
        /** Rows, behind the cursor. */
        ROWS,
        /** All rows are staged; identities are missing, maybe. */
        IDENTITIES
    }
}
