package io.tidegate.store.postgres;

import io.tidegate.core.store.Stretch;
import java.sql.SQLException;
import java.util.List;
import java.util.TreeSet;

/** Stretches of time that coverage names. Runs inside a transaction of the caller's. */
final class StretchSql {
    private StretchSql() {}

    static void recordAll(Db db, List<Stretch> stretches) throws SQLException {
        for (int server :
                new TreeSet<>(stretches.stream().map(Stretch::serverId).toList())) {
            RegistrySql.lockServer(db, server);
        }
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
                    "INSERT INTO stretch AS o (server_id, database_name, word, from_time, to_time, detail)"
                            + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (server_id, database_name, word, from_time)"
                            + " DO UPDATE SET to_time = greatest(o.to_time, EXCLUDED.to_time),"
                            + " detail = EXCLUDED.detail",
                    s.serverId(),
                    s.database(),
                    s.word(),
                    s.from(),
                    s.to(),
                    s.detail());
        }
    }
}
