package io.sqlserversim.querystore.views;

import io.sqlserversim.types.SqlType;

/** Texts of the {@code _desc} columns. Stateless. */
final class Descriptions {
    /** The type of most of them. */
    static final SqlType DESC = SqlType.nvarchar(60);

    private static final String[] WAIT_CATEGORIES = {
        "Unknown",
        "CPU",
        "Worker Thread",
        "Lock",
        "Latch",
        "Buffer Latch",
        "Buffer IO",
        "Compilation",
        "SQL CLR",
        "Mirroring",
        "Transaction",
        "Idle",
        "Preemptive",
        "Service Broker",
        "Tran Log IO",
        "Network IO",
        "Parallelism",
        "Memory",
        "User Wait",
        "Tracing",
        "Full Text Search",
        "Other Disk IO",
        "Replication",
        "Log Rate Governor"
    };

    private Descriptions() {}

    static String executionType(int type) {
        return switch (type) {
            case 0 -> "Regular";
            case 3 -> "Aborted";
            default -> "Exception";
        };
    }

    static String waitCategory(int category) {
        return WAIT_CATEGORIES[category];
    }
}
