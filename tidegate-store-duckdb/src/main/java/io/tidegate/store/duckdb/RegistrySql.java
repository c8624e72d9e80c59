package io.tidegate.store.duckdb;

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
import java.util.function.LongSupplier;

/** Servers and series. Runs inside a transaction of the caller's. */
final class RegistrySql {
    /** Predicate of a series; takes one {@link SeriesKey}. */
    static final String SERIES = "home = ? AND lineage = ? AND epoch = ?";

    private RegistrySql() {}

    static int registerServer(Db db, String name) throws SQLException {
        Optional<Integer> known = db.first("SELECT server_id FROM server WHERE name = ?", r -> r.getInt(1), name);
        if (known.isPresent()) {
            return known.get();
        }
        int id = (int) db.number("SELECT max(server_id) FROM server") + 1;
        db.update("INSERT INTO server VALUES (?, ?)", id, name);
        return id;
    }

    static SeriesRecord open(
            Db db, int serverId, String database, int sourceId, String group, Instant openStart, Instant sourceNow)
            throws SQLException {
        Optional<SeriesRecord> known = SeriesSql.known(new DuckDbState(db), serverId, database, group);
        if (known.isEmpty()) {
            int lineage = (int) db.number("SELECT max(lineage) FROM series") + 1;
            SeriesKey key = new SeriesKey(serverId, lineage, 1);
            SeriesRecord first = new SeriesRecord(key, serverId, database, sourceId, openStart, sourceNow);
            return SeriesSql.insert(new DuckDbState(db), first, group);
        }
        SeriesKey key = known.get().key();
        db.update(
                "UPDATE series SET recovery_fork = CASE server_id WHEN ? THEN recovery_fork END, server_id = ?,"
                        + " database_name = ?, source_database_id = ?, group_database_id = nullif(?, ''),"
                        + " " + SeriesSql.clock("?") + " WHERE " + SERIES,
                serverId,
                serverId,
                database,
                sourceId,
                group,
                sourceNow,
                sourceNow,
                key);
        return one(db, key);
    }

    static SeriesRecord fork(
            Db db, SeriesKey ended, ForkPoint point, Instant openStart, Instant sourceNow, LongSupplier numbers)
            throws SQLException {
        ForkSql.Unfinished unfinished = () -> {
            BandSql.dropAll(db, ended);
            PeekSql.dropStaged(db, ended);
        };
        SeriesRecord next = ForkSql.fork(new DuckDbState(db), ended, unfinished, point, openStart, sourceNow);
        LastPeeks.close(db, ended, numbers);
        return next;
    }

    static SeriesRecord rename(Db db, SeriesKey k, String database, Instant at) throws SQLException {
        SeriesRecord before = one(db, k);
        boolean isTaken = db.number(
                        "SELECT count(*) FROM series WHERE server_id = ? AND database_name = ? AND is_current",
                        before.serverId(),
                        database)
                > 0;
        if (isTaken) {
            return before;
        }
        RenameSql.rename(new DuckDbState(db), before, database, at);
        return one(db, k);
    }

    private static SeriesRecord one(Db db, SeriesKey k) throws SQLException {
        return db.first(SeriesSql.COLUMNS + "WHERE " + SERIES, LedgerRows::series, k)
                .orElseThrow();
    }

    static List<SeriesRecord> current(Db db, int serverId) throws SQLException {
        return db.list(
                SeriesSql.COLUMNS + "WHERE server_id = ? AND is_current ORDER BY database_name",
                LedgerRows::series,
                serverId);
    }

    static List<SeriesRecord> all(Db db) throws SQLException {
        return db.list(
                SeriesSql.COLUMNS + "JOIN server v USING (server_id) ORDER BY v.name, database_name, epoch",
                LedgerRows::series);
    }

    static List<ServerRecord> servers(Db db) throws SQLException {
        return db.list(
                "SELECT server_id, name FROM server ORDER BY name", r -> new ServerRecord(r.getInt(1), r.getString(2)));
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
