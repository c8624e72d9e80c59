package io.sqlserversim.querystore.views;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.DATETIMEOFFSET;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.TINYINT;

import io.sqlserversim.querystore.cost.ViewCost;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.types.SqlType;
import java.util.List;

/**
 * The smaller views of 2022 and later, which have no rows here: no variants and no feedback.
 */
final class EmptyViews {
    private static final SqlType TEXT = SqlType.nvarchar(SqlType.MAX);

    private EmptyViews() {}

    static List<StoreView<NoRows>> of(QueryStoreProfile profile) {
        if (profile.level() < 16) {
            return List.of();
        }
        return List.of(variants(profile), feedback(profile));
    }

    private static StoreView<NoRows> variants(QueryStoreProfile profile) {
        return view(
                "sys.query_store_query_variant",
                new ViewColumns<NoRows>(profile)
                        .required("query_variant_query_id", BIGINT, row -> null)
                        .required("parent_query_id", BIGINT, row -> null)
                        .required("dispatcher_plan_id", BIGINT, row -> null));
    }

    private static StoreView<NoRows> feedback(QueryStoreProfile profile) {
        return view(
                "sys.query_store_plan_feedback",
                new ViewColumns<NoRows>(profile)
                        .required("plan_feedback_id", BIGINT, row -> null)
                        .required("plan_id", BIGINT, row -> null)
                        .required("feature_id", TINYINT, row -> null)
                        .optional("feature_desc", Descriptions.DESC, row -> null)
                        .optional("feedback_data", TEXT, row -> null)
                        .optional("state", INT, row -> null)
                        .optional("state_desc", Descriptions.DESC, row -> null)
                        .required("create_time", DATETIMEOFFSET, row -> null)
                        .optional("last_updated_time", DATETIMEOFFSET, row -> null)
                        .required("replica_group_id", BIGINT, row -> null));
    }

    private static StoreView<NoRows> view(String name, ViewColumns<NoRows> columns) {
        return new StoreView<>(
                name, ViewCost.SMALL, columns.list(), List.of(), new ViewCosts(), bounds -> new NoRows());
    }

    /** Nothing. Confined to one thread. */
    static final class NoRows implements Rows {
        @Override
        public boolean advance() {
            return false;
        }

        @Override
        public long visited() {
            return 0;
        }
    }
}
