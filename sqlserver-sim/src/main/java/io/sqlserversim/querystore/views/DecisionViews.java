package io.sqlserversim.querystore.views;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.DATETIME;
import static io.sqlserversim.types.SqlType.INT;

import io.sqlserversim.querystore.cost.ViewCost;
import io.sqlserversim.querystore.history.Interventions.Forcing;
import io.sqlserversim.querystore.history.Interventions.Hint;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.ReplicaGroup;
import io.sqlserversim.querystore.history.Ticks;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.types.SqlType;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** sys.query_store_query_hints and sys.query_store_plan_forcing_locations, from 2022 on. */
final class DecisionViews {
    private static final SqlType TEXT = SqlType.nvarchar(SqlType.MAX);
    private static final SqlType REASON = SqlType.nvarchar(128);

    private DecisionViews() {}

    static StoreView<ListRows<Hint>> hints(QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs) {
        List<ViewColumn<ListRows<Hint>>> columns = new ViewColumns<ListRows<Hint>>(profile)
                .required("query_hint_id", BIGINT, row -> row.current().id())
                .required("query_id", BIGINT, row -> row.current().query() + 1L)
                .required("replica_group_id", BIGINT, row -> ReplicaGroup.LOCAL)
                .optional("query_hint_text", TEXT, row -> row.current().text())
                .required("last_query_hint_failure_reason", INT, row -> 0)
                .optional("last_query_hint_failure_reason_desc", REASON, row -> "NONE")
                .required("query_hint_failure_count", BIGINT, row -> 0L)
                .optional("source", INT, row -> 0)
                .optional("source_desc", REASON, row -> "User")
                .optional("comment", TEXT, row -> null)
                .list();
        return new StoreView<>(
                "sys.query_store_query_hints",
                ViewCost.SMALL,
                columns,
                List.of("query_hint_id"),
                costs,
                bounds -> new ListRows<>(store.get().traits().interventions().hints()));
    }

    static StoreView<ListRows<Map.Entry<Integer, Forcing>>> locations(
            QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs) {
        List<ViewColumn<ListRows<Map.Entry<Integer, Forcing>>>> columns = new ViewColumns<
                        ListRows<Map.Entry<Integer, Forcing>>>(profile)
                .required("plan_forcing_location_id", BIGINT, row -> (long) row.place())
                .required("query_id", BIGINT, row -> row.current().getKey() + 1L)
                .required("plan_id", BIGINT, row -> row.current().getValue().plan() + 1L)
                .required("replica_group_id", BIGINT, row -> ReplicaGroup.LOCAL)
                .required("timestamp", DATETIME, 17, row -> time(row.current().getValue()))
                .required("plan_forcing_type", INT, 17, row -> 1)
                .optional("plan_forcing_type_desc", Descriptions.DESC, 17, row -> "MANUAL")
                .list();
        return new StoreView<>(
                "sys.query_store_plan_forcing_locations",
                ViewCost.SMALL,
                columns,
                List.of("plan_forcing_location_id"),
                costs,
                bounds -> new ListRows<>(List.copyOf(
                        new TreeMap<>(store.get().traits().interventions().forced()).entrySet())));
    }

    private static LocalDateTime time(Forcing forcing) {
        return Ticks.offsetDateTime(forcing.at()).toLocalDateTime().truncatedTo(ChronoUnit.SECONDS);
    }
}
