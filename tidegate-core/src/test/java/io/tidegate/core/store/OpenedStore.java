package io.tidegate.core.store;

/** What the parts of the contract have to work on. */
interface OpenedStore {
    CollectorStore collector();

    HistoryReader reader();

    /** Closes the store and opens it again; skips the test when the store keeps nothing beyond the process. */
    void reopen();
}
