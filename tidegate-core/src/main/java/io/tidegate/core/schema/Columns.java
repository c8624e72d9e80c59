package io.tidegate.core.schema;

import static io.tidegate.core.schema.LogicalType.BIGINT;
import static io.tidegate.core.schema.LogicalType.DOUBLE;
import static io.tidegate.core.schema.LogicalType.INT;
import static io.tidegate.core.schema.LogicalType.TICKS;

import io.tidegate.core.model.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Groups of columns that several tables share. */
final class Columns {
    private static final List<String> KINDS = List.of("avg", "last", "min", "max", "stdev");

    private Columns() {}

    /** The series: begins every natural key. */
    static List<Column> series() {
        return List.of(
                Column.of("home", INT, "server on which the lineage was first met"),
                Column.of("lineage", INT, "the database, over failovers and renames"),
                Column.of("epoch", INT, "life of its Query Store ids, from 1"));
    }

    /** A runtime row behind its series: key, executions, 13 metric groups of 5. */
    static List<Column> runtimeRow() {
        List<Column> columns = new ArrayList<>(List.of(
                Column.of("interval_id", BIGINT, "runtime_stats_interval_id"),
                Column.of("replica_group_id", BIGINT, "replica_group_id; 1 where the source has none"),
                Column.of("plan_id", BIGINT, "plan_id"),
                Column.of("execution_type", INT, "0 regular, 3 aborted, 4 exception"),
                Column.of("first_execution_ticks", TICKS, "end of the first execution"),
                Column.of("last_execution_ticks", TICKS, "end of the last execution"),
                Column.of("count_executions", BIGINT, "executions")));
        columns.addAll(metrics());
        return columns;
    }

    /** A row of wait stats behind its series: key, then times waited. */
    static List<Column> waitRow() {
        List<Column> columns = new ArrayList<>(List.of(
                Column.of("interval_id", BIGINT, "runtime_stats_interval_id"),
                Column.of("replica_group_id", BIGINT, "replica_group_id; 1 where the source has none"),
                Column.of("plan_id", BIGINT, "plan_id"),
                Column.of("wait_category", INT, "0 to 23"),
                Column.of("execution_type", INT, "0 regular, 3 aborted, 4 exception")));
        columns.addAll(waitTimes());
        return columns;
    }

    /** {@code total_query_wait_time_ms} and its like, in the order of the source. */
    static List<Column> waitTimes() {
        String meaning = "as the source's column of that name";
        return List.of(
                Column.of("total_query_wait_time_ms", BIGINT, meaning),
                Column.nullable("avg_query_wait_time_ms", DOUBLE, meaning),
                Column.of("last_query_wait_time_ms", BIGINT, meaning),
                Column.of("min_query_wait_time_ms", BIGINT, meaning),
                Column.of("max_query_wait_time_ms", BIGINT, meaning),
                Column.nullable("stdev_query_wait_time_ms", DOUBLE, meaning));
    }

    /** {@code avg_x, last_x, min_x, max_x, stdev_x} for each metric group, in the order of the source. */
    static List<Column> metrics() {
        return Stream.of(Metric.values())
                .flatMap(metric -> KINDS.stream().map(kind -> metric(kind, metric)))
                .toList();
    }

    private static Column metric(String kind, Metric metric) {
        boolean isFloat = kind.equals("avg") || kind.equals("stdev");
        return Column.nullable(
                kind + "_" + metric.column(), isFloat ? DOUBLE : BIGINT, "as the source's column of that name");
    }

    static List<Column> join(List<Column> first, Column... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toList();
    }

    static List<Column> join(List<Column> first, List<Column> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
