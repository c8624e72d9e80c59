package io.sqlserversim.querystore.views;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.DATETIMEOFFSET;
import static io.sqlserversim.types.SqlType.FLOAT;
import static io.sqlserversim.types.SqlType.TINYINT;

import io.sqlserversim.catalog.ForwardingView;
import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.querystore.cost.ViewCost;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.workload.Metric;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** sys.query_store_runtime_stats: 53 columns in 2016, 68 in 2017 and 2019, 74 from 2022 on. */
final class RuntimeStatsView {
    static final String INTERVAL = "runtime_stats_interval_id";

    private RuntimeStatsView() {}

    /** In the profile's order, but for a database that was upgraded in place and still has the rows by plan. */
    static VirtualTable of(
            QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs, BooleanSupplier isUpgraded) {
        if (!profile.clusteredByInterval()) {
            return of(profile, store, costs, false);
        }
        return new AsItLies(of(profile, store, costs, true), of(profile, store, costs, false), isUpgraded);
    }

    /** Both, of which a statement sees the one that is true when it begins; a database changes between statements. */
    private record AsItLies(VirtualTable byInterval, VirtualTable byPlan, BooleanSupplier isUpgraded)
            implements ForwardingView {
        @Override
        public VirtualTable view() {
            return isUpgraded.getAsBoolean() ? byPlan : byInterval;
        }

        @Override
        public RowCursor scan(ScanRequest request) {
            return view().scan(request);
        }
    }

    private static StoreView<RuntimeStatsRows> of(
            QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs, boolean byInterval) {
        List<String> order = byInterval
                ? List.of(INTERVAL, "replica_group_id", "plan_id", "execution_type")
                : List.of("plan_id", INTERVAL, "replica_group_id", "execution_type");
        return new StoreView<>(
                "sys.query_store_runtime_stats",
                ViewCost.RUNTIME_STATS,
                columns(profile),
                order,
                costs,
                bounds -> {
                    Moment moment = store.get();
                    return new RuntimeStatsRows(
                            moment, new RowSource(moment, bounds.of(INTERVAL), bounds.of("plan_id"), byInterval));
                },
                bounds -> captured(store.get(), bounds, byInterval));
    }

    /** Where plans come first, the captured ones come last, in their order. */
    private static List<Map<String, @Nullable Object>> captured(Moment moment, ScanBounds bounds, boolean byInterval) {
        List<Map<String, @Nullable Object>> rows = CapturedValues.runtimeStats(moment, bounds.of(INTERVAL));
        if (!byInterval) {
            rows.sort(Comparator.comparingLong(row -> row.get("plan_id") instanceof Long id ? id : 0));
        }
        return rows;
    }

    private static List<ViewColumn<RuntimeStatsRows>> columns(QueryStoreProfile profile) {
        ViewColumns<RuntimeStatsRows> columns = new ViewColumns<RuntimeStatsRows>(profile)
                .required("runtime_stats_id", BIGINT, RuntimeStatsRows::runtimeStatsId)
                .required("plan_id", BIGINT, RuntimeStatsRows::planId)
                .required(INTERVAL, BIGINT, RuntimeStatsRows::intervalId)
                .required("execution_type", TINYINT, RuntimeStatsRows::executionType)
                .optional(
                        "execution_type_desc",
                        Descriptions.DESC,
                        row -> Descriptions.executionType(row.executionType()))
                .required("first_execution_time", DATETIMEOFFSET, RuntimeStatsRows::firstExecutionTime)
                .required("last_execution_time", DATETIMEOFFSET, RuntimeStatsRows::lastExecutionTime)
                .required("count_executions", BIGINT, RuntimeStatsRows::executions);
        for (Metric metric : Metric.values()) {
            addMetric(columns, metric);
        }
        return columns.required("replica_group_id", BIGINT, 16, RuntimeStatsRows::replicaGroup)
                .list();
    }

    private static void addMetric(ViewColumns<RuntimeStatsRows> columns, Metric metric) {
        String name = metric.columnName();
        int since = metric.since();
        columns.optional(
                "avg_" + name, FLOAT, since, row -> row.aggregate(metric).average());
        if (since == 13) {
            columns.required(
                            "last_" + name, BIGINT, row -> row.aggregate(metric).last())
                    .required(
                            "min_" + name, BIGINT, row -> row.aggregate(metric).least())
                    .required(
                            "max_" + name, BIGINT, row -> row.aggregate(metric).greatest());
        } else {
            columns.optional(
                            "last_" + name,
                            BIGINT,
                            since,
                            row -> row.aggregate(metric).last())
                    .optional(
                            "min_" + name,
                            BIGINT,
                            since,
                            row -> row.aggregate(metric).least())
                    .optional(
                            "max_" + name,
                            BIGINT,
                            since,
                            row -> row.aggregate(metric).greatest());
        }
        columns.optional(
                "stdev_" + name, FLOAT, since, row -> row.aggregate(metric).deviation());
    }
}
