package io.sqlserversim.querystore.views;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.SMALLINT;

import io.sqlserversim.querystore.cost.ViewCost;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.StorageEstimate;
import io.sqlserversim.querystore.options.CaptureMode;
import io.sqlserversim.querystore.options.CaptureThresholds;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.types.SqlType;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** sys.database_query_store_options: one row; 16 columns in 2016, 18 in 2017, 22 from 2019 on. */
final class OptionsView {
    private OptionsView() {}

    static StoreView<OptionsRow> of(QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs) {
        return new StoreView<>(
                "sys.database_query_store_options",
                ViewCost.SMALL,
                columns(profile),
                List.of(),
                costs,
                bounds -> new OptionsRow(store.get()));
    }

    private static List<ViewColumn<OptionsRow>> columns(QueryStoreProfile profile) {
        ViewColumns<OptionsRow> columns = new ViewColumns<OptionsRow>(profile)
                .required(
                        "desired_state", SMALLINT, row -> row.options.desired().code())
                .optional(
                        "desired_state_desc",
                        Descriptions.DESC,
                        row -> row.options.desired().name())
                .required("actual_state", SMALLINT, row -> row.options.actual().code())
                .optional(
                        "actual_state_desc",
                        Descriptions.DESC,
                        row -> row.options.actual().name())
                .optional("readonly_reason", INT, row -> row.options.readonlyReason())
                .optional("current_storage_size_mb", BIGINT, row -> StorageEstimate.megabytes(row.moment))
                .optional("flush_interval_seconds", BIGINT, row -> (long) row.options.flushIntervalSeconds())
                .optional("interval_length_minutes", BIGINT, row -> (long) row.options.intervalLengthMinutes())
                .optional("max_storage_size_mb", BIGINT, row -> row.options.maxStorageSizeMb())
                .optional("stale_query_threshold_days", BIGINT, row -> (long) row.options.staleQueryThresholdDays())
                .optional("max_plans_per_query", BIGINT, row -> (long) row.options.maxPlansPerQuery());
        capture(columns);
        return columns.required("size_based_cleanup_mode", SMALLINT, row -> row.options.sizeBasedCleanup() ? 1 : 0)
                .optional(
                        "size_based_cleanup_mode_desc",
                        Descriptions.DESC,
                        row -> row.options.sizeBasedCleanup() ? "AUTO" : "OFF")
                .required("wait_stats_capture_mode", SMALLINT, 14, row -> row.options.waitStatsCapture() ? 1 : 0)
                .optional(
                        "wait_stats_capture_mode_desc",
                        Descriptions.DESC,
                        14,
                        row -> row.options.waitStatsCapture() ? "ON" : "OFF")
                .optional("actual_state_additional_info", SqlType.nvarchar(4000), row -> "")
                .list();
    }

    private static void capture(ViewColumns<OptionsRow> columns) {
        columns.required(
                        "query_capture_mode",
                        SMALLINT,
                        row -> row.options.captureMode().code())
                .optional(
                        "query_capture_mode_desc",
                        Descriptions.DESC,
                        row -> row.options.captureMode().name())
                .optional(
                        "capture_policy_execution_count",
                        INT,
                        15,
                        row -> row.custom(row.policy().executionCount()))
                .optional(
                        "capture_policy_total_compile_cpu_time_ms",
                        BIGINT,
                        15,
                        row -> row.custom(row.policy().compileCpuMs()))
                .optional(
                        "capture_policy_total_execution_cpu_time_ms",
                        BIGINT,
                        15,
                        row -> row.custom(row.policy().executionCpuMs()))
                .optional(
                        "capture_policy_stale_threshold_hours",
                        INT,
                        15,
                        row -> row.custom(row.policy().staleHours()));
    }

    /** The one row. Confined to one thread. */
    static final class OptionsRow implements Rows {
        private final Moment moment;
        private final QueryStoreOptions options;
        private boolean done;

        OptionsRow(Moment moment) {
            this.moment = moment;
            this.options = moment.options();
        }

        @Override
        public boolean advance() {
            boolean first = !done;
            done = true;
            return first;
        }

        @Override
        public long visited() {
            return done ? 1 : 0;
        }

        private CaptureThresholds policy() {
            return options.thresholds();
        }

        private @Nullable Object custom(Object value) {
            return options.captureMode() == CaptureMode.CUSTOM ? value : null;
        }
    }
}
