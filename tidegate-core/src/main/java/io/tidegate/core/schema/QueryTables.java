package io.tidegate.core.schema;

import static io.tidegate.core.schema.StateColumns.average;
import static io.tidegate.core.schema.StateColumns.described;
import static io.tidegate.core.schema.StateColumns.flag;
import static io.tidegate.core.schema.StateColumns.hex;
import static io.tidegate.core.schema.StateColumns.key;
import static io.tidegate.core.schema.StateColumns.number;
import static io.tidegate.core.schema.StateColumns.text;

import java.util.ArrayList;
import java.util.List;

/** State of queries. */
final class QueryTables {
    static final StateDefinition QUERY = StateDefinition.of(
            "query",
            "What Query Store has of each query; compilation figures as last read.",
            List.of(key("query_id")),
            Columns.join(
                    List.of(
                            number("query_text_id"),
                            number("context_settings_id"),
                            number("object_id"),
                            text("schema_name"),
                            text("object_name"),
                            hex("batch_sql_handle"),
                            Column.nullable("query_hash", LogicalType.BIGINT, "query_hash as a big-endian number"),
                            flag("is_internal_query"),
                            flag("is_clouddb_internal_query")),
                    Columns.join(
                            described("query_parameterization_type"),
                            Column.nullable("initial_compile_ticks", LogicalType.TICKS, "initial_compile_start_time"))),
            compilation());

    static final StateDefinition CONTEXT_SETTINGS = StateDefinition.of(
            "context_settings",
            "Settings under which queries were compiled.",
            List.of(key("context_settings_id")),
            List.of(
                    hex("set_options"),
                    number("language_id"),
                    number("date_format"),
                    number("date_first"),
                    hex("status"),
                    number("required_cursor_options"),
                    number("acceptable_cursor_options"),
                    number("merge_action_type"),
                    number("default_schema_id"),
                    flag("is_replication_specific"),
                    hex("is_contained")),
            List.of());

    static final StateDefinition QUERY_HINT = StateDefinition.of(
            "query_hint",
            "Query Store hints, by users and by feedback.",
            List.of(
                    key("query_id"),
                    Column.of("replica_group_id", LogicalType.BIGINT, "replica_group_id; 1 where the source has none"),
                    Column.of("source", LogicalType.BIGINT, "0 user, 1 and 2 feedback; 0 where the source has none")),
            Columns.join(
                    List.of(number("query_hint_id"), text("query_hint_text")),
                    Columns.join(
                            described("last_query_hint_failure_reason"),
                            number("query_hint_failure_count"),
                            text("source_desc"),
                            text("comment"))),
            List.of());

    static final StateDefinition QUERY_VARIANT = StateDefinition.of(
            "query_variant",
            "Variants of parameter-sensitive queries.",
            List.of(key("query_variant_query_id"), key("parent_query_id"), key("dispatcher_plan_id")),
            List.of(),
            List.of());

    private QueryTables() {}

    private static List<Column> compilation() {
        List<Column> columns = new ArrayList<>(List.of(
                Column.nullable("last_compile_ticks", LogicalType.TICKS, "last_compile_start_time"),
                hex("last_compile_batch_sql_handle"),
                number("last_compile_batch_offset_start"),
                number("last_compile_batch_offset_end"),
                number("count_compiles")));
        for (String what : List.of(
                "compile_duration",
                "bind_duration",
                "bind_cpu_time",
                "optimize_duration",
                "optimize_cpu_time",
                "compile_memory_kb")) {
            columns.add(average("avg_" + what));
            columns.add(number("last_" + what));
        }
        columns.add(number("max_compile_memory_kb"));
        return columns;
    }
}
