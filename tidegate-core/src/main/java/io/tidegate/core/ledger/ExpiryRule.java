package io.tidegate.core.ledger;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What a source is about to remove: intervals within 48 hours of its stale threshold, and the oldest tenth when its
 * store is above 80 % of its cap with clean-up by size on. No state.
 */
final class ExpiryRule {
    private static final Duration NOTICE = Duration.ofDays(2);

    private ExpiryRule() {}

    /** How many of the first entries (oldest first) are about to go. */
    static int expiring(List<LedgerEntry> oldestFirst, Situation situation) {
        QueryStoreOptions options = situation.options();
        int byAge = 0;
        if (options.staleThresholdDays() > 0) {
            Instant removed = situation.sourceNow().minus(Duration.ofDays(options.staleThresholdDays()));
            while (byAge < oldestFirst.size()
                    && !oldestFirst.get(byAge).interval().end().isAfter(removed.plus(NOTICE))) {
                byAge++;
            }
        }
        return isAboveCap(options) ? Math.max(byAge, (oldestFirst.size() + 9) / 10) : byAge;
    }

    /** Whether clean-up by size may take the oldest at any time. */
    static boolean isAboveCap(QueryStoreOptions options) {
        return options.sizeBasedCleanup()
                && options.maxSizeMb() > 0
                && options.currentSizeMb() * 10 > options.maxSizeMb() * 8;
    }
}
