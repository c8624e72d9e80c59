package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.IdRange;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.ListSummary;
import io.tidegate.core.store.sql.FlagBits;
import io.tidegate.core.store.sql.LedgerRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads the ledger's intervals, and changes single ones. Runs inside a transaction of the caller's. */
final class LedgerSql {
    private static final String ENTRIES = "SELECT * FROM ledger_interval WHERE " + SERIES + " AND kind = ? ";
    private static final String INTERVAL = SERIES + " AND kind = ? AND interval_id = ?";

    private static final Comparator<LedgerEntry> BY_START = Comparator.comparing(
                    (LedgerEntry entry) -> entry.interval().start())
            .thenComparingLong(entry -> entry.interval().id());

    private LedgerSql() {}

    static ListSummary summary(Db db, SeriesKey k) throws SQLException {
        String sql = "SELECT coalesce(max(interval_id) FILTER (gone_at IS NULL), 0) AS highest,"
                + " max_by(end_time, interval_id) FILTER (gone_at IS NULL) AS highest_end,"
                + " min(interval_id) FILTER (gone_at IS NULL) AS lowest,"
                + " count(*) FILTER (gone_at IS NULL) AS listed, coalesce(max(interval_id), 0) AS last"
                + " FROM ledger_interval WHERE " + SERIES + " AND kind = 'RUNTIME'";
        return db.first(sql, LedgerRows::summary, k).orElseThrow();
    }

    static List<LedgerEntry> unheld(Db db, SeriesKey k, Kind kind) throws SQLException {
        return sorted(db.list(ENTRIES + "AND state = 'LISTED'", LedgerRows::entry, k, kind));
    }

    static List<LedgerEntry> entries(Db db, SeriesKey k, Kind kind, Instant from, Instant to) throws SQLException {
        return sorted(
                db.list(ENTRIES + "AND start_time >= ? AND start_time < ?", LedgerRows::entry, k, kind, from, to));
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

    /** Here, since for so few rows it doubles what the query costs DuckDB. */
    private static List<LedgerEntry> sorted(List<LedgerEntry> entries) {
        entries.sort(BY_START);
        return entries;
    }

    /** How one interval stands, as far as a change of it depends on that; the number is 0 unless held. */
    record Standing(State state, long revision, long bandNumber, boolean isArchived) {
        boolean isHeldAt(long expected) {
            return state == State.HELD && revision == expected;
        }

        /** A change of it that came too late, or of one that is not known. */
        static CommitResult fenced(Optional<Standing> found) {
            return new CommitResult.Fenced(found.map(Standing::revision).orElse(0L));
        }
    }

    /** After its rows were changed. */
    static CommitResult corrected(Db db, SeriesKey k, Kind kind, long intervalId, long before) throws SQLException {
        db.update("UPDATE ledger_interval SET revision = revision + 1 WHERE " + INTERVAL, k, kind, intervalId);
        return new CommitResult.Committed(before + 1);
    }

    static Optional<Standing> standing(Db db, SeriesKey k, Kind kind, long intervalId) throws SQLException {
        return db.first(
                "SELECT state, revision, band_number, archive_id IS NOT NULL FROM ledger_interval WHERE " + INTERVAL,
                r -> new Standing(State.valueOf(r.getString(1)), r.getLong(2), r.getLong(3), r.getBoolean(4)),
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
                FlagBits.mask(flag),
                k,
                kind,
                intervalId);
    }

    static int noteTorn(Db db, SeriesKey k, Kind kind, long intervalId, long checksum, Instant at) throws SQLException {
        Optional<LedgerEntry> found = db.first(ENTRIES + "AND interval_id = ?", LedgerRows::entry, k, kind, intervalId);
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
