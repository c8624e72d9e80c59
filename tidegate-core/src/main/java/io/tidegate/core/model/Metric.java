package io.tidegate.core.model;

/**
 * The 13 metric groups of {@code sys.query_store_runtime_stats}, in the order of its columns; each has avg, last, min,
 * max and stdev. Source: sys.query_store_runtime_stats, SQL Server 2016 to 2025.
 */
public enum Metric {
    /** Elapsed time, microseconds. */
    DURATION(0, "duration", 13),
    /** CPU time, microseconds. */
    CPU_TIME(1, "cpu_time", 13),
    /** Logical reads, 8 KB pages. */
    LOGICAL_IO_READS(2, "logical_io_reads", 13),
    /** Logical writes, 8 KB pages. */
    LOGICAL_IO_WRITES(3, "logical_io_writes", 13),
    /** Physical reads, 8 KB pages. */
    PHYSICAL_IO_READS(4, "physical_io_reads", 13),
    /** CLR time, microseconds. */
    CLR_TIME(5, "clr_time", 13),
    /** Degree of parallelism. */
    DOP(6, "dop", 13),
    /** Memory grant used, 8 KB pages. */
    QUERY_MAX_USED_MEMORY(7, "query_max_used_memory", 13),
    /** Rows returned. */
    ROWCOUNT(8, "rowcount", 13),
    /** Physical read operations, not pages. */
    NUM_PHYSICAL_IO_READS(9, "num_physical_io_reads", 14),
    /** Transaction log, bytes. */
    LOG_BYTES_USED(10, "log_bytes_used", 14),
    /** Space in tempdb, 8 KB pages. */
    TEMPDB_SPACE_USED(11, "tempdb_space_used", 14),
    /** Reads from page servers (Hyperscale), 8 KB pages. */
    PAGE_SERVER_IO_READS(12, "page_server_io_reads", 16);

    /** How many metric groups there are. */
    public static final int COUNT = 13;

    private final int index;
    private final String column;
    private final int since;

    Metric(int index, String column, int since) {
        this.index = index;
        this.column = column;
        this.since = since;
    }

    /**
     * The place of this group in the arrays of {@link MetricValues} and in the source's columns.
     *
     * @return 0 to 12
     */
    public int index() {
        return index;
    }

    /**
     * The part of the column names behind {@code avg_}, {@code last_}, ...
     *
     * @return e.g. {@code cpu_time}
     */
    public String column() {
        return column;
    }

    /**
     * The first major version that has the group.
     *
     * @return 13 for SQL Server 2016, and so on
     */
    public int since() {
        return since;
    }
}
