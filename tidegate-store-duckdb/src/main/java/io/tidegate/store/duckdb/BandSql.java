package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.store.sql.LedgerRows;
import io.tidegate.core.store.sql.SqlTimes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Bands under way. Their rows go straight into the facts, under the band's number; readers do not see them for as long as
 * the band's row exists. Runs inside a transaction of the caller's.
 */
final class BandSql {
    private static final String SAME = SERIES + " AND kind = ? AND first_interval_id = ? AND last_interval_id = ?";
    private static final String OVERLAPS =
            SERIES + " AND kind = ? AND first_interval_id <= ? AND last_interval_id >= ?";
    private static final String RANGE = SERIES + " AND kind = ? AND interval_id BETWEEN ? AND ?";

    private BandSql() {}

    /** The highest number that a band has or had; 0 in a new store. */
    static long highestNumber(Db db) throws SQLException {
        return db.number("SELECT greatest((SELECT coalesce(max(band_number), 0) FROM runtime_stats),"
                + " (SELECT coalesce(max(band_number), 0) FROM wait_stats),"
                + " (SELECT coalesce(max(band_number), 0) FROM band),"
                + " (SELECT coalesce(max(band_number), 0) FROM ledger_interval))");
    }

    /** A band as stored, with the number under which its rows stand and the term that wrote it. */
    record Stored(long number, long term, Band band) {}

    static List<Band> bands(Db db, SeriesKey k, Kind kind) throws SQLException {
        List<Band> bands = db.list(
                "SELECT * FROM band WHERE " + SERIES + " AND kind = ?",
                r -> stored(r).band(),
                k,
                kind);
        bands.sort(Comparator.comparingLong(band -> band.key().firstIntervalId()));
        return bands;
    }

    static Optional<Stored> find(Db db, BandKey b) throws SQLException {
        return db.first(
                "SELECT * FROM band WHERE " + SAME,
                BandSql::stored,
                b.series(),
                b.kind(),
                b.firstIntervalId(),
                b.lastIntervalId());
    }

    /** The stored band if it is as expected; else empty, and the caller is fenced. */
    static Optional<Stored> expect(Optional<Stored> stored, long revision, long term) {
        return stored.filter(s -> s.band().revision() == revision && s.term() <= term);
    }

    static CommitResult.Fenced fenced(Optional<Stored> stored) {
        return new CommitResult.Fenced(stored.map(s -> s.band().revision()).orElse(0L));
    }

    static CommitResult stage(Db db, StageBatch batch, long freshNumber, StoreTimes times) throws SQLException {
        Band band = batch.band();
        BandKey key = band.key();
        Optional<Stored> stored = find(db, key);
        boolean free = band.revision() == 0
                ? stored.isEmpty() && isFree(db, key)
                : expect(stored, band.revision(), batch.term()).isPresent();
        if (!free) {
            return fenced(stored);
        }
        long number = stored.map(Stored::number).orElse(freshNumber);
        new RowAppender(db, key.series(), times).facts(Facts.of(key.kind()), number, starts(db, key), batch.rows());
        IdentitySql.add(db, key.series(), batch.identities());
        db.update("DELETE FROM band WHERE band_number = ?", number);
        insert(db, number, batch.term(), band);
        return new CommitResult.Committed(band.revision() + 1);
    }

    /** Bands under way that share an interval with a range. */
    static List<BandKey> overlapping(Db db, BandKey b) throws SQLException {
        return db.list(
                "SELECT * FROM band WHERE " + OVERLAPS,
                r -> stored(r).band().key(),
                b.series(),
                b.kind(),
                b.lastIntervalId(),
                b.firstIntervalId());
    }

    /** No band overlaps, no interval of the range is held but from its last peek, and at least one is listed. */
    private static boolean isFree(Db db, BandKey b) throws SQLException {
        long taken = db.number(
                "SELECT count(*) FROM band WHERE " + OVERLAPS,
                b.series(),
                b.kind(),
                b.lastIntervalId(),
                b.firstIntervalId());
        return taken == 0
                && db.first(
                                "SELECT count(*) FILTER (state IN ('HELD', 'INHERITED') AND gone_reason = '') = 0"
                                        + " AND count(*) FILTER (state = 'LISTED') > 0"
                                        + " FROM ledger_interval WHERE " + RANGE,
                                r -> r.getBoolean(1),
                                b.series(),
                                b.kind(),
                                b.firstIntervalId(),
                                b.lastIntervalId())
                        .orElse(false);
    }

    /** Starts of the band's intervals by id. */
    static Map<Long, Instant> starts(Db db, BandKey b) throws SQLException {
        Map<Long, Instant> starts = new HashMap<>();
        db.list(
                "SELECT interval_id, start_time FROM ledger_interval WHERE " + RANGE,
                r -> starts.put(r.getLong(1), SqlTimes.instant(r, "start_time")),
                b.series(),
                b.kind(),
                b.firstIntervalId(),
                b.lastIntervalId());
        return starts;
    }

    private static void insert(Db db, long number, long term, Band b) throws SQLException {
        StatsKey c = b.cursor();
        db.update(
                "INSERT INTO band VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                b.key().series(),
                b.key().kind(),
                b.key().firstIntervalId(),
                b.key().lastIntervalId(),
                b.phase(),
                c == null ? null : c.intervalId(),
                c == null ? null : c.replicaGroup(),
                c == null ? null : c.planId(),
                c == null ? null : c.executionType(),
                b.attempts(),
                b.revision() + 1,
                b.stagedRows(),
                b.byPlan(),
                b.splitKeys(),
                b.checksum(),
                term,
                number,
                LedgerRows.waitCategory(c));
    }

    static CommitResult drop(Db db, BandKey key, long expectedRevision) throws SQLException {
        Optional<Stored> stored = find(db, key);
        if (expect(stored, expectedRevision, Long.MAX_VALUE).isEmpty()) {
            return fenced(stored);
        }
        drop(db, Facts.of(key.kind()), stored.orElseThrow().number());
        return new CommitResult.Committed(0);
    }

    static void dropAll(Db db, SeriesKey k) throws SQLException {
        for (Kind kind : Kind.values()) {
            for (long number : db.list(
                    "SELECT band_number FROM band WHERE " + SERIES + " AND kind = ?", r -> r.getLong(1), k, kind)) {
                drop(db, Facts.of(kind), number);
            }
        }
    }

    private static void drop(Db db, Facts facts, long number) throws SQLException {
        db.update("DELETE FROM " + facts.table + " WHERE band_number = ?", number);
        end(db, number);
    }

    /** Removes the band's row: its rows, if any are left, are seen from now on. */
    static void end(Db db, long number) throws SQLException {
        db.update("DELETE FROM band WHERE band_number = ?", number);
    }

    private static Stored stored(ResultSet r) throws SQLException {
        return new Stored(r.getLong("band_number"), r.getLong("term"), LedgerRows.band(r));
    }
}
