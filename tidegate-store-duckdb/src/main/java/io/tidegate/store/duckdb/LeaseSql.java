package io.tidegate.store.duckdb;

import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.store.LeaseLog.Intent;
import io.tidegate.core.store.sql.OperationsRows;
import io.tidegate.core.store.sql.SqlTimes;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Leases and intents. Runs inside a transaction of the caller's. */
final class LeaseSql {
    private LeaseSql() {}

    static void record(Db db, List<LeaseRow<String>> rows) throws SQLException {
        Map<String, Integer> servers = new HashMap<>();
        for (LeaseRow<String> r : rows) {
            if (!servers.containsKey(r.server())) {
                servers.put(r.server(), RegistrySql.registerServer(db, r.server()));
            }
        }
        try (DuckDBAppender a = db.appender("lease")) {
            for (LeaseRow<String> r : rows) {
                append(a, servers.getOrDefault(r.server(), 0), r);
            }
            a.flush();
        }
    }

    private static void append(DuckDBAppender a, int serverId, LeaseRow<String> r) throws SQLException {
        DeferredBy by = r.deferredBy();
        a.beginRow();
        a.append(serverId).append(r.purpose().name()).append(r.database());
        time(a, r.from());
        time(a, r.to());
        a.append(r.node()).append(r.sessionId());
        time(a, r.asked());
        time(a, r.got());
        time(a, r.ended());
        a.append(r.ending().name()).append(by == null ? null : by.who()).append(r.abandoned());
        a.append(r.rows()).append(r.bytes()).append(r.cpuMs()).append(r.reads()).append(r.writes());
        a.append(r.estimated()).append(by == null ? null : by.what().name());
        time(a, by == null ? null : by.since());
        a.append(r.note().isEmpty() ? null : r.note());
        a.endRow();
    }

    private static void time(DuckDBAppender a, @Nullable Instant t) throws SQLException {
        if (t == null) {
            a.appendNull();
        } else {
            a.appendEpochMicros(SqlTimes.micros(t));
        }
    }

    static List<LeaseRow<String>> leases(Db db, @Nullable String server, Instant from, Instant to, int limit)
            throws SQLException {
        return db.list(
                "SELECT * FROM (SELECT v.name AS server_name, l.* FROM lease l JOIN server v USING (server_id)"
                        + " WHERE (CAST(? AS VARCHAR) IS NULL OR v.name = ?) AND (asked >= ? OR ended >= ?) AND asked < ?"
                        + " AND purpose <> 'LIGHT'"
                        + " ORDER BY asked DESC LIMIT ?) ORDER BY asked",
                OperationsRows::lease,
                server,
                server,
                from,
                from,
                to,
                limit);
    }

    static void storeIntent(Db db, String server, SessionIdentity s, Instant at) throws SQLException {
        db.update(
                "INSERT INTO intent (server_id, session_id, login_time, instance_name, instance_start, stored_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                RegistrySql.registerServer(db, server),
                s.sessionId(),
                s.loginTime(),
                s.instance().serverName(),
                s.instance().startedAt(),
                at);
    }

    static void clearIntent(Db db, String server, SessionIdentity s) throws SQLException {
        db.update(
                "DELETE FROM intent WHERE server_id = (SELECT server_id FROM server WHERE name = ?) AND session_id = ?"
                        + " AND login_time = ? AND instance_name = ? AND instance_start = ?",
                server,
                s.sessionId(),
                s.loginTime(),
                s.instance().serverName(),
                s.instance().startedAt());
    }

    static List<Intent> openIntents(Db db) throws SQLException {
        return db.list("SELECT v.name, i.* FROM intent i JOIN server v USING (server_id)", OperationsRows::intent);
    }
}
