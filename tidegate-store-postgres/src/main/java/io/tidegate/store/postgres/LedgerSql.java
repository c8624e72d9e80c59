package io.tidegate.store.postgres;

import static io.tidegate.store.postgres.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.IdRange;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.ListSummary;
import io.tidegate.core.store.sql.FlagBits;
import io.tidegate.core.store.sql.LedgerRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads the ledger's intervals, and changes single ones. Runs inside a transaction of the caller's. */
final class LedgerSql {
    private static final String ENTRIES = "SELECT * FROM ledger_interval WHERE " + SERIES + " AND kind = ? ";
    private static final String BY_START = " ORDER BY start_time, interval_id";
    private static final String INTERVAL = SERIES + " AND kind = ? AND interval_id = ?";

    private LedgerSql() {}

    static ListSummary summary(Db db, SeriesKey k) throws SQLException {
        String runtime = "FROM ledger_interval WHERE " + SERIES + " AND kind = 'RUNTIME'";
        String sql = "SELECT coalesce(max(interval_id) FILTER (WHERE gone_at IS NULL), 0) AS highest, (SELECT end_time "
                + runtime + " AND gone_at IS NULL ORDER BY interval_id DESC LIMIT 1) AS highest_end,"
                + " min(interval_id) FILTER (WHERE gone_at IS NULL) AS lowest,"
                + " count(*) FILTER (WHERE gone_at IS NULL) AS listed,"
                + " coalesce(max(interval_id), 0) AS last " + runtime;
        return db.first(sql, LedgerRows::summary, k, k).orElseThrow();
    }

    static List<LedgerEntry> unheld(Db db, SeriesKey k, Kind kind) throws SQLException {
        return db.list(ENTRIES + "AND state = 'LISTED'" + BY_START, LedgerRows::entry, k, kind);
    }

    static List<LedgerEntry> entries(Db db, SeriesKey k, Kind kind, Instant from, Instant to) throws SQLException {
        return db.list(
                ENTRIES + "AND start_time >= ? AND start_time < ?" + BY_START, LedgerRows::entry, k, kind, from, to);
    }

    static List<LedgerEntry> entriesById(Db db, SeriesKey k, Kind kind, IdRange ids, int limit) throws SQLException {
        return db.list(
                ENTRIES + "AND interval_id BETWEEN ? AND ? ORDER BY interval_id LIMIT ?",
                LedgerRows::entry,
                k,
                kind,
                ids.first(),
                ids.last(),
                limit);
    }

    /** One interval as it stands, locked until the transaction ends: nobody holds, corrects or expires it meanwhile. */
    static Optional<LedgerEntry> lock(Db db, SeriesKey k, Kind kind, long intervalId) throws SQLException {
        return db.first(ENTRIES + "AND interval_id = ? FOR NO KEY UPDATE", LedgerRows::entry, k, kind, intervalId);
    }

    /** The intervals of a range, locked, by id. */
    static List<LedgerEntry> lock(Db db, SeriesKey k, Kind kind, long first, long last) throws SQLException {
        return db.list(
                ENTRIES + "AND interval_id BETWEEN ? AND ? ORDER BY interval_id FOR NO KEY UPDATE",
                LedgerRows::entry,
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
                FlagBits.mask(flag),
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
        OptionalInt reads = found.get().tornReadsWith(checksum, at);
        if (reads.isEmpty()) {
            return found.get().tornReads();
        }
        db.update(
                "UPDATE ledger_interval SET torn_reads = ?, torn_checksum = ?, torn_at = ? WHERE " + INTERVAL,
                reads.getAsInt(),
                checksum,
                at,
                k,
                kind,
                intervalId);
        return reads.getAsInt();
    }
}
