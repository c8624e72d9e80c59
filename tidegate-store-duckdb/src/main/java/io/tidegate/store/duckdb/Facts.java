package io.tidegate.store.duckdb;

import io.tidegate.core.model.Kind;

/** The tables of facts, one per kind, and what they have in common. */
enum Facts {
    /** Runtime stats. */
    RUNTIME("runtime_stats", "replica_group_id, plan_id, execution_type", "count_executions") {
        @Override
        String figures() {
            return String.join(
                    ", ",
                    sum("count_executions", "executions"),
                    sum("round_even(avg_cpu_time * count_executions, 0)", "cpu_micros"),
                    sum("round_even(avg_duration * count_executions, 0)", "duration_micros"),
                    sum("(plan_id % 1000003) * (count_executions % 1000003) * (execution_type + 1)", "checksum"),
                    NONE + "wait_millis");
        }
    },
    /** Wait stats. */
    WAITS("wait_stats", "replica_group_id, plan_id, wait_category, execution_type", "total_query_wait_time_ms") {
        @Override
        String figures() {
            return String.join(
                    ", ",
                    NONE + "executions",
                    NONE + "cpu_micros",
                    NONE + "duration_micros",
                    sum(
                            "(plan_id % 1000003) * (total_query_wait_time_ms % 100003)"
                                    + " * (execution_type * 32 + wait_category + 1)",
                            "checksum"),
                    sum("total_query_wait_time_ms", "wait_millis"));
        }
    };

    private static final String NONE = "CAST(0 AS BIGINT) AS ";

    /** The table. */
    final String table;

    /** The view of what files of the archive have; its columns are the table's. */
    final String archived;

    /** Columns of the natural key inside an interval. */
    final String key;

    /** What there is more of in the fuller one of two readings of a key. */
    final String amount;

    Facts(String table, String key, String amount) {
        this.table = table;
        this.archived = "archived_" + table;
        this.key = key;
        this.amount = amount;
    }

    static Facts of(Kind kind) {
        return switch (kind) {
            case RUNTIME -> RUNTIME;
            case WAITS -> WAITS;
        };
    }

    /** Figures of rows as the core defines them, but for their number; what does not fit 64 bits counts 0. */
    abstract String figures();

    private static String sum(String value, String name) {
        return "coalesce(TRY_CAST(sum(TRY_CAST(" + value + " AS BIGINT)) AS BIGINT), 0) AS " + name;
    }
}
