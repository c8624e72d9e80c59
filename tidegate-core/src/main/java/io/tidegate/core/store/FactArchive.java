package io.tidegate.core.store;

/** Where a store keeps facts that nobody writes to any more in a cheaper way, if it has one. Thread-safe. */
public interface FactArchive {
    /**
     * Moves a bounded part of the oldest facts there, and clears away what it holds of expired ones. Nothing that readers or
     * the collector see changes by it. Blocks for a few of the store's calls, each within its time limit.
     *
     * @return whether there may be more to move; false always in a store that has no such place
     * @throws StoreException when it failed; what was not moved stays where it was
     */
    default boolean archive() {
        return false;
    }
}
