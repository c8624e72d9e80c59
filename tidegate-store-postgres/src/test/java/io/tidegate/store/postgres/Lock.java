package io.tidegate.store.postgres;

import io.tidegate.core.time.Await;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A table locked beside the store, so that a call stops at that very place. Confined to the test's thread. */
final class Lock implements AutoCloseable {
    private final Connection holder;
    private final Connection watcher;

    /** Takes the lock, e.g. {@code stage IN SHARE MODE}. */
    Lock(String schema, String tableAndMode) throws SQLException {
        watcher = TestPostgres.beside(schema);
        holder = TestPostgres.beside(schema);
        holder.setAutoCommit(false);
        try (Statement s = holder.createStatement()) {
            s.execute("LOCK TABLE " + tableAndMode);
        }
    }

    /** Waits until so many sessions of stores wait for a lock, directly or behind one another. */
    void awaitWaiting(int sessions) {
        awaitWaiting(sessions, () -> false);
    }

    /** The same, or until something else has come, which a test then finds wrong. */
    void awaitWaiting(int sessions, BooleanSupplier or) {
        Await.until(
                sessions + " waiting sessions",
                Duration.ofSeconds(60),
                () -> or.getAsBoolean() || waiting() >= sessions);
    }

    private int waiting() {
        try (Statement s = watcher.createStatement();
                ResultSet r = s.executeQuery("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                        + " AND application_name LIKE 'tidegate-%'")) {
            r.next();
            return r.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        holder.rollback();
        holder.close();
        watcher.close();
    }
}
