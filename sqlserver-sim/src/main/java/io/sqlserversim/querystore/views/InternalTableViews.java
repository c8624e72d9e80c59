package io.sqlserversim.querystore.views;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.BIT;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.SYSNAME;
import static io.sqlserversim.types.SqlType.TINYINT;
import static io.sqlserversim.types.SqlType.nvarchar;

import io.sqlserversim.querystore.cost.ViewCost;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.StorageEstimate;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * sys.internal_tables and sys.dm_db_partition_stats, as far as the tables go that Query Store is kept in: without those of
 * other features and of users, and without columns that nobody asks for a size. Types of the tables: "sys.internal_tables",
 * SQL documentation.
 */
final class InternalTableViews {
    private static final int FIRST_ID = 1_100;
    private static final long PAGE = 8_192;

    private InternalTableViews() {}

    static StoreView<Tables> tables(QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs) {
        List<ViewColumn<Tables>> columns = new ViewColumns<Tables>(profile)
                .required("name", SYSNAME, row -> row.current().table())
                .required("object_id", INT, Tables::objectId)
                .required("schema_id", INT, row -> 4)
                .required("is_ms_shipped", BIT, row -> true)
                .required("internal_type", TINYINT, row -> row.current().internalType())
                .optional(
                        "internal_type_desc",
                        nvarchar(60),
                        row -> row.current()
                                .table()
                                .replace("plan_persist", "query_disk_store")
                                .toUpperCase(Locale.ROOT))
                .list();
        return view("sys.internal_tables", columns, store, costs);
    }

    static StoreView<Tables> partitions(QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs) {
        List<ViewColumn<Tables>> columns = new ViewColumns<Tables>(profile)
                .optional("partition_id", BIGINT, row -> (long) row.objectId())
                .required("object_id", INT, Tables::objectId)
                .required("index_id", INT, row -> 1)
                .required("partition_number", INT, row -> 1)
                .optional("used_page_count", BIGINT, row -> (row.current().bytes() + PAGE - 1) / PAGE)
                .optional("reserved_page_count", BIGINT, row -> (row.current().bytes() + PAGE - 1) / PAGE)
                .optional("row_count", BIGINT, row -> row.current().rows())
                .list();
        return view("sys.dm_db_partition_stats", columns, store, costs);
    }

    private static StoreView<Tables> view(
            String name, List<ViewColumn<Tables>> columns, Supplier<Moment> store, ViewCosts costs) {
        return new StoreView<>(
                name,
                ViewCost.SMALL,
                columns,
                List.of(),
                costs,
                bounds -> new Tables(StorageEstimate.parts(store.get()).iterator()));
    }

    /** Confined to one thread. */
    static final class Tables implements Rows {
        private final Iterator<StorageEstimate.Part> left;
        private StorageEstimate.@Nullable Part current;
        private int visited;

        Tables(Iterator<StorageEstimate.Part> parts) {
            this.left = parts;
        }

        StorageEstimate.Part current() {
            return Objects.requireNonNull(current, "no current row");
        }

        int objectId() {
            return FIRST_ID + current().internalType();
        }

        @Override
        public boolean advance() {
            boolean more = left.hasNext();
            current = more ? left.next() : null;
            visited += more ? 1 : 0;
            return more;
        }

        @Override
        public long visited() {
            return visited;
        }
    }
}
