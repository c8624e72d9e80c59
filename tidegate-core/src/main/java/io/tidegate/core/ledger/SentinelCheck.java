package io.tidegate.core.ledger;

import io.tidegate.core.model.Sentinel;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Compares witnesses of the epoch with what the source answers for their plan ids. No state, thread-safe. */
public final class SentinelCheck {
    private SentinelCheck() {}

    /**
     * Compares.
     *
     * @param known witnesses as the ledger knows them
     * @param found what the source has for their plan ids; plans that it has no more are missing here
     * @return the verdict; {@link Verdict#AGREE} when nothing is known yet
     */
    public static Verdict check(Collection<Sentinel> known, Collection<Sentinel> found) {
        Map<Long, Sentinel> byPlan = new HashMap<>();
        found.forEach(sentinel -> byPlan.put(sentinel.planId(), sentinel));
        boolean anySurvives = known.isEmpty();
        for (Sentinel sentinel : known) {
            Sentinel now = byPlan.get(sentinel.planId());
            if (now != null && !now.equals(sentinel)) {
                return Verdict.MISMATCH;
            }
            anySurvives |= now != null;
        }
        return anySurvives ? Verdict.AGREE : Verdict.NONE_SURVIVES;
    }

    /** Whether the ids still mean what they meant. */
    public enum Verdict {
        /** Every witness that survives is the same; a missing one alone is only clean-up. */
        AGREE,
        /** A plan id means something else now: a new epoch. */
        MISMATCH,
        /** Not one witness is left: to be treated as a new epoch. */
        NONE_SURVIVES
    }
}
