package io.tidegate.core.gate;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who or what kept work from running. Immutable.
 *
 * @param what the kind
 * @param who the words for it, as far as known, never invented; empty when not known
 * @param since since when, by our clock; null when not known
 */
public record DeferredBy(Kind what, String who, @Nullable Instant since) {
    /** Checks that kind and words are there. */
    public DeferredBy {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(who, "who");
    }

    /** What can stand in the way. */
    public enum Kind {
        /** A lease of this process. */
        LEASE,
        /** Somebody else's session has the application lock at the server. */
        LOCK,
        /** Another node owns the server. */
        NODE,
        /** No batch permit: memory. */
        MEMORY,
        /** What heavy work may cost the server in an hour is spent. */
        BUDGET,
        /** The server is under pressure. */
        PRESSURE,
        /** An earlier session has not been proven to have ended. */
        SUSPECT,
        /** The login may not ask for the lock, and nothing stands in for it: the end would not be provable. */
        NOT_PROVABLE
    }

    /**
     * Names a holder of this process.
     *
     * @param holder who has the lease
     * @return the same, as a reason
     */
    public static DeferredBy of(Holder holder) {
        String words = holder.purpose().words() + (holder.database().isEmpty() ? "" : " of " + holder.database());
        return new DeferredBy(Kind.LEASE, words + (holder.abandoned() ? ", abandoned" : ""), holder.since());
    }
}
