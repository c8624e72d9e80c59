package io.tidegate.core.status;

import io.tidegate.core.gate.Holder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How one server stands. Immutable.
 *
 * @param name the host's own key for it
 * @param state the word for it
 * @param detail for a user: what happened, and what to do or grant; may be empty
 * @param version product version as last read; empty before the first contact
 * @param sourceNow the source's clock at the last probe; null before the first
 * @param lastCommit when rows of it were last committed, by our clock; null when none were
 * @param holder who has the lease now; null when nobody has
 * @param isGateUnknown whether a suspect closes the gate until it is proven gone
 * @param tick the tick
 * @param backfill the backfill
 * @param budget what heavy work costs it
 */
public record ServerStatus(
        String name,
        State state,
        String detail,
        String version,
        @Nullable Instant sourceNow,
        @Nullable Instant lastCommit,
        @Nullable Holder holder,
        boolean isGateUnknown,
        LoopStatus tick,
        LoopStatus backfill,
        BudgetStatus budget) {
    /** The word for how a server stands. */
    public enum State {
        /** Not contacted yet. */
        STARTING,
        /** The last tick is not older than two cadences. */
        FRESH,
        /** The last successful tick is older than two cadences. */
        LATE,
        /** Left alone: its quiet hours, or a serverless database that may pause. */
        QUIET,
        /** Collection was switched off, the login was refused, or the instance is collected under another name. */
        STOPPED,
        /** No connection. */
        UNREACHABLE,
        /** Reached, but nothing heavy is read: the end of a statement cannot be proven. */
        END_NOT_PROVABLE,
        /** Read although the end cannot be proven: law ONE is not guaranteed here. */
        UNPROVEN
    }
}
