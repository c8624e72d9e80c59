package io.tidegate.store.duckdb;

import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;

/** Opens embedded stores. Thread-safe, no state. */
public final class DuckDbStores {
    private DuckDbStores() {}

    /**
     * Whether there is a store in a directory: its file, or the write-ahead log of one that was killed at its first breath.
     * Blocks for the disk.
     *
     * @param directory where the file would be
     * @return false also when the directory is not there
     */
    public static boolean isThere(Path directory) {
        return Files.exists(directory.resolve(Engine.FILE)) || Files.exists(directory.resolve(Engine.FILE + ".wal"));
    }

    /**
     * Whether a store could not be opened since another process has it, which may end soon. Does not block.
     *
     * @param failure what {@link #open} threw
     * @return true for that one reason alone
     */
    public static boolean isInUse(StoreException failure) {
        return failure.getCause() instanceof Failures.InUse;
    }

    /**
     * Opens the store in a directory, which is made when it is not there, and brings its schema forward. Blocks while the
     * write-ahead log of a process that was killed is read, which takes a second or two.
     *
     * @param directory where the file is; one process at a time
     * @param options settings
     * @param threads makes the store's platform threads; never virtual ones, which DuckDB's calls would pin
     * @param clock our clock, for the date of a schema step
     * @param ticker a monotonic clock
     * @return the open store, to be closed by the caller
     * @throws StoreException in one sentence for a user: the directory cannot be read, the store is
     *     in use, or of a newer version, or the disk is full
     */
    public static DuckDbStore open(
            Path directory, DuckDbOptions options, ThreadFactory threads, InstantSource clock, Ticker ticker) {
        Engine engine = Engine.open(directory, options, clock);
        return new DuckDbStore(
                engine,
                options,
                new StoreThreads.Tools(threads, ticker),
                Archive.Tools.of(ArchiveRules.DEFAULTS, clock, ticker));
    }
}
