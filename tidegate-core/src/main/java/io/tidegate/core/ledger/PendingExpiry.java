package io.tidegate.core.ledger;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When a source will remove what is pending. Immutable.
 *
 * @param first the instant by the source's clock from which on its clean-up by age takes the oldest pending interval; null
 *     when it has none
 * @param maybeEarlier whether clean-up by size may take it before, at an instant that nobody knows: it is on, and the store
 *     above 80 % of its cap
 */
public record PendingExpiry(@Nullable Instant first, boolean maybeEarlier) {
    /**
     * Of the pending intervals of one series, whatever they wait for.
     *
     * @param coverage tells which are pending
     * @param entries of one series and kind
     * @param options the source's, as last probed
     * @return empty when nothing is pending
     */
    public static Optional<PendingExpiry> of(
            Coverage coverage, Collection<LedgerEntry> entries, QueryStoreOptions options) {
        return entries.stream()
                .filter(entry -> coverage.word(entry) == CoverageWord.PENDING)
                .map(entry -> entry.interval().end())
                .min(Comparator.naturalOrder())
                .map(end -> new PendingExpiry(byAge(end, options), ExpiryRule.isAboveCap(options)));
    }

    private static @Nullable Instant byAge(Instant end, QueryStoreOptions options) {
        return options.staleThresholdDays() > 0 ? end.plus(Duration.ofDays(options.staleThresholdDays())) : null;
    }
}
