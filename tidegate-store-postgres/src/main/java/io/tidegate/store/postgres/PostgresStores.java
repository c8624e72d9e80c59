package io.tidegate.store.postgres;

import io.tidegate.core.time.Deadlines;
import io.tidegate.core.time.Ticker;
import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;

/** Opens shared stores. Thread-safe, no state. */
public final class PostgresStores {
    private PostgresStores() {}

    /**
     * Opens the store in a schema, which is made when it is not there, and brings it forward. Blocks up to the call limit,
     * for another node that does the same at that moment included.
     *
     * @param options where, who, limits
     * @param threads makes the threads of the pools, and the one that closes a connection at its limit
     * @param clock our clock, for the date of a schema step
     * @param ticker a monotonic clock
     * @param deadlines where the limits of calls are armed; must live as long as the store
     * @return the open store, to be closed by the caller
     * @throws io.tidegate.core.store.StoreException in one sentence for a user: the server cannot be reached, refuses the
     *     login, is too old, or the store is of a newer version
     */
    public static PostgresStore open(
            PostgresOptions options, ThreadFactory threads, InstantSource clock, Ticker ticker, Deadlines deadlines) {
        DataSource writer = Sessions.of(options, options.login(), "collector");
        new Migrator(options, clock).migrate(writer);
        Login reader = options.reader() == null ? options.login() : options.reader();
        Pool.Tools tools = new Pool.Tools(threads, ticker, deadlines);
        PostgresStore store = new PostgresStore(
                options,
                Pool.writing(options, writer, tools),
                Pool.reading(options, Sessions.of(options, reader, "history"), tools));
        try {
            store.closeLeft();
            return store;
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }
}
