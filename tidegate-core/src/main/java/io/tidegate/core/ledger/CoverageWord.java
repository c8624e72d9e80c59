package io.tidegate.core.ledger;

import io.tidegate.core.store.Stretch;
import java.util.Locale;

/**
 * The words of coverage; {@link #label()} is what users read. Those of intervals come first, in the order in which one of
 * them is the word of a time that several epochs have an interval of.
 */
public enum CoverageWord {
    /** Stored: after a settled, clean read, or from its last peek, flagged so, when the source had it no more. */
    HELD,
    /** An earlier epoch holds it; counted there. */
    INHERITED,
    /** Still being written to. */
    OPEN,
    /** Its end has passed; rows may still come. */
    UNSETTLED,
    /** Settled, listed, not held yet. */
    PENDING,
    /** Settled, listed, not held yet, because the server's budget for heavy work is spent. */
    PENDING_BUDGET,
    /** Excluded by configuration: not collected, or settled, listed and older than the retention. */
    EXCLUDED,
    /** An interval that was known and is not to be had any more; the reason is beside it. */
    EXPIRED,
    /** An interval that expired at the source while it waited for the server's budget. */
    EXPIRED_BUDGET,
    /** Time before the oldest interval ever listed: what was there is not known. */
    EXPIRED_EXTENT_UNKNOWN,
    /** Another epoch has taken its place. */
    SUPERSEDED,
    /** Probed, nothing ran. */
    IDLE,
    /** Query Store was off. */
    OFF,
    /** Query Store was read-only. */
    READ_ONLY,
    /** Query Store was in its error state. */
    ERROR,
    /** A permission was missing. */
    DENIED,
    /** Not reached. */
    UNREACHABLE,
    /** Collection failed. */
    FAILING,
    /** We did not look. */
    UNOBSERVED,
    /** The end of our statements could not be proven, so that nothing heavy was read. */
    END_NOT_PROVABLE;

    /**
     * What users read.
     *
     * @return lower case, with blanks
     */
    public String label() {
        return switch (this) {
            case EXPIRED_EXTENT_UNKNOWN -> "expired, extent unknown";
            case PENDING_BUDGET -> "pending, budget";
            case EXPIRED_BUDGET -> "expired, budget";
            case HELD,
                    INHERITED,
                    OPEN,
                    UNSETTLED,
                    PENDING,
                    EXCLUDED,
                    EXPIRED,
                    SUPERSEDED,
                    IDLE,
                    OFF,
                    READ_ONLY,
                    ERROR,
                    DENIED,
                    UNREACHABLE,
                    FAILING,
                    UNOBSERVED,
                    END_NOT_PROVABLE -> name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }

    /**
     * The word for a recorded stretch.
     *
     * @param word as it was recorded
     * @return the word of the same name; pending, budget for the budget
     */
    public static CoverageWord of(Stretch.Word word) {
        return word == Stretch.Word.BUDGET ? PENDING_BUDGET : valueOf(word.name());
    }
}
