package io.sqlserversim.querystore.workload;

/** The metric groups of runtime stats, in the order of the view's columns. */
public enum Metric {
    /** µs. */
    DURATION("duration", 13),
    /** µs. */
    CPU_TIME("cpu_time", 13),
    /** 8 KB pages. */
    LOGICAL_IO_READS("logical_io_reads", 13),
    /** 8 KB pages. */
    LOGICAL_IO_WRITES("logical_io_writes", 13),
    /** 8 KB pages. */
    PHYSICAL_IO_READS("physical_io_reads", 13),
    /** µs; always 0. */
    CLR_TIME("clr_time", 13),
    /** Degree of parallelism. */
    DOP("dop", 13),
    /** 8 KB pages of the memory grant. */
    QUERY_MAX_USED_MEMORY("query_max_used_memory", 13),
    /** Rows. */
    ROWCOUNT("rowcount", 13),
    /** Read operations. */
    NUM_PHYSICAL_IO_READS("num_physical_io_reads", 14),
    /** Bytes. */
    LOG_BYTES_USED("log_bytes_used", 14),
    /** 8 KB pages. */
    TEMPDB_SPACE_USED("tempdb_space_used", 14),
    /** 8 KB pages; always 0 but on Hyperscale. */
    PAGE_SERVER_IO_READS("page_server_io_reads", 16);

    private final String columnName;
    private final int since;

    Metric(String columnName, int since) {
        this.columnName = columnName;
        this.since = since;
    }

    /**
     * The name in the view's columns, after {@code avg_} and so on.
     *
     * @return the name
     */
    public String columnName() {
        return columnName;
    }

    /**
     * The first version that has it.
     *
     * @return 13, 14 or 16
     */
    public int since() {
        return since;
    }
}
