package io.tidegate.core.ledger;

import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.Stretch;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Why intervals of one database wait, or had waited when they expired, by the stretches that were recorded of it.
 * Immutable.
 */
final class WaitReasons {
    /** A stretch that reaches this close to the last probe is taken to go on. */
    private static final Duration RECENT = Duration.ofMinutes(2);

    private final List<Stretch> reasons;

    WaitReasons(Collection<Stretch> stretches) {
        this.reasons = stretches.stream()
                .filter(stretch -> switch (stretch.word()) {
                    case BUDGET, FAILING, EXCLUDED -> true;
                    case IDLE, OFF, READ_ONLY, ERROR, DENIED, UNREACHABLE, UNOBSERVED, END_NOT_PROVABLE -> false;
                })
                .sorted(Comparator.comparing(Stretch::to))
                .toList();
    }

    /** The word with its reason, where one is known. */
    CoverageWord refine(CoverageWord word, LedgerEntry entry, Instant sourceNow) {
        if (word == CoverageWord.PENDING) {
            return pending(sourceNow);
        }
        Instant gone = entry.goneAt();
        return word == CoverageWord.EXPIRED
                        && gone != null
                        && entry.goneReason().equals(LedgerEntry.GONE_AT_SOURCE)
                        && waitedAt(gone)
                ? CoverageWord.EXPIRED_BUDGET
                : word;
    }

    /** What to tell beside the word. */
    String detail(CoverageWord word, Instant sourceNow) {
        return word == CoverageWord.PENDING_BUDGET || word == CoverageWord.FAILING ? newest(sourceNow) : "";
    }

    private CoverageWord pending(Instant sourceNow) {
        if (reasons.isEmpty() || !reaches(reasons.getLast(), sourceNow)) {
            return CoverageWord.PENDING;
        }
        return switch (reasons.getLast().word()) {
            case BUDGET -> CoverageWord.PENDING_BUDGET;
            case FAILING -> CoverageWord.FAILING;
            case EXCLUDED -> CoverageWord.EXCLUDED;
            case IDLE, OFF, READ_ONLY, ERROR, DENIED, UNREACHABLE, UNOBSERVED, END_NOT_PROVABLE -> CoverageWord.PENDING;
        };
    }

    private String newest(Instant sourceNow) {
        return reasons.isEmpty() || !reaches(reasons.getLast(), sourceNow)
                ? ""
                : reasons.getLast().detail();
    }

    private boolean waitedAt(Instant gone) {
        return reasons.stream()
                .anyMatch(stretch -> stretch.word() == Stretch.Word.BUDGET
                        && !stretch.from().isAfter(gone)
                        && reaches(stretch, gone));
    }

    private static boolean reaches(Stretch stretch, Instant at) {
        return !stretch.to().isBefore(at.minus(RECENT));
    }
}
