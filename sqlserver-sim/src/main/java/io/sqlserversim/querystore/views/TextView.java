package io.sqlserversim.querystore.views;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.BIT;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.workload.Identity;
import io.sqlserversim.querystore.workload.Workload;
import io.sqlserversim.types.SqlType;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** sys.query_store_query_text. */
final class TextView {
    private static final String ID = "query_text_id";

    private TextView() {}

    static StoreView<TextRows> of(QueryStoreProfile profile, Supplier<Moment> store, LongAdder visited) {
        List<ViewColumn<TextRows>> columns = new ViewColumns<TextRows>(profile)
                .required(ID, BIGINT, TextRows::textId)
                .optional("query_sql_text", SqlType.nvarchar(SqlType.MAX), TextRows::text)
                .optional("statement_sql_handle", SqlType.varbinary(44), row -> Identity.handle(row.text()))
                .required("is_part_of_encrypted_module", BIT, row -> false)
                .required("has_restricted_text", BIT, row -> false)
                .list();
        return new StoreView<>(
                "sys.query_store_query_text",
                true,
                columns,
                List.of(ID),
                visited,
                bounds -> new TextRows(store.get(), bounds.of(ID)));
    }

    /** Confined to one thread. */
    static final class TextRows implements Rows {
        private final Moment moment;
        private final Identity identity;
        private final IdWalk walk;
        private long visited;

        TextRows(Moment moment, Bounds ids) {
            this.moment = moment;
            this.identity = new Identity(moment.workload());
            int queries = moment.queries();
            this.walk = new IdWalk(ids, 1, queries == 0 ? 0 : moment.workload().textOf(queries - 1) + 1L);
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

        long textId() {
            return walk.id();
        }

        String text() {
            Workload workload = moment.workload();
            int query = workload.firstQueryOf((int) walk.id() - 1);
            return identity.text(moment.contentOf(query));
        }
    }
}
