package io.tidegate.sqlserver.session;

import io.tidegate.core.gate.InstanceIdentity;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Objects;

/**
 * A session after its first light batches: it knows who it is. Confined to one thread.
 *
 * @param target the server
 * @param channel its connection
 * @param identity which session on which life of which instance
 * @param serverNow the server's clock, UTC, in the answer to the first batch
 * @param arrivedNanos our ticker when that answer had come
 */
public record OpenedSession(
        ServerTarget target, Channel channel, SessionIdentity identity, LocalDateTime serverNow, long arrivedNanos) {
    /** Azure SQL Database; law ONE holds per database there. Source: SERVERPROPERTY('EngineEdition'). */
    private static final int AZURE_SQL_DATABASE = 5;

    private static final LocalDateTime NO_START_KNOWN = LocalDateTime.of(1900, 1, 1, 0, 0);

    /** Sets the session's options and asks who it is. Blocks for two light batches. */
    static OpenedSession begin(ServerTarget target, Channel channel, Ticker ticker) {
        channel.run(Statements.SESSION_SETTINGS.text().bind().build());
        try {
            return channel.one(Statements.SESSION_IDENTITY.text().bind().build(), row -> {
                requireFitting(target, isAzure(row));
                return new OpenedSession(target, channel, identity(row), time(row, "server_now"), ticker.readNanos());
            });
        } catch (SqlServerException failed) {
            if (failed.fault() instanceof Fault.NotPermitted) {
                // the views of tempdb are closed to everybody on Azure SQL Database: no GRANT would help
                requireFitting(
                        target,
                        channel.one(Statements.SERVER_VERSION.text().bind().build(), OpenedSession::isAzure));
            }
            throw failed;
        }
    }

    private static boolean isAzure(ResultSet row) throws SQLException {
        return row.getInt("engine_edition") == AZURE_SQL_DATABASE;
    }

    /** A lock of an instance is in {@code tempdb} and nowhere else; Azure SQL Database has one in each database. */
    private static void requireFitting(ServerTarget target, boolean isAzure) {
        if (isAzure == target.isDatabase()) {
            return;
        }
        throw new SqlServerException(
                new Fault.NotSupported(
                        isAzure
                                ? target.name() + " is Azure SQL Database, where each database is read by sessions of"
                                        + " its own. Next: name them, e.g. 'database: [Sales]', in the configuration."
                                : target.name() + " is a whole instance, and 'database' is for Azure SQL Database."
                                        + " Next: use 'databases: {include: [" + target.database() + "]}'.",
                        0),
                null);
    }

    /**
     * Whether the login sees other sessions. Blocks for a light batch.
     *
     * @return true when what it does not see is not there
     */
    public boolean seesAllSessions() {
        return channel.one(Statements.SEES_ALL_SESSIONS.text().bind().build(), row -> row.getInt("sees_all") == 1);
    }

    private static SessionIdentity identity(ResultSet row) throws SQLException {
        String server = Objects.requireNonNullElse(row.getString("server_name"), "");
        if (isAzure(row)) {
            server = server + "/" + row.getString("current_database");
        }
        LocalDateTime started = row.getObject("tempdb_created", LocalDateTime.class);
        return new SessionIdentity(
                new InstanceIdentity(server, started == null ? NO_START_KNOWN : started),
                row.getInt("session_id"),
                time(row, "login_time"));
    }

    static LocalDateTime time(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(row.getObject(column, LocalDateTime.class), column);
    }
}
