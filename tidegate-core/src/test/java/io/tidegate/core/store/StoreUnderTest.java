package io.tidegate.core.store;

/** A store that a contract test has opened. */
public interface StoreUnderTest extends AutoCloseable {
    /** The collector's side. */
    CollectorStore collector();

    /** The reading side of the same store. */
    HistoryReader reader();

    /** Closes both sides; what was committed can be opened again in the same folder. */
    @Override
    void close();
}
