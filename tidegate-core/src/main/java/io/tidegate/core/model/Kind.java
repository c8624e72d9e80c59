package io.tidegate.core.model;

/** What is read per interval, each with a state of its own in the ledger. */
public enum Kind {
    /** Rows of {@code sys.query_store_runtime_stats}. */
    RUNTIME,
    /** Rows of {@code sys.query_store_wait_stats}, from SQL Server 2017 on. */
    WAITS
}
