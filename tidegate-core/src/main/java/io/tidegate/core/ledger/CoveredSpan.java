package io.tidegate.core.ledger;

import io.tidegate.core.store.LedgerEntry;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * A piece of time with one word. Immutable.
 *
 * @param from inclusive
 * @param to exclusive
 * @param word what it was
 * @param flags what qualifies it; empty for time between intervals
 * @param detail why, or what to do; may be empty
 */
public record CoveredSpan(Instant from, Instant to, CoverageWord word, Set<LedgerEntry.Flag> flags, String detail) {
    /** Adds a span, joined to the last one when it goes on in the same words. */
    static void join(List<CoveredSpan> spans, CoveredSpan next) {
        CoveredSpan last = spans.isEmpty() ? null : spans.getLast();
        if (last != null
                && last.to().equals(next.from())
                && last.word() == next.word()
                && last.flags().equals(next.flags())
                && last.detail().equals(next.detail())) {
            spans.removeLast();
            spans.add(new CoveredSpan(last.from(), next.to(), next.word(), next.flags(), next.detail()));
        } else {
            spans.add(next);
        }
    }
}
