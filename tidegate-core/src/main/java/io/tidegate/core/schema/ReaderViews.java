package io.tidegate.core.schema;

import static io.tidegate.core.schema.LogicalType.BIGINT;
import static io.tidegate.core.schema.LogicalType.INT;
import static io.tidegate.core.schema.LogicalType.TEXT;
import static io.tidegate.core.schema.LogicalType.TIMESTAMP;

import java.util.List;
import java.util.stream.Stream;

/** The views that readers get. */
final class ReaderViews {
    private static final View RUNTIME_STATS = new View(
            "query_store_runtime_stats",
            "Facts of held intervals, and the current peek of each other one; none that is superseded.",
            Columns.join(
                    Columns.join(
                            whose(),
                            Column.of("plan_id", BIGINT, "plan_id"),
                            Column.of("runtime_stats_interval_id", BIGINT, "runtime_stats_interval_id"),
                            Column.of("execution_type", INT, "0, 3 or 4"),
                            Column.of("execution_type_desc", TEXT, "Regular, Aborted or Exception"),
                            Column.of("first_execution_time", TIMESTAMP, "end of the first execution"),
                            Column.of("last_execution_time", TIMESTAMP, "end of the last execution"),
                            Column.of("count_executions", BIGINT, "executions")),
                    Columns.join(
                            Columns.metrics(), Column.of("replica_group_id", BIGINT, "1 where the source has none"))));

    private static final View WAIT_STATS = new View(
            "query_store_wait_stats",
            "What was waited for in held intervals, none that is superseded; waits are not peeked at.",
            Columns.join(
                    Columns.join(
                            whose(),
                            Column.of("plan_id", BIGINT, "plan_id"),
                            Column.of("runtime_stats_interval_id", BIGINT, "runtime_stats_interval_id"),
                            Column.of("wait_category", INT, "0 to 23"),
                            Column.nullable("wait_category_desc", TEXT, "its name; NULL where we know none"),
                            Column.of("execution_type", INT, "0, 3 or 4"),
                            Column.of("execution_type_desc", TEXT, "Regular, Aborted or Exception")),
                    Columns.join(
                            Columns.waitTimes(),
                            Column.of("replica_group_id", BIGINT, "1 where the source has none"))));

    private static final View INTERVAL = new View(
            "query_store_runtime_stats_interval",
            "Intervals ever listed, each once: with the epoch that holds it, and none that is superseded.",
            Columns.join(
                    whose(),
                    Column.of("runtime_stats_interval_id", BIGINT, "runtime_stats_interval_id"),
                    Column.of("start_time", TIMESTAMP, "inclusive"),
                    Column.of("end_time", TIMESTAMP, "exclusive"),
                    Column.of("state", TEXT, "LISTED, HELD or GONE, for runtime stats")));

    private static final View QUERY_TEXT = new View(
            "query_store_query_text",
            "Texts that queries refer to.",
            Columns.join(
                    whose(),
                    Column.of("query_text_id", BIGINT, "query_text_id"),
                    Column.nullable("query_sql_text", TEXT, "NULL: not fetched yet, or absent at the source")));

    static final List<View> ALL = Stream.concat(
                    Stream.of(RUNTIME_STATS, WAIT_STATS, INTERVAL, StateViews.QUERY, QUERY_TEXT, StateViews.PLAN),
                    StateViews.OTHERS.stream())
            .toList();

    private ReaderViews() {}

    static List<Column> whose() {
        return List.of(
                Column.of("server_name", TEXT, "server it was last read from"),
                Column.of("database_name", TEXT, "database"),
                Column.of("epoch", INT, "life of the ids"));
    }
}
