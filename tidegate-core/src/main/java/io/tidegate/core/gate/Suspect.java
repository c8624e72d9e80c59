package io.tidegate.core.gate;

import java.util.Objects;

/**
 * A session of ours whose heavy statement may still run. It binds only its own instance. Immutable.
 *
 * @param session which one
 * @param kept what kept law ONE while it ran, which decides what can prove its end
 * @param sinceNanos reading of the gate's ticker when it became a suspect
 */
public record Suspect(SessionIdentity session, Kept kept, long sinceNanos) {
    /** Checks that all are there. */
    public Suspect {
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(kept, "kept");
    }

    /** What kept law ONE while the session ran. */
    public enum Kept {
        /** It had the application lock, or may have had it: whoever gets the lock on that instance knows it has ended. */
        BY_LOCK,
        /** VIEW SERVER STATE stood in: it has ended when it is gone from the list of all sessions. */
        BY_VIEW,
        /** Nothing but the operator's permission: it has ended as {@link #BY_VIEW}, or by the grace. */
        BY_OPERATOR
    }
}
