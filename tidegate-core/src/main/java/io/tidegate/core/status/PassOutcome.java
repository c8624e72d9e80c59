package io.tidegate.core.status;

/** How one pass of a loop over one server ended. None is called by another's name. */
public enum PassOutcome {
    /** Everything that was due was read and stored. */
    DONE,
    /** Nothing was due. */
    EMPTY,
    /** A budget or the deadline ended it at an exact place; the rest comes next time. */
    CUT,
    /** The lease, the lock or memory was refused. */
    DEFERRED,
    /** The deadline freed the loop while the statement still ran. */
    ABANDONED,
    /** A fault. */
    FAILED,
    /** Not tried: switched off, or the earlier body has not ended. */
    SKIPPED,
    /** Asked to stop. */
    CANCELLED
}
