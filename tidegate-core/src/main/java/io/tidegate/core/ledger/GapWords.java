package io.tidegate.core.ledger;

import io.tidegate.core.store.Stretch;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Words for the time in which no interval lies, asked for from the earliest on. Confined to one thread. */
final class GapWords {
    private final List<Stretch> stretches;
    private final @Nullable Instant oldestListed;
    private int past;

    GapWords(Collection<Stretch> stretches, @Nullable Instant oldestListed) {
        this.stretches = stretches.stream()
                .filter(stretch -> stretch.word() != Stretch.Word.BUDGET) // says why rows wait, not that time was idle
                .sorted(Comparator.comparing(Stretch::from))
                .toList();
        this.oldestListed = oldestListed;
    }

    /** Covers the time between two instants, none before the last call's; the stretch that begins first wins where two overlap. */
    void fill(Instant from, Instant to, List<CoveredSpan> into) {
        while (past < stretches.size() && !stretches.get(past).to().isAfter(from)) {
            past++;
        }
        Instant at = from;
        for (int i = past; i < stretches.size() && stretches.get(i).from().isBefore(to); i++) {
            Stretch stretch = stretches.get(i);
            Instant begin = stretch.from().isAfter(at) ? stretch.from() : at;
            Instant end = stretch.to().isBefore(to) ? stretch.to() : to;
            if (begin.isBefore(end)) {
                nothingRecorded(at, begin, into);
                CoveredSpan.join(
                        into, new CoveredSpan(begin, end, CoverageWord.of(stretch.word()), Set.of(), stretch.detail()));
                at = end;
            }
        }
        nothingRecorded(at, to, into);
    }

    private void nothingRecorded(Instant from, Instant to, List<CoveredSpan> into) {
        if (!from.isBefore(to)) {
            return;
        }
        Instant known = oldestListed == null || oldestListed.isAfter(to) ? to : oldestListed;
        if (oldestListed != null && from.isBefore(known)) {
            CoveredSpan.join(into, word(from, known, CoverageWord.EXPIRED_EXTENT_UNKNOWN));
            from = known;
        }
        if (from.isBefore(to)) {
            CoveredSpan.join(into, word(from, to, CoverageWord.UNOBSERVED));
        }
    }

    private static CoveredSpan word(Instant from, Instant to, CoverageWord word) {
        return new CoveredSpan(from, to, word, Set.of(), "");
    }
}
