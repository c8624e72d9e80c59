package io.tidegate.store.duckdb;

import io.tidegate.core.store.Stretch;
import io.tidegate.core.store.sql.OperationsRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Stretches of time that coverage names. Runs inside a transaction of the caller's. */
final class StretchSql {
    private static final int AT_ONCE = 100;
    private static final String ROW =
            "(?::INTEGER, ?::VARCHAR, ?::VARCHAR, ?::TIMESTAMPTZ, ?::TIMESTAMPTZ, ?::VARCHAR)";

    private StretchSql() {}

    /** All at once, but where a database comes twice: its later stretch may be joined to the one before. */
    static void recordAll(Db db, List<Stretch> stretches) throws SQLException {
        Map<Of, Stretch> together = new LinkedHashMap<>();
        for (Stretch one : stretches) {
            if (together.containsKey(of(one)) || together.size() == AT_ONCE) {
                record(db, together);
                together.clear();
            }
            together.put(of(one), one);
        }
        record(db, together);
    }

    private record Of(int serverId, String database) {}

    private static Of of(Stretch one) {
        return new Of(one.serverId(), one.database());
    }

    private static void record(Db db, Map<Of, Stretch> stretches) throws SQLException {
        if (stretches.isEmpty()) {
            return;
        }
        List<Stretch> joined = new ArrayList<>();
        List<Instant> begins = new ArrayList<>();
        Map<Of, Stretch> fresh = new LinkedHashMap<>(stretches);
        for (Stretch last : lastOnes(db, stretches.keySet())) {
            Stretch now = stretches.get(of(last));
            if (now != null
                    && last.word() == now.word()
                    && !now.from().isBefore(last.from())
                    && !now.from().isAfter(last.to())
                    && fresh.remove(of(now)) != null) {
                joined.add(now);
                begins.add(last.from());
            }
        }
        join(db, joined, begins);
        insert(db, fresh.values());
    }

    /** Of each database those that begin last: one, as a rule. */
    private static List<Stretch> lastOnes(Db db, Collection<Of> databases) throws SQLException {
        List<Object> values = new ArrayList<>();
        databases.forEach(of -> Collections.addAll(values, of.serverId(), of.database()));
        return db.list(
                "SELECT s.* FROM stretch s JOIN (VALUES " + Db.rows("(?::INTEGER, ?::VARCHAR)", databases.size())
                        + ") v(server_id, database_name) ON s.server_id = v.server_id"
                        + " AND s.database_name = v.database_name"
                        + " QUALIFY rank() OVER (PARTITION BY s.server_id, s.database_name ORDER BY s.from_time DESC) = 1",
                OperationsRows::stretch,
                values.toArray());
    }

    private static void join(Db db, List<Stretch> joined, List<Instant> begins) throws SQLException {
        if (joined.isEmpty()) {
            return;
        }
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < joined.size(); i++) {
            Stretch s = joined.get(i);
            Collections.addAll(values, s.serverId(), s.database(), s.word(), begins.get(i), s.to(), s.detail());
        }
        db.update(
                "UPDATE stretch SET to_time = greatest(stretch.to_time, v.to_time), detail = v.detail FROM (VALUES "
                        + Db.rows(ROW, joined.size())
                        + ") v(server_id, database_name, word, from_time, to_time, detail)"
                        + " WHERE stretch.server_id = v.server_id AND stretch.database_name = v.database_name"
                        + " AND stretch.word = v.word AND stretch.from_time = v.from_time",
                values.toArray());
    }

    private static void insert(Db db, Collection<Stretch> fresh) throws SQLException {
        if (fresh.isEmpty()) {
            return;
        }
        List<Object> values = new ArrayList<>();
        fresh.forEach(
                s -> Collections.addAll(values, s.serverId(), s.database(), s.word(), s.from(), s.to(), s.detail()));
        db.update("INSERT INTO stretch VALUES " + Db.rows(ROW, fresh.size()), values.toArray());
    }
}
