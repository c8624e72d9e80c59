package io.tidegate.store.postgres;

import io.tidegate.core.schema.LogicalSchema;
import io.tidegate.core.schema.Table;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.StoreContract;
import io.tidegate.core.store.StoreUnderTest;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The contract of every store, kept by PostgreSQL: one schema, emptied when the folder is a new one. */
class PostgresStoreContractTest extends StoreContract {
    private static final String SCHEMA = TestPostgres.freshSchema();

    private static @Nullable Path lastFolder;

    private record Opened(PostgresStore store) implements StoreUnderTest {
        @Override
        public CollectorStore collector() {
            return store;
        }

        @Override
        public HistoryReader reader() {
            return store;
        }

        @Override
        public void close() {
            store.close();
        }
    }

    @Override
    protected StoreUnderTest open(Path dir) throws SQLException {
        PostgresStore store = TestStores.open(SCHEMA);
        if (!dir.equals(lastFolder)) {
            clear();
            lastFolder = dir;
        }
        return new Opened(store);
    }

    private static void clear() throws SQLException {
        try (Connection c = TestPostgres.beside(SCHEMA);
                Statement s = c.createStatement()) {
            for (Table table : LogicalSchema.tables()) {
                if (!table.name().equals("schema_version")) {
                    s.execute("DELETE FROM " + table.name());
                }
            }
        }
    }
}
