package io.tidegate.store.duckdb;

import io.tidegate.core.store.Stretch;
import io.tidegate.core.store.sql.OperationsRows;
import java.sql.SQLException;
import java.util.List;

/** Stretches of time that coverage names. Runs inside a transaction of the caller's. */
final class StretchSql {
    private StretchSql() {}

    static void recordAll(Db db, List<Stretch> stretches) throws SQLException {
        for (Stretch one : stretches) {
            record(db, one);
        }
    }

    private static void record(Db db, Stretch s) throws SQLException {
        int joined = db.update(
                "UPDATE stretch SET to_time = greatest(to_time, ?), detail = ? WHERE server_id = ? AND database_name = ?"
                        + " AND word = ? AND from_time <= ? AND to_time >= ? AND from_time ="
                        + " (SELECT max(from_time) FROM stretch WHERE server_id = ? AND database_name = ?)",
                s.to(),
                s.detail(),
                s.serverId(),
                s.database(),
                s.word(),
                s.from(),
                s.from(),
                s.serverId(),
                s.database());
        if (joined == 0) {
            db.update(
                    "INSERT INTO stretch VALUES (?, ?, ?, ?, ?, ?)",
                    s.serverId(),
                    s.database(),
                    s.word(),
                    s.from(),
                    s.to(),
                    s.detail());
        }
    }

    static List<Stretch> of(Db db, int serverId) throws SQLException {
        return db.list(
                "SELECT * FROM stretch WHERE server_id = ? ORDER BY from_time, database_name",
                OperationsRows::stretch,
                serverId);
    }
}
