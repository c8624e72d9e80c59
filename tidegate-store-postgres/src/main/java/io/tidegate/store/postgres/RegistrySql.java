package io.tidegate.store.postgres;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.HistoryReader.ServerRecord;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.sql.ForkSql;
import io.tidegate.core.store.sql.LedgerRows;
import io.tidegate.core.store.sql.RenameSql;
import io.tidegate.core.store.sql.SeriesSql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Servers and series. Runs inside a transaction of the caller's. */
final class RegistrySql {
    /** Predicate of a series; takes one {@link SeriesKey}. */
    static final String SERIES = "home = ? AND lineage = ? AND epoch = ?";

    private RegistrySql() {}

    /** Two that register one name at once get one number: the second insert waits for the first, then does nothing. */
    static int registerServer(Db db, String name) throws SQLException {
        Optional<Integer> known = server(db, name);
        if (known.isEmpty()) {
            db.update("INSERT INTO server (name) VALUES (?) ON CONFLICT DO NOTHING", name);
            known = server(db, name);
        }
        return known.orElseThrow();
    }

    private static Optional<Integer> server(Db db, String name) throws SQLException {
        return db.first("SELECT server_id FROM server WHERE name = ?", r -> r.getInt(1), name);
    }

    /** Whoever opens a series of a server, or records a stretch of it, takes turns with others that do. */
    static void lockServer(Db db, int serverId) throws SQLException {
        db.first("SELECT server_id FROM server WHERE server_id = ? FOR NO KEY UPDATE", r -> r.getInt(1), serverId);
    }

    static SeriesRecord open(
            Db db, int serverId, String database, int sourceId, String group, Instant openStart, Instant sourceNow)
            throws SQLException {
        lockServer(db, serverId);
        Optional<SeriesRecord> known = SeriesSql.known(new PostgresState(db), serverId, database, group);
        if (known.isEmpty()) {
            int lineage = (int) db.number("SELECT nextval('lineage_number')");
            SeriesKey key = new SeriesKey(serverId, lineage, 1);
            SeriesRecord first = new SeriesRecord(key, serverId, database, sourceId, openStart, sourceNow);
            return SeriesSql.insert(new PostgresState(db), first, group);
        }
        return db.first(
                        "UPDATE series SET recovery_fork = CASE server_id WHEN ? THEN recovery_fork END, server_id = ?,"
                                + " database_name = ?, source_database_id = ?, group_database_id = nullif(?, ''),"
                                + " " + SeriesSql.clock("?") + " WHERE " + SERIES + " RETURNING *",
                        LedgerRows::series,
                        serverId,
                        serverId,
                        database,
                        sourceId,
                        group,
                        sourceNow,
                        sourceNow,
                        known.get().key())
                .orElseThrow();
    }

    static SeriesRecord fork(Db db, SeriesKey ended, ForkPoint point, Instant openStart, Instant sourceNow)
            throws SQLException {
        SeriesLock.take(db, ended);
        ForkSql.Unfinished unfinished = () -> {
            BandSql.dropAll(db, ended);
            PeekSql.dropStaged(db, ended);
        };
        SeriesRecord next = ForkSql.fork(new PostgresState(db), ended, unfinished, point, openStart, sourceNow);
        LastPeeks.close(db, ended);
        return next;
    }

    static SeriesRecord rename(Db db, SeriesKey k, String database, Instant at) throws SQLException {
        lockServer(db, serverOf(db, k));
        SeriesRecord before = one(db, k);
        boolean isTaken = db.number(
                        "SELECT count(*) FROM series WHERE server_id = ? AND database_name = ? AND is_current",
                        before.serverId(),
                        database)
                > 0;
        if (isTaken) {
            return before;
        }
        RenameSql.rename(new PostgresState(db), before, database, at);
        return one(db, k);
    }

    private static SeriesRecord one(Db db, SeriesKey k) throws SQLException {
        return db.first(SeriesSql.COLUMNS + "WHERE " + SERIES, LedgerRows::series, k)
                .orElseThrow();
    }

    static List<SeriesRecord> current(Db db, int serverId) throws SQLException {
        return db.list(
                SeriesSql.COLUMNS + "WHERE server_id = ? AND is_current ORDER BY database_name COLLATE \"C\"",
                LedgerRows::series,
                serverId);
    }

    static List<SeriesRecord> all(Db db) throws SQLException {
        return db.list(
                SeriesSql.COLUMNS
                        + "JOIN server v USING (server_id) ORDER BY v.name COLLATE \"C\", database_name COLLATE \"C\","
                        + " epoch, lineage",
                LedgerRows::series);
    }

    static List<ServerRecord> servers(Db db) throws SQLException {
        return db.list(
                "SELECT server_id, name FROM server ORDER BY name COLLATE \"C\"",
                r -> new ServerRecord(r.getInt(1), r.getString(2)));
    }

    /** False once a later epoch exists. */
    static boolean isCurrent(Db db, SeriesKey k) throws SQLException {
        return db.number("SELECT count(*) FROM series WHERE " + SERIES + " AND is_current", k) > 0;
    }

    /** The server that a series is read from now. */
    static int serverOf(Db db, SeriesKey k) throws SQLException {
        return (int) db.number("SELECT server_id FROM series WHERE " + SERIES, k);
    }
}
