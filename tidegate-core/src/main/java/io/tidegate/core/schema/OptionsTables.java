package io.tidegate.core.schema;

import static io.tidegate.core.schema.StateColumns.described;
import static io.tidegate.core.schema.StateColumns.flag;
import static io.tidegate.core.schema.StateColumns.key;
import static io.tidegate.core.schema.StateColumns.number;
import static io.tidegate.core.schema.StateColumns.text;
import static io.tidegate.core.schema.StateColumns.time;

import java.util.List;

/** State of a database's Query Store as a whole. */
final class OptionsTables {
    static final StateDefinition OPTIONS = StateDefinition.of(
            "options_history",
            "Options and state of a Query Store, but for its size. One row per change.",
            List.of(),
            Columns.join(
                    described(
                            "desired_state",
                            "actual_state",
                            "query_capture_mode",
                            "size_based_cleanup_mode",
                            "wait_stats_capture_mode"),
                    number("readonly_reason"),
                    number("flush_interval_seconds"),
                    number("interval_length_minutes"),
                    number("max_storage_size_mb"),
                    number("stale_query_threshold_days"),
                    number("max_plans_per_query"),
                    number("capture_policy_execution_count"),
                    number("capture_policy_total_compile_cpu_time_ms"),
                    number("capture_policy_total_execution_cpu_time_ms"),
                    number("capture_policy_stale_threshold_hours"),
                    text("actual_state_additional_info")),
            List.of());

    static final StateDefinition REPLICA = StateDefinition.of(
            "replica",
            "Replica groups that Query Store knows.",
            List.of(key("replica_group_id")),
            List.of(number("role_type"), text("replica_name")),
            List.of());

    static final StateDefinition TUNING_RECOMMENDATION = StateDefinition.of(
            "tuning_recommendation",
            "What automatic tuning recommends or did; the source forgets it when it restarts.",
            List.of(Column.of("name", LogicalType.TEXT, "name")),
            Columns.join(
                    List.of(
                            text("type"),
                            text("reason"),
                            time("valid_since"),
                            text("state"),
                            flag("is_executable_action"),
                            flag("is_revertable_action")),
                    Columns.join(action("execute"), Columns.join(action("revert"), number("score"), text("details")))),
            List.of(time("last_refresh")));

    private OptionsTables() {}

    private static List<Column> action(String verb) {
        return List.of(
                time(verb + "_action_start_time"),
                text(verb + "_action_duration"),
                text(verb + "_action_initiated_by"),
                time(verb + "_action_initiated_time"));
    }
}
