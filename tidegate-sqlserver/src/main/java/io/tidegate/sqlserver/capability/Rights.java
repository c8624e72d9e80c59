package io.tidegate.sqlserver.capability;

import io.tidegate.sqlserver.catalog.QuotedName;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.Channel;
import io.tidegate.sqlserver.session.OpenedSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Asks which rights the login has. Thread-safe, no state. */
final class Rights {
    private Rights() {}

    /** On Azure SQL Database what counts is held in the database: nobody needs a right at the server. */
    static List<Right> atServer(OpenedSession session) {
        Channel channel = session.channel();
        String user = session.target().login().user();
        if (!session.target().isDatabase()) {
            return atServer(channel, user);
        }
        String database = session.target().database();
        boolean sees = session.seesAllSessions();
        boolean lock = channel.one(
                Statements.SERVER_PERMISSIONS.text().bind().build(),
                row -> row.getInt("execute_getapplock") == 1 || row.wasNull());
        return List.of(
                new Right(
                        "VIEW DATABASE STATE",
                        database,
                        sees,
                        "see who holds the lock, who waits for us, how hard the database works, and whether a serverless one is"
                                + " awake anyway",
                        sees ? "" : "GRANT VIEW DATABASE STATE TO " + QuotedName.of(user) + ";"),
                new Right(
                        "EXECUTE on sys.sp_getapplock",
                        database,
                        lock,
                        "prove the end of our own statements",
                        lock ? "" : "GRANT EXECUTE ON sys.sp_getapplock TO [public];"));
    }

    private static List<Right> atServer(Channel channel, String user) {
        return channel.one(Statements.SERVER_PERMISSIONS.text().bind().build(), row -> atServer(row, user));
    }

    private static List<Right> atServer(ResultSet row, String user) throws SQLException {
        boolean fine = knows(row, "view_server_performance_state");
        boolean state = row.getInt("view_server_state") == 1 || row.getInt("view_server_performance_state") == 1;
        List<Right> rights = new ArrayList<>();
        rights.add(server(
                fine ? "VIEW SERVER PERFORMANCE STATE" : "VIEW SERVER STATE",
                state,
                "see who holds the lock, and read Query Store in every database",
                user));
        rights.add(server(
                "VIEW ANY DATABASE",
                row.getInt("view_any_database") == 1,
                "see all databases, and by their recovery forks every restore",
                user));
        rights.add(server(
                "CONNECT ANY DATABASE",
                row.getInt("connect_any_database") == 1,
                "enter all databases; a user in each of them does as well",
                user));
        boolean lock = row.getInt("execute_getapplock") == 1 || row.wasNull();
        rights.add(new Right(
                "EXECUTE on sys.sp_getapplock",
                "tempdb",
                lock,
                "prove the end of our own statements",
                lock ? "" : "USE [tempdb]; GRANT EXECUTE ON sys.sp_getapplock TO [public];"));
        return List.copyOf(rights);
    }

    /** The right to read Query Store in one database. */
    static Right inDatabase(ResultSet row, String database, String user) throws SQLException {
        boolean held = row.getInt("view_database_state") == 1 || row.getInt("view_database_performance_state") == 1;
        String name = knows(row, "view_database_performance_state")
                ? "VIEW DATABASE PERFORMANCE STATE"
                : "VIEW DATABASE STATE";
        String grant = "USE " + QuotedName.of(database) + "; GRANT " + name + " TO " + QuotedName.of(user) + ";";
        return new Right(name, database, held, "read its Query Store", held ? "" : grant);
    }

    /** A server answers NULL for a permission whose name its version does not know. */
    private static boolean knows(ResultSet row, String permission) throws SQLException {
        row.getInt(permission);
        return !row.wasNull();
    }

    private static Right server(String permission, boolean held, String use, String user) {
        String grant = "USE [master]; GRANT " + permission + " TO " + QuotedName.of(user) + ";";
        return new Right(permission, "server", held, use, held ? "" : grant);
    }
}
