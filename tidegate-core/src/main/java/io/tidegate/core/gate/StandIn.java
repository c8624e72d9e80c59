package io.tidegate.core.gate;

/** What stands in for the application lock where it cannot be taken. */
public enum StandIn {
    /** A look at all sessions found no other heavy one of ours. Needs VIEW SERVER STATE. */
    VIEW,
    /** The operator allows it ({@code allowUnproven}); the caller has stored the intent before. */
    OPERATOR
}
