package io.tidegate.store.postgres;

import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.store.LeaseLog.Intent;
import io.tidegate.core.store.sql.OperationsRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Leases and intents. Runs inside a transaction of the caller's. */
final class LeaseSql {
    private static final String COLUMNS =
            "server_id, purpose, database_name, from_time, to_time, node, session_id, asked,"
                    + " got, ended, ending, deferred_kind, deferred_by, deferred_since, is_abandoned, rows_read, bytes_read,"
                    + " cpu_ms, logical_reads, writes, is_estimated, note";

    private LeaseSql() {}

    static void record(Db db, List<LeaseRow<String>> rows) throws SQLException {
        TreeSet<String> names = new TreeSet<>();
        rows.forEach(r -> names.add(r.server()));
        Map<String, Integer> servers = new HashMap<>();
        for (String name : names) {
            servers.put(name, RegistrySql.registerServer(db, name));
        }
        for (LeaseRow<String> r : rows) {
            insert(db, servers.getOrDefault(r.server(), 0), r);
        }
    }

    private static void insert(Db db, int serverId, LeaseRow<String> r) throws SQLException {
        DeferredBy by = r.deferredBy();
        db.update(
                "INSERT INTO lease (" + COLUMNS
                        + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''))",
                serverId,
                r.purpose(),
                r.database(),
                r.from(),
                r.to(),
                r.node(),
                r.sessionId(),
                r.asked(),
                r.got(),
                r.ended(),
                r.ending(),
                by == null ? null : by.what(),
                by == null ? null : by.who(),
                by == null ? null : by.since(),
                r.abandoned(),
                r.rows(),
                r.bytes(),
                r.cpuMs(),
                r.reads(),
                r.writes(),
                r.estimated(),
                r.note());
    }

    static List<LeaseRow<String>> leases(Db db, @Nullable String server, Instant from, Instant to, int limit)
            throws SQLException {
        return db.list(
                "SELECT * FROM (SELECT v.name AS server_name, l.* FROM lease l JOIN server v USING (server_id)"
                        + " WHERE (?::text IS NULL OR v.name = ?) AND (asked >= ? OR ended >= ?) AND asked < ?"
                        + " AND purpose <> 'LIGHT'"
                        + " ORDER BY asked DESC LIMIT ?) newest ORDER BY asked",
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
