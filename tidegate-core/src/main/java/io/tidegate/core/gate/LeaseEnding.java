package io.tidegate.core.gate;

/** How a lease, or a try for one, ended. */
public enum LeaseEnding {
    /** The server answered the release: all has ended. */
    RELEASED,
    /** Nothing heavy was sent, and nobody stood in the way: no connection, a fault before the lock, nothing to read. */
    NOTHING_SENT,
    /** Went away without a lease or without the lock; who stood in the way is beside it. */
    DEFERRED,
    /** The end is not proven; the session stays a suspect. */
    UNKNOWN,
    /** The process ended while the lease was held. */
    UNKNOWN_AT_EXIT
}
