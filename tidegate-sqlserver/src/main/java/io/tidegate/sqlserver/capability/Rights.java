package io.tidegate.sqlserver.capability;

import io.tidegate.sqlserver.catalog.QuotedName;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.Channel;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Asks which rights the login has. Thread-safe, no state. */
final class Rights {
    private static final int PERFORMANCE_RIGHTS_SINCE = 16;

    private Rights() {}

    static List<Right> atServer(Channel channel, int major, String user) {
        return channel.one(Statements.SERVER_PERMISSIONS.text().bind().build(), row -> atServer(row, major, user));
    }

    private static List<Right> atServer(ResultSet row, int major, String user) throws SQLException {
        boolean fine = major >= PERFORMANCE_RIGHTS_SINCE;
        boolean state = row.getInt("view_server_state") == 1 || row.getInt("view_server_performance_state") == 1;
        List<Right> rights = new ArrayList<>();
        rights.add(server(
                fine ? "VIEW SERVER PERFORMANCE STATE" : "VIEW SERVER STATE",
                state,
                "see who holds the lock, and read Query Store in every database",
                user));
        rights.add(server("VIEW ANY DATABASE", row.getInt("view_any_database") == 1, "see all databases", user));
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
    static Right inDatabase(ResultSet row, int major, String database, String user) throws SQLException {
        boolean held = row.getInt("view_database_state") == 1 || row.getInt("view_database_performance_state") == 1;
        String name = major >= PERFORMANCE_RIGHTS_SINCE ? "VIEW DATABASE PERFORMANCE STATE" : "VIEW DATABASE STATE";
        String grant = "USE " + QuotedName.of(database) + "; GRANT " + name + " TO " + QuotedName.of(user) + ";";
        return new Right(name, database, held, "read its Query Store", held ? "" : grant);
    }

    private static Right server(String permission, boolean held, String use, String user) {
        String grant = "USE [master]; GRANT " + permission + " TO " + QuotedName.of(user) + ";";
        return new Right(permission, "server", held, use, held ? "" : grant);
    }
}
