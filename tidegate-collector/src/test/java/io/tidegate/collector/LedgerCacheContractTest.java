package io.tidegate.collector;

import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.StoreContract;
import io.tidegate.core.store.StoreUnderTest;
import java.nio.file.Path;

/**
 * What is remembered is what the store would say.
 *
 * <p>Mutations that break it: a write that forgets nothing; an observation taken for the one before though another interval is
 * listed.
 */
class LedgerCacheContractTest extends StoreContract {
    @Override
    protected StoreUnderTest open(Path dir) {
        InMemoryStore store = new InMemoryStore();
        LedgerCache cache = new LedgerCache(store, () -> 0);
        return new StoreUnderTest() {
            @Override
            public CollectorStore collector() {
                return cache;
            }

            @Override
            public HistoryReader reader() {
                return store.reader();
            }

            @Override
            public void close() {
                store.close();
            }
        };
    }

    @Override
    protected boolean isDurable() {
        return false;
    }
}
