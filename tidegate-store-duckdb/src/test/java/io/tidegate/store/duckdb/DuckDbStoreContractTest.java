package io.tidegate.store.duckdb;

import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.StoreContract;
import io.tidegate.core.store.StoreUnderTest;
import java.nio.file.Path;

/** The contract of every store, kept by DuckDB. */
class DuckDbStoreContractTest extends StoreContract {
    private record Opened(DuckDbStore store) implements StoreUnderTest {
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
        return new Opened(TestStores.open(dir));
    }
}
