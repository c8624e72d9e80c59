package io.tidegate.store.postgres;

import static io.tidegate.store.postgres.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.Ticks;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.ListSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads the ledger's intervals, and changes single ones. Runs inside a transaction of the caller's. */
final class LedgerSql {
    private static final String ENTRIES = "SELECT * FROM ledger_interval WHERE " + SERIES + " AND kind = ? ";
    private static final String BY_START = " ORDER BY start_time, interval_id";
    private static final String INTERVAL = SERIES + " AND kind = ? AND interval_id = ?";
    private static final Duration TORN_SPACING = Duration.ofHours(1);

    private LedgerSql() {}

    static ListSummary summary(Db db, SeriesKey k) throws SQLException {
        String runtime = "FROM ledger_interval WHERE " + SERIES + " AND kind = 'RUNTIME'";
        String sql = "SELECT coalesce(max(interval_id), 0) AS highest,"
                + " (SELECT end_time " + runtime + " ORDER BY interval_id DESC LIMIT 1) AS highest_end,"
                + " min(interval_id) FILTER (WHERE gone_at IS NULL) AS lowest,"
                + " count(*) FILTER (WHERE gone_at IS NULL) AS listed " + runtime;
        return db.first(sql, LedgerSql::summary, k, k).orElseThrow();
    }

    private static ListSummary summary(ResultSet r) throws SQLException {
        Instant end = Db.instantOrNull(r, "highest_end");
        long count = r.getLong("listed");
        return new ListSummary(
                r.getLong("highest"),
                end == null ? 0 : Ticks.of(end),
                count == 0 ? Long.MAX_VALUE : r.getLong("lowest"),
                count);
    }

    static List<LedgerEntry> unheld(Db db, SeriesKey k, Kind kind) throws SQLException {
        return db.list(ENTRIES + "AND state = 'LISTED'" + BY_START, LedgerSql::entry, k, kind);
    }

    static List<LedgerEntry> entries(Db db, SeriesKey k, Kind kind, Instant from, Instant to) throws SQLException {
        return db.list(
                ENTRIES + "AND start_time >= ? AND start_time < ?" + BY_START, LedgerSql::entry, k, kind, from, to);
    }

    static List<LedgerEntry> all(Db db, SeriesKey k) throws SQLException {
        return db.list(ENTRIES + BY_START, LedgerSql::entry, k, Kind.RUNTIME);
    }

    /** One interval as it stands, locked until the transaction ends: nobody holds, corrects or expires it meanwhile. */
    static Optional<LedgerEntry> lock(Db db, SeriesKey k, Kind kind, long intervalId) throws SQLException {
        return db.first(ENTRIES + "AND interval_id = ? FOR NO KEY UPDATE", LedgerSql::entry, k, kind, intervalId);
    }

    /** The intervals of a range, locked, by id. */
    static List<LedgerEntry> lock(Db db, SeriesKey k, Kind kind, long first, long last) throws SQLException {
        return db.list(
                ENTRIES + "AND interval_id BETWEEN ? AND ? ORDER BY interval_id FOR NO KEY UPDATE",
                LedgerSql::entry,
                k,
                kind,
                first,
                last);
    }

    static void flag(Db db, SeriesKey k, Kind kind, long intervalId, LedgerEntry.Flag flag, Instant at)
            throws SQLException {
        db.update(
                "UPDATE ledger_interval SET flags = flags | ?, verified_at = CASE WHEN ? THEN ? ELSE verified_at END"
                        + " WHERE " + INTERVAL,
                Codes.mask(flag),
                flag == LedgerEntry.Flag.VERIFIED,
                at,
                k,
                kind,
                intervalId);
    }

    static int noteTorn(Db db, SeriesKey k, Kind kind, long intervalId, long checksum, Instant at) throws SQLException {
        Optional<LedgerEntry> found = lock(db, k, kind, intervalId);
        if (found.isEmpty()) {
            return 0;
        }
        LedgerEntry e = found.get();
        Instant last = e.tornAt();
        int reads = 1;
        if (last != null && e.tornChecksum() == checksum) {
            if (at.isBefore(last.plus(TORN_SPACING))) {
                return e.tornReads();
            }
            reads = e.tornReads() + 1;
        }
        db.update(
                "UPDATE ledger_interval SET torn_reads = ?, torn_checksum = ?, torn_at = ? WHERE " + INTERVAL,
                reads,
                checksum,
                at,
                k,
                kind,
                intervalId);
        return reads;
    }

    private static LedgerEntry entry(ResultSet r) throws SQLException {
        State state = State.valueOf(r.getString("state"));
        return new LedgerEntry(
                new RuntimeStatsInterval(
                        r.getLong("interval_id"), Db.instant(r, "start_time"), Db.instant(r, "end_time")),
                Kind.valueOf(r.getString("kind")),
                state,
                r.getString("gone_reason"),
                Db.instantOrNull(r, "gone_at"),
                Codes.flags(r.getInt("flags")),
                state == State.HELD ? figures(r) : null,
                r.getLong("revision"),
                Db.instantOrNull(r, "verified_at"),
                r.getInt("torn_reads"),
                r.getLong("torn_checksum"),
                Db.instantOrNull(r, "torn_at"));
    }

    private static IntervalFigures figures(ResultSet r) throws SQLException {
        return new IntervalFigures(
                r.getLong("row_count"),
                r.getLong("executions"),
                r.getLong("cpu_micros"),
                r.getLong("duration_micros"),
                r.getLong("checksum"));
    }
}
