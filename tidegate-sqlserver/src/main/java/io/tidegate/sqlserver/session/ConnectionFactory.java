package io.tidegate.sqlserver.session;

import io.tidegate.sqlserver.ServerTarget;
import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections. Implementations are thread-safe. */
@FunctionalInterface
public interface ConnectionFactory {
    /**
     * Opens a connection of its own: not pooled, and never opened again behind our back. Blocks up to the login limit.
     *
     * @param target which server
     * @param settings how
     * @return a connection that the caller closes or aborts
     * @throws SQLException as the driver does
     */
    Connection open(ServerTarget target, ConnectionSettings settings) throws SQLException;
}
