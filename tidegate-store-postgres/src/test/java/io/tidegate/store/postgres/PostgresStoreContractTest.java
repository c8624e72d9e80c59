package io.tidegate.store.postgres;

import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.StoreContract;
import io.tidegate.core.store.StoreUnderTest;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The contract of every store, kept by PostgreSQL: a folder stands for a schema. */
class PostgresStoreContractTest extends StoreContract {
    private static final Map<Path, String> SCHEMAS = new ConcurrentHashMap<>();

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
    protected StoreUnderTest open(Path dir) {
        return new Opened(TestStores.open(SCHEMAS.computeIfAbsent(dir, d -> TestPostgres.freshSchema())));
    }
}
