package io.tidegate.core.ledger;

import java.util.List;

/** How the reading of a band ended, when neither source nor store failed. */
public sealed interface BandOutcome {
    /**
     * All of it is held.
     *
     * @param stagedRows rows that were staged for it, over all slices
     */
    record Held(long stagedRows) implements BandOutcome {}

    /**
     * The slice's budget is used up; what was read is staged, and the next reading goes on at the exact key.
     *
     * @param limit what is used up
     */
    record Cut(ReadBudget.Limit limit) implements BandOutcome {}

    /**
     * Two rows were met for one key, or a negative plan id: the band was dropped, to be read again in an hour.
     *
     * @param intervalIds where
     */
    record Torn(List<Long> intervalIds) implements BandOutcome {}

    /**
     * The witnesses disagree: the band was dropped, and the series has to fork before anything else is read.
     *
     * @param verdict what was found
     */
    record EpochChanged(SentinelCheck.Verdict verdict) implements BandOutcome {}

    /** Somebody else moved the band or its intervals; nothing of this reading counts since then. */
    record Fenced() implements BandOutcome {}

    /** The band was dropped, to be planned anew in smaller ones. */
    record Restarted() implements BandOutcome {}
}
