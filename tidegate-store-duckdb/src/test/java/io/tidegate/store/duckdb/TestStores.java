package io.tidegate.store.duckdb;

import io.tidegate.core.time.SystemTicker;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;

/** Opens stores for tests. */
final class TestStores {
    private TestStores() {}

    static final DuckDbOptions SMALL = DuckDbOptions.DEFAULTS.withCheckpointThresholdMb(4);

    static DuckDbStore open(Path directory) {
        return open(directory, SMALL);
    }

    static DuckDbStore open(Path directory, DuckDbOptions options) {
        return DuckDbStores.open(directory, options, threads(), InstantSource.system(), SystemTicker.INSTANCE);
    }

    /** With another choice of what goes into the archive. */
    static DuckDbStore open(Path directory, Archive.Tools archiving) {
        return new DuckDbStore(
                Engine.open(directory, SMALL, InstantSource.system()),
                SMALL,
                new StoreThreads.Tools(threads(), SystemTicker.INSTANCE),
                archiving);
    }

    static ThreadFactory threads() {
        return Thread.ofPlatform().daemon().factory();
    }
}
