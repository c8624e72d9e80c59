package io.tidegate.store.postgres;

import io.tidegate.core.model.Kind;
import io.tidegate.core.schema.Column;
import io.tidegate.core.schema.LogicalSchema;
import java.util.List;
import java.util.stream.Collectors;

/** The tables of facts and of their stage, one pair per kind, and what they have in common. */
enum Facts {
    /** Runtime stats. */
    RUNTIME("runtime_stats", "stage", " AND kind = 'RUNTIME'", "execution_type", "count_executions") {
        @Override
        String figures() {
            return String.join(
                    ", ",
                    "sum(r.count_executions) AS executions",
                    sumOf("avg_cpu_time") + " AS cpu_micros",
                    sumOf("avg_duration") + " AS duration_micros",
                    "sum((r.plan_id % 1000003) * (r.count_executions % 1000003) * (r.execution_type + 1)) AS checksum",
                    "0::numeric AS wait_millis");
        }
    },
    /** Wait stats. */
    WAITS("wait_stats", "wait_stage", "", "wait_category, execution_type", "total_query_wait_time_ms") {
        @Override
        String figures() {
            return String.join(
                    ", ",
                    "0::numeric AS executions",
                    "0::numeric AS cpu_micros",
                    "0::numeric AS duration_micros",
                    "sum((r.plan_id % 1000003) * (r.total_query_wait_time_ms % 100003)"
                            + " * (r.execution_type * 32 + r.wait_category + 1)) AS checksum",
                    "sum(r.total_query_wait_time_ms) AS wait_millis");
        }
    };

    /** The table of facts, partitioned. */
    final String table;

    /** The table of staged rows. */
    final String stage;

    /** Predicate of a band's staged rows: takes series and first interval. */
    final String staged;

    /** Columns of the natural key inside a series, comma-separated. */
    final String key;

    /** What there is more of in the fuller one of two readings of a key. */
    final String amount;

    Facts(String table, String stage, String ofStage, String keyEnd, String amount) {
        this.table = table;
        this.stage = stage;
        this.staged = RegistrySql.SERIES + ofStage + " AND band_first_interval_id = ?";
        this.key = "interval_id, replica_group_id, plan_id, " + keyEnd;
        this.amount = amount;
    }

    static Facts of(Kind kind) {
        return switch (kind) {
            case RUNTIME -> RUNTIME;
            case WAITS -> WAITS;
        };
    }

    /** Columns of a row behind whatever says whose it is; the key's come first. */
    List<String> columns() {
        return LogicalSchema.table(table).columns().stream()
                .map(Column::name)
                .dropWhile(name -> !name.equals("interval_id"))
                .toList();
    }

    /** The columns, comma-separated, each behind a prefix such as {@code s.}. */
    String list(String prefix) {
        return columns().stream().map(c -> prefix + c).collect(Collectors.joining(", "));
    }

    /** Those that are no part of the key. */
    List<String> behindKey() {
        return columns().stream().skip(key.split(", ").length).toList();
    }

    /** Figures of rows {@code r} as the core defines them, but for their number; not yet cut to 64 bits. */
    abstract String figures();

    /** Exact sum of rounded totals, half to even as {@code Math.rint}; what does not fit 64 bits counts 0. */
    private static String sumOf(String average) {
        String total = "round(r." + average + " * r.count_executions)";
        return "sum(CASE WHEN abs(" + total + ") < 9.2e18 THEN " + total + "::bigint END)";
    }
}
