package io.tidegate.core.model;

/** What is read per interval, each with a state of its own in the ledger. */
public enum Kind {
    /**
     * Rows of {@code sys.query_store_runtime_stats}. Checksum of a row: {@code (plan_id % 1000003) * (count_executions %
     * 1000003) * (execution_type + 1)}.
     */
    RUNTIME,
    /**
     * Rows of {@code sys.query_store_wait_stats}, from SQL Server 2017 on. Checksum of a row: {@code (plan_id % 1000003) *
     * (total_query_wait_time_ms % 100003) * (execution_type * 32 + wait_category + 1)}.
     */
    WAITS
}
