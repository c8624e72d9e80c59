package io.sqlserversim.querystore.views;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.DATETIMEOFFSET;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.TINYINT;

import io.sqlserversim.querystore.cost.ViewCost;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.PlanFeedback;
import io.sqlserversim.querystore.history.ReplicaGroup;
import io.sqlserversim.querystore.history.Ticks;
import io.sqlserversim.querystore.history.VariantLink;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.types.SqlType;
import java.util.List;
import java.util.function.Supplier;

/** sys.query_store_query_variant and sys.query_store_plan_feedback, from 2022 on: what the server did by itself. */
final class AdaptiveViews {
    private static final SqlType TEXT = SqlType.nvarchar(SqlType.MAX);

    private AdaptiveViews() {}

    static StoreView<ListRows<VariantLink>> variants(
            QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs) {
        List<ViewColumn<ListRows<VariantLink>>> columns = new ViewColumns<ListRows<VariantLink>>(profile)
                .required("query_variant_query_id", BIGINT, row -> row.current().queryId())
                .required("parent_query_id", BIGINT, row -> row.current().parentId())
                .required("dispatcher_plan_id", BIGINT, row -> row.current().dispatcherPlanId())
                .list();
        return new StoreView<>(
                "sys.query_store_query_variant",
                ViewCost.SMALL,
                columns,
                List.of("query_variant_query_id", "dispatcher_plan_id"),
                costs,
                bounds -> new ListRows<>(VariantLink.of(store.get())));
    }

    static StoreView<ListRows<PlanFeedback>> feedback(
            QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs) {
        List<ViewColumn<ListRows<PlanFeedback>>> columns = new ViewColumns<ListRows<PlanFeedback>>(profile)
                .required("plan_feedback_id", BIGINT, row -> row.current().id())
                .required("plan_id", BIGINT, row -> row.current().planId())
                .required("feature_id", TINYINT, row -> row.current().feature())
                .optional(
                        "feature_desc",
                        Descriptions.DESC,
                        row -> Descriptions.feedbackFeature(row.current().feature()))
                .optional("feedback_data", TEXT, row -> row.current().data())
                .optional("state", INT, row -> row.current().state())
                .optional(
                        "state_desc",
                        Descriptions.DESC,
                        row -> Descriptions.feedbackState(row.current().state()))
                .required(
                        "create_time",
                        DATETIMEOFFSET,
                        row -> Ticks.offsetDateTime(row.current().created()))
                .optional(
                        "last_updated_time",
                        DATETIMEOFFSET,
                        row -> Ticks.offsetDateTime(row.current().updated()))
                .required("replica_group_id", BIGINT, row -> ReplicaGroup.LOCAL)
                .list();
        return new StoreView<>(
                "sys.query_store_plan_feedback",
                ViewCost.SMALL,
                columns,
                List.of("plan_feedback_id"),
                costs,
                bounds -> new ListRows<>(PlanFeedback.of(store.get())));
    }
}
