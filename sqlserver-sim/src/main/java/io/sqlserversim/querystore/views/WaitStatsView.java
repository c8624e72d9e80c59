package io.sqlserversim.querystore.views;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.FLOAT;
import static io.sqlserversim.types.SqlType.SMALLINT;
import static io.sqlserversim.types.SqlType.TINYINT;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.cost.ViewCost;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import java.util.List;
import java.util.function.Supplier;

/** sys.query_store_wait_stats, from 2017 on; in milliseconds. Clustered by interval in every version. */
final class WaitStatsView {
    private static final List<String> ORDER =
            List.of(RuntimeStatsView.INTERVAL, "replica_group_id", "plan_id", "wait_category", "execution_type");
    private static final Bounds NOTHING = Bounds.of();

    private WaitStatsView() {}

    static StoreView<WaitStatsRows> of(QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs) {
        return new StoreView<>(
                "sys.query_store_wait_stats", ViewCost.WAIT_STATS, columns(profile), ORDER, costs, bounds -> {
                    Moment moment = store.get();
                    boolean captured = moment.options().waitStatsCapture();
                    Bounds intervals = captured ? bounds.of(RuntimeStatsView.INTERVAL) : NOTHING;
                    return new WaitStatsRows(moment, new RowSource(moment, intervals, bounds.of("plan_id"), true));
                });
    }

    private static List<ViewColumn<WaitStatsRows>> columns(QueryStoreProfile profile) {
        return new ViewColumns<WaitStatsRows>(profile)
                .required("wait_stats_id", BIGINT, WaitStatsRows::waitStatsId)
                .required("plan_id", BIGINT, WaitStatsRows::planId)
                .required(RuntimeStatsView.INTERVAL, BIGINT, WaitStatsRows::intervalId)
                .required("wait_category", SMALLINT, WaitStatsRows::waitCategory)
                .optional("wait_category_desc", Descriptions.DESC, row -> Descriptions.waitCategory(row.waitCategory()))
                .required("execution_type", TINYINT, WaitStatsRows::executionType)
                .optional(
                        "execution_type_desc",
                        Descriptions.DESC,
                        row -> Descriptions.executionType(row.executionType()))
                .required(
                        "total_query_wait_time_ms",
                        BIGINT,
                        row -> row.aggregate().total())
                .optional(
                        "avg_query_wait_time_ms", FLOAT, row -> row.aggregate().average())
                .required(
                        "last_query_wait_time_ms",
                        BIGINT,
                        row -> row.aggregate().last())
                .required(
                        "min_query_wait_time_ms", BIGINT, row -> row.aggregate().least())
                .required(
                        "max_query_wait_time_ms", BIGINT, row -> row.aggregate().greatest())
                .optional(
                        "stdev_query_wait_time_ms",
                        FLOAT,
                        row -> row.aggregate().deviation())
                .required("replica_group_id", BIGINT, 16, WaitStatsRows::replicaGroup)
                .list();
    }
}
