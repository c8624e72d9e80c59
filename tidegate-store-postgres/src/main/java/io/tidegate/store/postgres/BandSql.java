package io.tidegate.store.postgres;

import static io.tidegate.store.postgres.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.store.sql.LedgerRows;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Bands under way, and their staged rows. Runs inside a transaction of the caller's. */
final class BandSql {
    /** Predicate of a band's row; takes series, kind, first and last interval. */
    private static final String SAME = SERIES + " AND kind = ? AND first_interval_id = ? AND last_interval_id = ?";

    private static final String RANGE = SERIES + " AND kind = ? AND interval_id BETWEEN ? AND ?";

    /** Inserts when no band overlaps, no interval of the range is held but from its last peek, and at least one is listed. */
    private static final String CLAIM = "INSERT INTO band (home, lineage, epoch, kind, first_interval_id,"
            + " last_interval_id, phase, cursor_interval_id, cursor_replica_group_id, cursor_plan_id,"
            + " cursor_execution_type, cursor_wait_category, attempts, revision, staged_rows, by_plan, split_keys, checksum, term)"
            + " SELECT ?, ?, ?, ?, ?, ?, ?, ?::bigint, ?::bigint, ?::bigint, ?::integer, ?::integer, ?, 1, ?, ?, ?, ?, ?"
            + " WHERE NOT EXISTS (SELECT FROM band WHERE " + SERIES
            + " AND kind = ? AND first_interval_id <= ? AND last_interval_id >= ?)"
            + " AND NOT EXISTS (SELECT FROM ledger_interval WHERE " + RANGE
            + " AND state IN ('HELD', 'INHERITED') AND gone_reason = '')"
            + " AND EXISTS (SELECT FROM ledger_interval WHERE " + RANGE + " AND state = 'LISTED')";

    private static final String MOVE = "UPDATE band SET phase = ?, cursor_interval_id = ?::bigint,"
            + " cursor_replica_group_id = ?::bigint, cursor_plan_id = ?::bigint, cursor_execution_type = ?::integer,"
            + " cursor_wait_category = ?::integer,"
            + " attempts = ?, revision = revision + 1, staged_rows = ?, by_plan = ?, split_keys = ?, checksum = ?,"
            + " term = ? WHERE " + SAME + " AND revision = ? AND term <= ?";

    private BandSql() {}

    static List<Band> bands(Db db, SeriesKey k, Kind kind) throws SQLException {
        return db.list(
                "SELECT * FROM band WHERE " + SERIES + " AND kind = ? ORDER BY first_interval_id",
                LedgerRows::band,
                k,
                kind);
    }

    static Optional<Band> find(Db db, BandKey b) throws SQLException {
        return db.first(
                "SELECT * FROM band WHERE " + SAME,
                LedgerRows::band,
                b.series(),
                b.kind(),
                b.firstIntervalId(),
                b.lastIntervalId());
    }

    static CommitResult.Fenced fenced(Db db, BandKey b) throws SQLException {
        return new CommitResult.Fenced(find(db, b).map(Band::revision).orElse(0L));
    }

    static CommitResult stage(Db db, StageBatch batch) throws SQLException {
        Band band = batch.band();
        BandKey key = band.key();
        SeriesLock.take(db, key.series());
        boolean isOurs = band.revision() == 0 ? claim(db, batch.term(), band) : move(db, batch.term(), band);
        if (!isOurs) {
            return fenced(db, key);
        }
        checkIntervals(db, key, batch.rows());
        RowCopy.stage(db, key, batch.rows());
        IdentitySql.add(db, key.series(), batch.identities());
        return new CommitResult.Committed(band.revision() + 1);
    }

    private static boolean claim(Db db, long term, Band b) throws SQLException {
        BandKey key = b.key();
        StatsKey c = b.cursor();
        return db.update(
                        CLAIM,
                        key.series(),
                        key.kind(),
                        key.firstIntervalId(),
                        key.lastIntervalId(),
                        b.phase(),
                        c == null ? null : c.intervalId(),
                        c == null ? null : c.replicaGroup(),
                        c == null ? null : c.planId(),
                        c == null ? null : c.executionType(),
                        LedgerRows.waitCategory(c),
                        b.attempts(),
                        b.stagedRows(),
                        b.byPlan(),
                        b.splitKeys(),
                        b.checksum(),
                        term,
                        key.series(),
                        key.kind(),
                        key.lastIntervalId(),
                        key.firstIntervalId(),
                        key.series(),
                        key.kind(),
                        key.firstIntervalId(),
                        key.lastIntervalId(),
                        key.series(),
                        key.kind(),
                        key.firstIntervalId(),
                        key.lastIntervalId())
                == 1;
    }

    private static boolean move(Db db, long term, Band b) throws SQLException {
        StatsKey c = b.cursor();
        return db.update(
                        MOVE,
                        b.phase(),
                        c == null ? null : c.intervalId(),
                        c == null ? null : c.replicaGroup(),
                        c == null ? null : c.planId(),
                        c == null ? null : c.executionType(),
                        LedgerRows.waitCategory(c),
                        b.attempts(),
                        b.stagedRows(),
                        b.byPlan(),
                        b.splitKeys(),
                        b.checksum(),
                        term,
                        b.key().series(),
                        b.key().kind(),
                        b.key().firstIntervalId(),
                        b.key().lastIntervalId(),
                        b.revision(),
                        term)
                == 1;
    }

    private static void checkIntervals(Db db, BandKey b, List<? extends StatsRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        Set<Long> known = new HashSet<>(db.numbers(
                "SELECT interval_id FROM ledger_interval WHERE " + RANGE,
                b.series(),
                b.kind(),
                b.firstIntervalId(),
                b.lastIntervalId()));
        for (StatsRow row : rows) {
            if (!known.contains(row.key().intervalId())) {
                throw new IllegalArgumentException("interval " + row.key().intervalId()
                        + " is not in the ledger, or not in the band of " + b.firstIntervalId() + " to "
                        + b.lastIntervalId());
            }
        }
    }

    static CommitResult drop(Db db, BandKey key, long expectedRevision) throws SQLException {
        SeriesLock.take(db, key.series());
        if (!end(db, key, expectedRevision, Long.MAX_VALUE)) {
            return fenced(db, key);
        }
        deleteStaged(db, key);
        return new CommitResult.Committed(0);
    }

    /** Deletes the band's row if it is as expected: true for the one who did. */
    static boolean end(Db db, BandKey b, long expectedRevision, long term) throws SQLException {
        return db.update(
                        "DELETE FROM band WHERE " + SAME + " AND revision = ? AND term <= ?",
                        b.series(),
                        b.kind(),
                        b.firstIntervalId(),
                        b.lastIntervalId(),
                        expectedRevision,
                        term)
                == 1;
    }

    static void deleteStaged(Db db, BandKey b) throws SQLException {
        Facts facts = Facts.of(b.kind());
        db.update("DELETE FROM " + facts.stage + " WHERE " + facts.staged, b.series(), b.firstIntervalId());
    }

    static void dropAll(Db db, SeriesKey k) throws SQLException {
        db.update("DELETE FROM band WHERE " + SERIES, k);
        for (Facts facts : Facts.values()) {
            db.update("DELETE FROM " + facts.stage + " WHERE " + SERIES, k);
        }
    }
}
