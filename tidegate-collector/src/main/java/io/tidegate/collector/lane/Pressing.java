package io.tidegate.collector.lane;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the server's pressure does to a lease: what it did to its slice, and what it may still do between its statements. Immutable.
 *
 * @param note why the slice is smaller than planned, for the lease's row; empty where it is not
 * @param again asked before each heavy statement: why nothing more is to be read; empty to go on. It may block for a few light batches
 */
record Pressing(String note, Supplier<Optional<String>> again) {
    /** Nobody looks. */
    static final Pressing NONE = new Pressing("", Optional::empty);
}
