package io.tidegate.core.store;

import java.util.Optional;

/** Where a store lies, as far as its size goes. Thread-safe. */
@FunctionalInterface
public interface StoreDisk {
    /** A store of which nobody knows how large it is. */
    StoreDisk UNKNOWN = Optional::empty;

    /**
     * Measures. Blocks for a look at some files; throws nothing.
     *
     * @return empty when it cannot be measured
     */
    Optional<Size> measure();

    /**
     * A measurement. Immutable.
     *
     * @param bytes that the store takes
     * @param freeBytes that are left for it on its disk
     */
    record Size(long bytes, long freeBytes) {}
}
