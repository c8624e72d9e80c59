package io.tidegate.core.schema;

import static io.tidegate.core.schema.StateColumns.average;
import static io.tidegate.core.schema.StateColumns.described;
import static io.tidegate.core.schema.StateColumns.flag;
import static io.tidegate.core.schema.StateColumns.key;
import static io.tidegate.core.schema.StateColumns.number;
import static io.tidegate.core.schema.StateColumns.text;
import static io.tidegate.core.schema.StateColumns.time;

import java.util.List;

/** State of plans. */
final class PlanTables {
    static final StateDefinition PLAN = StateDefinition.of(
            "plan_state",
            "What Query Store has of each plan beside its XML, forcing and its failures above all; compilation figures as last read.",
            List.of(key("plan_id")),
            Columns.join(
                    Columns.join(
                            List.of(
                                    number("query_id"),
                                    number("plan_group_id"),
                                    text("engine_version"),
                                    number("compatibility_level"),
                                    Column.nullable(
                                            "query_plan_hash",
                                            LogicalType.BIGINT,
                                            "query_plan_hash as a big-endian number"),
                                    flag("is_online_index_plan"),
                                    flag("is_trivial_plan"),
                                    flag("is_parallel_plan"),
                                    flag("is_natively_compiled"),
                                    flag("is_forced_plan"),
                                    number("force_failure_count")),
                            described("plan_forcing_type", "last_force_failure_reason")),
                    Columns.join(
                            described("plan_type"),
                            flag("has_compile_replay_script"),
                            flag("is_optimized_plan_forcing_disabled"),
                            Column.nullable("initial_compile_ticks", LogicalType.TICKS, "initial_compile_start_time"))),
            List.of(
                    Column.nullable("last_compile_ticks", LogicalType.TICKS, "last_compile_start_time"),
                    number("count_compiles"),
                    average("avg_compile_duration"),
                    number("last_compile_duration")));

    static final StateDefinition PLAN_FEEDBACK = StateDefinition.of(
            "plan_feedback",
            "What query processing feedback did to plans.",
            List.of(key("plan_feedback_id")),
            Columns.join(
                    Columns.join(
                            List.of(number("plan_id"), number("feature_id"), text("feature_desc")), described("state")),
                    text("feedback_data"),
                    time("create_time"),
                    number("replica_group_id")),
            List.of(time("last_updated_time")));

    static final StateDefinition FORCING_LOCATION = StateDefinition.of(
            "forcing_location",
            "Which plan is forced on which replica group.",
            List.of(key("plan_forcing_location_id")),
            Columns.join(
                    List.of(
                            number("query_id"),
                            number("plan_id"),
                            number("replica_group_id"),
                            Column.nullable("forced_at", LogicalType.TIMESTAMP, "the source's column timestamp")),
                    described("plan_forcing_type")),
            List.of());

    private PlanTables() {}
}
