package io.tidegate.sqlserver.fault;

/** What follows from an error number; one per kind of {@link Fault} that a number can mean. */
enum FaultKind {
    TRANSIENT,
    UNREACHABLE,
    LOGIN,
    PERMISSION,
    DATABASE,
    NOT_SUPPORTED,
    QUERY_STORE,
    GUARD
}
