package io.tidegate.app.holder;

import io.tidegate.core.store.StoreChanges;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.SystemPause;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.store.duckdb.DuckDbOptions;
import io.tidegate.store.duckdb.DuckDbStore;
import io.tidegate.store.duckdb.DuckDbStores;
import io.tidegate.web.api.Answers;
import io.tidegate.web.api.StoreAnswers;
import io.tidegate.web.api.StoreSize;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store to be asked: through the process that holds it, or opened here when none does. Thread-safe.
 *
 * @param answers what to ask
 * @param closing what to close at the end
 */
public record StoreAccess(Answers answers, AutoCloseable closing) implements AutoCloseable {
    /**
     * Opens a store for questions. Makes none where there is none. Blocks as opening a store does, and up to 10 s longer while
     * another process has it that cannot be asked.
     *
     * @param directory the store's folder
     * @return to be closed
     * @throws StoreException when there is no store, or it cannot be opened; one sentence for a user
     */
    public static StoreAccess open(Path directory) {
        return open(directory, null);
    }

    /**
     * The same where it may be known for how long the store keeps rows; a process that has the store knows it better.
     *
     * @param directory the store's folder
     * @param retention as configured; null when not known
     * @return to be closed
     * @throws StoreException as above
     */
    public static StoreAccess open(Path directory, @Nullable Duration retention) {
        return new StoreOpening(SystemTicker.INSTANCE, new SystemPause())
                .open(() -> once(directory, retention), () -> false);
    }

    private static StoreAccess once(Path directory, @Nullable Duration retention) {
        Optional<HolderFile.Holder> holder = HolderFile.read(directory);
        if (holder.isPresent()) {
            RemoteAnswers remote = new RemoteAnswers(holder.get());
            return new StoreAccess(remote, remote);
        }
        if (!DuckDbStores.isThere(directory)) {
            throw new StoreException(noStore(directory), new java.io.FileNotFoundException(directory.toString()));
        }
        DuckDbStore store = DuckDbStores.open(
                directory,
                DuckDbOptions.DEFAULTS,
                Thread.ofPlatform().daemon().name("store-", 0).factory(),
                InstantSource.system(),
                SystemTicker.INSTANCE);
        InstantSource clock = InstantSource.system();
        StoreSize size = new StoreSize(store, new FolderDisk(directory), retention, clock);
        return new StoreAccess(new StoreAnswers(store, new StoreChanges(), size, store, null, null, clock), store);
    }

    /**
     * What to say where there is no store.
     *
     * @param directory the folder
     * @return one sentence for a user
     */
    public static String noStore(Path directory) {
        return "there is no store in " + directory + "; name one with --store, or start 'tidegate lite'";
    }

    @Override
    public void close() {
        try {
            closing.close();
        } catch (Exception left) {
            throw new StoreException("the store could not be closed", left);
        }
    }
}
