package io.tidegate.core.state;

/** What changed. Stored by name: a name is never given another meaning. */
public enum EventKind {
    /** Query Store's actual state: read-write, read-only and why, error, off. */
    STATE_CHANGED,
    /** The capture mode of queries. */
    CAPTURE_MODE_CHANGED,
    /** The length of intervals. */
    INTERVAL_LENGTH_CHANGED,
    /** Any other option. */
    OPTION_CHANGED,
    /** A plan is forced, or forced in another way. */
    PLAN_FORCED,
    /** A plan is forced no more. */
    PLAN_UNFORCED,
    /** Forcing a plan failed again. */
    FORCING_FAILED,
    /** A query has a hint. */
    HINT_SET,
    /** A query has another hint. */
    HINT_CHANGED,
    /** A query has no hint any more. */
    HINT_CLEARED,
    /** A hint failed again. */
    HINT_FAILED,
    /** A query has a new variant. */
    VARIANT_ADDED,
    /** Feedback on a plan began, or is in another state. */
    FEEDBACK_CHANGED,
    /** Automatic tuning has a new recommendation, or one is in another state. */
    RECOMMENDATION_CHANGED,
    /** Query Store's ids have begun a new life: a CLEAR or a restore. */
    NEW_EPOCH,
    /** The database has another name. */
    DATABASE_RENAMED
}
