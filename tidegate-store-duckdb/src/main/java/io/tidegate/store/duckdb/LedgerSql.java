package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;

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
        String sql = "SELECT coalesce(max(interval_id), 0) AS highest,"
                + " max_by(end_time, interval_id) AS highest_end,"
                + " min(interval_id) FILTER (gone_at IS NULL) AS lowest,"
                + " count(*) FILTER (gone_at IS NULL) AS listed"
                + " FROM ledger_interval WHERE " + SERIES + " AND kind = 'RUNTIME'";
        return db.first(sql, LedgerSql::summary, k).orElseThrow();
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

    /** How one interval stands, as far as a change of it depends on that; the number is 0 unless held. */
    record Standing(State state, long revision, long bandNumber) {}

    static Optional<Standing> standing(Db db, SeriesKey k, Kind kind, long intervalId) throws SQLException {
        return db.first(
                "SELECT state, revision, band_number FROM ledger_interval WHERE " + INTERVAL,
                r -> new Standing(State.valueOf(r.getString(1)), r.getLong(2), r.getLong(3)),
                k,
                kind,
                intervalId);
    }

    static void flag(Db db, SeriesKey k, Kind kind, long intervalId, LedgerEntry.Flag flag, Instant at)
            throws SQLException {
        if (flag == LedgerEntry.Flag.VERIFIED) {
            db.update("UPDATE ledger_interval SET verified_at = ? WHERE " + INTERVAL, at, k, kind, intervalId);
        }
        db.update(
                "UPDATE ledger_interval SET flags = flags | ? WHERE " + INTERVAL,
                Codes.mask(flag),
                k,
                kind,
                intervalId);
    }

    static int noteTorn(Db db, SeriesKey k, Kind kind, long intervalId, long checksum, Instant at) throws SQLException {
        Optional<LedgerEntry> found = db.first(ENTRIES + "AND interval_id = ?", LedgerSql::entry, k, kind, intervalId);
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
