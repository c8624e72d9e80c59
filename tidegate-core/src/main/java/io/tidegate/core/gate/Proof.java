package io.tidegate.core.gate;

import java.util.Objects;

/**
 * Evidence that a suspect has ended, beside the application lock itself (that one is {@link Lease#lockGranted()}).
 * Absence from {@code sys.dm_exec_requests} is none: the batch may still lie in a network buffer. Immutable.
 */
public sealed interface Proof {

    /**
     * A login that sees all sessions, on the suspect's own instance and in the same life of it, does not find the
     * suspect in {@code sys.dm_exec_sessions}.
     *
     * @param suspect the session (id and login time) that was looked for
     * @param seenOn the instance on which the look was taken
     */
    record SessionGone(SessionIdentity suspect, InstanceIdentity seenOn) implements Proof {
        /** Checks that both are there. */
        public SessionGone {
            Objects.requireNonNull(suspect, "suspect");
            Objects.requireNonNull(seenOn, "seenOn");
        }
    }

    /**
     * The operator allows unproven reads and the grace of an hour has passed since the suspect became one. The gate
     * looks at its own ticker; a claim that comes too early is not accepted.
     *
     * @param instance the instance of the suspect
     */
    record GraceOver(InstanceIdentity instance) implements Proof {
        /** Checks that it is there. */
        public GraceOver {
            Objects.requireNonNull(instance, "instance");
        }
    }
}
