package io.sqlserversim.querystore.views;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.capture.CapturedQuery;
import io.sqlserversim.querystore.capture.CapturedRow;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.Ticks;
import io.sqlserversim.querystore.workload.Aggregate;
import io.sqlserversim.querystore.workload.Identity;
import io.sqlserversim.querystore.workload.Metric;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What captured statements show in the large views, by column name. Stateless. */
final class CapturedValues {
    private CapturedValues() {}

    static List<Map<String, @Nullable Object>> texts(Moment moment) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (CapturedQuery query : moment.captured().queries()) {
            Map<String, @Nullable Object> row = new HashMap<>();
            row.put("query_text_id", query.id());
            row.put("query_sql_text", query.text());
            row.put("statement_sql_handle", Identity.handle(query.text()));
            row.put("is_part_of_encrypted_module", false);
            row.put("has_restricted_text", false);
            rows.add(row);
        }
        return rows;
    }

    static List<Map<String, @Nullable Object>> queries(Moment moment) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (CapturedQuery query : moment.captured().queries()) {
            Map<String, @Nullable Object> row = times(query);
            row.put("query_id", query.id());
            row.put("query_text_id", query.id());
            row.put("context_settings_id", 1L);
            row.put("object_id", 0L);
            row.put("query_hash", bytes(query.hash()));
            row.put("is_internal_query", false);
            row.put("query_parameterization_type", query.parameterization());
            row.put("query_parameterization_type_desc", query.parameterization() == 0 ? "None" : "User");
            row.put("is_clouddb_internal_query", false);
            rows.add(row);
        }
        return rows;
    }

    static List<Map<String, @Nullable Object>> plans(Moment moment, Map<String, @Nullable Object> constants) {
        Identity identity = new Identity(moment.workload());
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (CapturedQuery query : moment.captured().queries()) {
            Map<String, @Nullable Object> row = times(query);
            row.putAll(constants);
            row.put("plan_id", query.id());
            row.put("query_id", query.id());
            row.put("query_plan_hash", bytes(query.hash() + 1));
            row.put("query_plan", identity.planXml(query.hash()));
            rows.add(row);
        }
        return rows;
    }

    private static Map<String, @Nullable Object> times(CapturedQuery query) {
        Map<String, @Nullable Object> row = new HashMap<>();
        row.put("count_compiles", 1L);
        row.put("initial_compile_start_time", Ticks.offsetDateTime(query.compiled()));
        row.put("last_compile_start_time", Ticks.offsetDateTime(query.compiled()));
        row.put("last_execution_time", Ticks.offsetDateTime(query.lastEnd()));
        return row;
    }

    static List<Map<String, @Nullable Object>> runtimeStats(Moment moment, Bounds intervals) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        if (moment.captured().queries().isEmpty()) {
            return rows;
        }
        IdWalk walk = new IdWalk(intervals, moment.firstId(), moment.lastId());
        while (walk.advance()) {
            moment.capturedRows(walk.id()).forEach(row -> rows.add(runtimeStats(row)));
        }
        return rows;
    }

    private static Map<String, @Nullable Object> runtimeStats(CapturedRow captured) {
        Map<String, @Nullable Object> row = new HashMap<>();
        row.put("runtime_stats_id", captured.planId() << 24 | captured.intervalId() << 3 | captured.executionType());
        row.put("plan_id", captured.planId());
        row.put(RuntimeStatsView.INTERVAL, captured.intervalId());
        row.put("execution_type", captured.executionType());
        row.put("execution_type_desc", Descriptions.executionType(captured.executionType()));
        row.put("first_execution_time", Ticks.offsetDateTime(captured.firstEnd()));
        row.put("last_execution_time", Ticks.offsetDateTime(captured.lastEnd()));
        row.put("count_executions", captured.executions());
        row.put("replica_group_id", 1L);
        Aggregate aggregate = new Aggregate();
        for (Metric metric : Metric.values()) {
            captured.sum(metric, aggregate);
            String name = metric.columnName();
            row.put("avg_" + name, aggregate.average());
            row.put("last_" + name, aggregate.last());
            row.put("min_" + name, aggregate.least());
            row.put("max_" + name, aggregate.greatest());
            row.put("stdev_" + name, aggregate.deviation());
        }
        return row;
    }

    private static byte[] bytes(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }
}
