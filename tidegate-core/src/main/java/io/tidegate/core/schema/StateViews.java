package io.tidegate.core.schema;

import static io.tidegate.core.schema.LogicalType.BIGINT;
import static io.tidegate.core.schema.LogicalType.BOOLEAN;
import static io.tidegate.core.schema.LogicalType.BYTES;
import static io.tidegate.core.schema.LogicalType.TEXT;
import static io.tidegate.core.schema.LogicalType.TIMESTAMP;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The views over state: what stands, in the shape of the source's views; and the events. */
final class StateViews {
    private static final Set<String> BINARY = Set.of(
            "set_options",
            "status",
            "is_contained",
            "batch_sql_handle",
            "last_compile_batch_sql_handle",
            "query_hash",
            "query_plan_hash");

    static final View QUERY = view(
            "query_store_query",
            "Queries that plans refer to, and those that Query Store listed; compilation figures as last read.",
            StateTable.QUERY);

    static final View PLAN = new View(
            "query_store_plan",
            "Plans that rows refer to, and those that Query Store listed; state as last read.",
            Columns.join(
                    of(StateTable.PLAN),
                    Column.nullable(
                            "query_plan", TEXT, "showplan XML; NULL: not fetched yet, over the cap, or absent")));

    private static final View EVENTS = new View(
            "events",
            "Changes of state, each once.",
            Columns.join(
                    ReaderViews.whose(),
                    Column.of("event_time", TIMESTAMP, "when it was first seen, by the source's clock"),
                    Column.of("kind", TEXT, "what changed: name of an EventKind"),
                    Column.of("subject", TEXT, "on what: an option, a plan, a query"),
                    Column.nullable("query_id", BIGINT, "the query, where one is meant"),
                    Column.nullable("plan_id", BIGINT, "the plan, where one is meant"),
                    Column.nullable("old_value", TEXT, "before; NULL when there was nothing"),
                    Column.nullable("new_value", TEXT, "after; NULL when there is nothing any more")));

    static final List<View> OTHERS = List.of(
            view(
                    "database_query_store_options",
                    "Options and state of each Query Store as last read.",
                    StateTable.OPTIONS),
            view("query_context_settings", "Settings under which queries were compiled.", StateTable.CONTEXT_SETTINGS),
            view("query_store_query_hints", "Hints that stand.", StateTable.QUERY_HINT),
            view("query_store_query_variant", "Variants that stand.", StateTable.QUERY_VARIANT),
            view("query_store_plan_feedback", "Feedback as last read.", StateTable.PLAN_FEEDBACK),
            view("query_store_replicas", "Replica groups as last read.", StateTable.REPLICA),
            view("query_store_plan_forcing_locations", "Which plan is forced where.", StateTable.FORCING_LOCATION),
            view(
                    "dm_db_tuning_recommendations",
                    "Recommendations that the source has.",
                    StateTable.TUNING_RECOMMENDATION),
            EVENTS);

    private StateViews() {}

    private static View view(String name, String meaning, StateTable table) {
        return new View(name, meaning, of(table));
    }

    private static List<Column> of(StateTable table) {
        List<Column> columns = new ArrayList<>(ReaderViews.whose());
        table.columns().forEach(column -> columns.add(shown(column)));
        return columns;
    }

    /** As the source has it: bytes, instants, and its own names. */
    private static Column shown(Column column) {
        String name = column.name();
        if (BINARY.contains(name)) {
            return new Column(name, BYTES, column.isNullable(), name);
        }
        if (name.equals("forced_at")) {
            return Column.nullable("timestamp", TIMESTAMP, "as the source's column of that name");
        }
        if (column.type() == LogicalType.TICKS) {
            return Column.nullable(
                    name.replace("_ticks", "_start_time"), TIMESTAMP, "as the source's column of that name");
        }
        return column.type() == BOOLEAN && name.equals("is_forced_plan")
                ? Column.nullable(name, BOOLEAN, "when last read")
                : column;
    }
}
