package io.sqlserversim.querystore.views;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.BIT;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.cost.ViewCost;
import io.sqlserversim.querystore.history.IdSpace;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.workload.Identity;
import io.sqlserversim.querystore.workload.Oddities;
import io.sqlserversim.querystore.workload.Workload;
import io.sqlserversim.types.SqlType;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** sys.query_store_query_text. */
final class TextView {
    private static final String ID = "query_text_id";

    private TextView() {}

    static StoreView<TextRows> of(QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs) {
        List<ViewColumn<TextRows>> columns = new ViewColumns<TextRows>(profile)
                .required(ID, BIGINT, TextRows::textId)
                .optional("query_sql_text", SqlType.nvarchar(SqlType.MAX), TextRows::shownText)
                .optional("statement_sql_handle", SqlType.varbinary(44), row -> Identity.handle(row.text()))
                .required("is_part_of_encrypted_module", BIT, TextRows::isEncrypted)
                .required("has_restricted_text", BIT, row -> false)
                .list();
        return new StoreView<>(
                "sys.query_store_query_text",
                ViewCost.TEXT,
                columns,
                List.of(ID),
                costs,
                bounds -> new TextRows(store.get(), bounds.of(ID)),
                bounds -> CapturedValues.texts(store.get()));
    }

    /** Confined to one thread. */
    static final class TextRows implements Rows {
        private final Moment moment;
        private final Identity identity;
        private final SlotWalk walk;
        private final IdSpace texts;
        private long visited;

        TextRows(Moment moment, Bounds ids) {
            this.moment = moment;
            this.identity = new Identity(moment.workload());
            this.texts = moment.textIds();
            this.walk = new SlotWalk(texts, ids);
        }

        @Override
        public boolean advance() {
            while (walk.advance()) {
                visited++;
                if (isUsed()) {
                    return true;
                }
            }
            return false;
        }

        private boolean isUsed() {
            Workload workload = moment.workload();
            int first = workload.firstQueryOf(walk.slot());
            int queries = moment.queries();
            for (int query = first; query < queries && workload.textOf(query) == walk.slot(); query++) {
                if (!moment.isRemoved(query)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public long visited() {
            return visited;
        }

        long textId() {
            return texts.idOf(walk.slot());
        }

        @Nullable
        String shownText() {
            return isEncrypted() ? null : text();
        }

        private String text() {
            return identity.text(content());
        }

        private boolean isEncrypted() {
            return Oddities.isEncrypted(moment.workload().spec(), content());
        }

        private int content() {
            return moment.contentOf(moment.workload().firstQueryOf(walk.slot()));
        }
    }
}
