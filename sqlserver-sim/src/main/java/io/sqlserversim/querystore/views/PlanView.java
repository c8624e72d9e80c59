package io.sqlserversim.querystore.views;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.BIT;
import static io.sqlserversim.types.SqlType.DATETIMEOFFSET;
import static io.sqlserversim.types.SqlType.FLOAT;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.SMALLINT;

import io.sqlserversim.querystore.cost.ViewCost;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.types.SqlType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** sys.query_store_plan: 21 columns in 2016, 23 in 2017 and 2019, 27 from 2022 on. */
final class PlanView {
    private static final List<String> FLAGS = List.of(
            "is_online_index_plan",
            "is_trivial_plan",
            "is_parallel_plan",
            "is_forced_plan",
            "is_natively_compiled",
            "has_compile_replay_script",
            "is_optimized_plan_forcing_disabled");

    private PlanView() {}

    static StoreView<PlanRows> of(QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs) {
        return new StoreView<>(
                "sys.query_store_plan",
                ViewCost.PLAN,
                columns(profile),
                List.of("plan_id"),
                costs,
                bounds -> new PlanRows(
                        store.get(), bounds.of("plan_id"), bounds.of("query_id"), bounds.charge(), costs.readPlans()),
                bounds -> CapturedValues.plans(store.get(), constants(profile)));
    }

    private static List<ViewColumn<PlanRows>> columns(QueryStoreProfile profile) {
        String engineVersion = engineVersion(profile);
        short compatibility = (short) (profile.level() * 10);
        ViewColumns<PlanRows> columns = new ViewColumns<PlanRows>(profile)
                .required("plan_id", BIGINT, PlanRows::planId)
                .required("query_id", BIGINT, PlanRows::queryId)
                .optional("plan_group_id", BIGINT, row -> 0L)
                .optional("engine_version", SqlType.nvarchar(32), row -> engineVersion)
                .required("compatibility_level", SMALLINT, row -> (int) compatibility)
                .required("query_plan_hash", SqlType.binary(8), PlanRows::planHash)
                .optional("query_plan", SqlType.nvarchar(SqlType.MAX), PlanRows::planXml)
                .required("is_online_index_plan", BIT, row -> false)
                .required("is_trivial_plan", BIT, row -> false)
                .required("is_parallel_plan", BIT, PlanRows::isParallel)
                .required("is_forced_plan", BIT, PlanRows::isForced)
                .required("is_natively_compiled", BIT, row -> false)
                .required("force_failure_count", BIGINT, PlanRows::forceFailures)
                .required("last_force_failure_reason", INT, PlanRows::forceFailureReason)
                .optional(
                        "last_force_failure_reason_desc",
                        SqlType.nvarchar(128),
                        row -> Descriptions.forceFailure(row.forceFailureReason()))
                .optional("count_compiles", BIGINT, PlanRows::compiles)
                .required("initial_compile_start_time", DATETIMEOFFSET, PlanRows::compiledFirst)
                .optional("last_compile_start_time", DATETIMEOFFSET, PlanRows::compiledLast)
                .optional("last_execution_time", DATETIMEOFFSET, PlanRows::executedLast)
                .optional("avg_compile_duration", FLOAT, row -> (double) row.compileMicros())
                .optional("last_compile_duration", BIGINT, PlanRows::compileMicros);
        return columns.required("plan_forcing_type", INT, 14, row -> row.isForced() ? 1 : 0)
                .optional("plan_forcing_type_desc", Descriptions.DESC, 14, row -> row.isForced() ? "MANUAL" : "NONE")
                .required("has_compile_replay_script", BIT, 16, row -> false)
                .required("is_optimized_plan_forcing_disabled", BIT, 16, row -> false)
                .required("plan_type", INT, 16, PlanRows::planType)
                .optional("plan_type_desc", Descriptions.DESC, 16, row -> Descriptions.planType(row.planType()))
                .list();
    }

    /** What all captured plans have in common. */
    private static Map<String, @Nullable Object> constants(QueryStoreProfile profile) {
        Map<String, @Nullable Object> row = new HashMap<>();
        row.put("plan_group_id", 0L);
        row.put("engine_version", engineVersion(profile));
        row.put("compatibility_level", profile.level() * 10);
        for (String flag : FLAGS) {
            row.put(flag, false);
        }
        row.put("force_failure_count", 0L);
        row.put("last_force_failure_reason", 0);
        row.put("last_force_failure_reason_desc", "NONE");
        row.put("plan_forcing_type", 0);
        row.put("plan_forcing_type_desc", "NONE");
        row.put("plan_type", 0);
        row.put("plan_type_desc", "Compiled Plan");
        return row;
    }

    private static String engineVersion(QueryStoreProfile profile) {
        return switch (profile) {
            case V13 -> "13.0.7055.9";
            case V14 -> "14.0.3500.1";
            case V15 -> "15.0.4440.1";
            case V16 -> "16.0.4195.2";
            case V17 -> "17.0.4006.2";
            case AZURE, MANAGED_INSTANCE -> "12.0.2000.8";
        };
    }
}
