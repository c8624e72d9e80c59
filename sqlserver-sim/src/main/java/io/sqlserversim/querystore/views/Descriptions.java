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

    private static final String[] FEEDBACK_STATES = {
        "NO_FEEDBACK",
        "NO_RECOMMENDATION",
        "PENDING_VALIDATION",
        "IN_VALIDATION",
        "VERIFICATION_REGRESSED",
        "VERIFICATION_PASSED",
        "ROLLEDBACK_BY_APRC",
        "FEEDBACK_VALID",
        "FEEDBACK_INVALID"
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

    static String planType(int type) {
        return switch (type) {
            case 1 -> "Dispatcher Plan";
            case 2 -> "Query Variant Plan";
            default -> "Compiled Plan";
        };
    }

    static String feedbackFeature(int feature) {
        return switch (feature) {
            case 1 -> "CE Feedback";
            case 2 -> "Memory Grant Feedback";
            case 3 -> "DOP Feedback";
            default -> "LAQ Feedback";
        };
    }

    static String feedbackState(int state) {
        return FEEDBACK_STATES[state];
    }

    static String forceFailure(int number) {
        return switch (number) {
            case 0 -> "NONE";
            case 3617 -> "COMPILATION_ABORTED_BY_CLIENT";
            case 8637 -> "ONLINE_INDEX_BUILD";
            case 8675 -> "OPTIMIZATION_REPLAY_FAILED";
            case 8683 -> "INVALID_STARJOIN";
            case 8684 -> "TIME_OUT";
            case 8689 -> "NO_DB";
            case 8690 -> "HINT_CONFLICT";
            case 8691 -> "SETOPT_CONFLICT";
            case 8694 -> "DQ_NO_FORCING_SUPPORTED";
            case 8698 -> "NO_PLAN";
            case 8712 -> "NO_INDEX";
            case 8713 -> "VIEW_COMPILE_FAILED";
            default -> "GENERAL_FAILURE";
        };
    }
}
