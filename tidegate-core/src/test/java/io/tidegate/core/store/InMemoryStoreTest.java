package io.tidegate.core.store;

import java.nio.file.Path;

/** The store in memory against the contract. */
class InMemoryStoreTest extends StoreContract {
    @Override
    protected StoreUnderTest open(Path dir) {
        return new InMemoryStore();
    }

    @Override
    protected boolean isDurable() {
        return false;
    }
}
