package io.tidegate.store.duckdb;

import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.StoreContract;
import io.tidegate.core.store.StoreUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/**
 * The contract of every store, kept by DuckDB while all that is held stands in files of the archive: before each call of a
 * test everything goes there.
 *
 * <p>Mutations seen to break it: corrections, amounts and restores that know the table alone. Meant to: the same of expiry, last peeks, figures,
 * {@code top} and {@code storedIntervals}.
 */
@Tag("proof")
class ArchivedContractTest extends StoreContract {
    private record Opened(DuckDbStore store) implements StoreUnderTest {
        @Override
        public CollectorStore collector() {
            Everything.archive(store);
            return store;
        }

        @Override
        public HistoryReader reader() {
            Everything.archive(store);
            return store;
        }

        @Override
        public void close() {
            store.close();
        }
    }

    @Override
    protected StoreUnderTest open(Path dir) {
        return new Opened(TestStores.open(dir, Everything.tools(place -> {})));
    }
}
