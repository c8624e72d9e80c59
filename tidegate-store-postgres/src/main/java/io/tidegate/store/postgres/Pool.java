package io.tidegate.store.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tidegate.core.time.Deadlines;
import io.tidegate.core.time.Ticker;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A bounded pool of connections, and calls on them: each is one transaction, on its caller's thread, which may be a
 * virtual one. Thread-safe.
 */
final class Pool implements AutoCloseable {
    /** A transaction that lost against others is tried this often, within the call's limit. */
    private static final int ATTEMPTS = 4;

    private final PostgresOptions options;
    private final Tools tools;
    private final HikariDataSource connections;

    /** What a store is given for time and threads. */
    record Tools(ThreadFactory threads, Ticker ticker, Deadlines deadlines) {}

    /** What is done in one transaction. */
    @FunctionalInterface
    interface Work<T extends @Nullable Object> {
        T run(Db db) throws SQLException;
    }

    /** A pool whose transactions may write, each statement seeing what is committed. */
    static Pool writing(PostgresOptions options, DataSource source, Tools tools) {
        HikariConfig config = config("collector", options.collectorConnections(), options, source, tools);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        return new Pool(options, config, tools);
    }

    /** A pool whose transactions only read, from one snapshot each. */
    static Pool reading(PostgresOptions options, DataSource source, Tools tools) {
        HikariConfig config = config("history", options.historyConnections(), options, source, tools);
        config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        config.setReadOnly(true);
        return new Pool(options, config, tools);
    }

    private Pool(PostgresOptions options, HikariConfig config, Tools tools) {
        this.options = options;
        this.tools = tools;
        this.connections = new HikariDataSource(config);
    }

    private static HikariConfig config(String name, int size, PostgresOptions options, DataSource source, Tools tools) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("tidegate-store-" + name);
        config.setDataSource(source);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setAutoCommit(false);
        config.setConnectionTimeout(options.waitLimit().toMillis());
        config.setValidationTimeout(Math.max(250, options.waitLimit().toMillis() / 2));
        config.setInitializationFailTimeout(-1);
        config.setThreadFactory(tools.threads());
        return config;
    }

    /**
     * Runs work that writes in a transaction; may run it several times, each time from the begin.
     *
     * @throws io.tidegate.core.store.StoreException when it failed or the limit has passed; ambiguous when its commit was
     *     not answered
     */
    <T extends @Nullable Object> T change(Work<T> work) {
        return call(work, true);
    }

    /** The same for work that gives nothing back. */
    void run(Change change) {
        this.<@Nullable Void>change(db -> {
            change.run(db);
            return null;
        });
    }

    /** Writes. */
    interface Change {
        void run(Db db) throws SQLException;
    }

    /**
     * The same for work that only reads, which is never ambiguous.
     *
     * @throws io.tidegate.core.store.StoreException when it failed or the limit has passed
     */
    <T extends @Nullable Object> T read(Work<T> work) {
        return call(work, false);
    }

    private <T extends @Nullable Object> T call(Work<T> work, boolean writes) {
        long end = tools.ticker().readNanos() + options.callLimit().toNanos();
        for (int attempt = 1; ; attempt++) {
            try {
                return once(work, writes, end);
            } catch (SQLException e) {
                if (attempt == ATTEMPTS || !Failures.isLostRace(e)) {
                    throw Failures.during(e, false);
                }
            }
        }
    }

    private <T extends @Nullable Object> T once(Work<T> work, boolean writes, long end) throws SQLException {
        try (Lent lent = lend(end)) {
            T result;
            try {
                result = work.run(lent.db());
            } catch (SQLException e) {
                throw lent.workFailed(e);
            } catch (RuntimeException | Error e) {
                lent.rollback(e);
                throw e;
            }
            lent.commit(writes);
            return result;
        }
    }

    private Lent lend(long end) {
        Connection connection;
        try {
            connection = connections.getConnection();
        } catch (SQLException e) {
            throw Failures.noConnection(options, e);
        }
        Duration left = Duration.ofNanos(Math.max(1, end - tools.ticker().readNanos()));
        return new Lent(
                connection,
                left,
                options.callLimit(),
                tools.deadlines(),
                tools.threads(),
                () -> connections.evictConnection(connection));
    }

    /** Closes all connections; calls that still run fail. */
    @Override
    public void close() {
        connections.close();
    }
}
