package io.sqlserversim.querystore.views;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.BIT;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.SMALLINT;
import static io.sqlserversim.types.SqlType.TINYINT;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.cost.ViewCost;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.types.SqlType;
import java.util.List;
import java.util.function.Supplier;

/** sys.query_context_settings: 1 is a driver's, 2 the same with ARITHABORT. */
final class ContextView {
    private ContextView() {}

    static StoreView<ContextRows> of(QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs) {
        List<ViewColumn<ContextRows>> columns = new ViewColumns<ContextRows>(profile)
                .required("context_settings_id", BIGINT, row -> row.walk.id())
                .optional("set_options", SqlType.varbinary(8), row ->
                        new byte[] {0, 0, (byte) (row.walk.id() == 2 ? 0x10 : 0), (byte) 0xFB})
                .required("language_id", SMALLINT, row -> 0)
                .required("date_format", SMALLINT, row -> 1)
                .required("date_first", TINYINT, row -> 7)
                .optional("status", SqlType.varbinary(2), row -> new byte[] {0, 0})
                .required("required_cursor_options", INT, row -> 0)
                .required("acceptable_cursor_options", INT, row -> 0)
                .required("merge_action_type", SMALLINT, row -> 0)
                .required("default_schema_id", INT, row -> -2)
                .required("is_replication_specific", BIT, row -> false)
                .optional("is_contained", SqlType.varbinary(1), row -> new byte[] {0})
                .list();
        return new StoreView<>(
                "sys.query_context_settings",
                ViewCost.SMALL,
                columns,
                List.of("context_settings_id"),
                costs,
                bounds -> new ContextRows(store.get(), bounds.of("context_settings_id")));
    }

    /** Confined to one thread. */
    static final class ContextRows implements Rows {
        private final IdWalk walk;
        private long visited;

        ContextRows(Moment moment, Bounds ids) {
            int queries = moment.queries();
            boolean second = moment.workload().sharesTexts() && queries >= 8;
            this.walk = new IdWalk(ids, 1, queries == 0 ? 0 : second ? 2 : 1);
        }

        @Override
        public boolean advance() {
            boolean more = walk.advance();
            visited += more ? 1 : 0;
            return more;
        }

        @Override
        public long visited() {
            return visited;
        }
    }
}
