package io.tidegate.store.postgres;

import static io.tidegate.store.postgres.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.Expiry;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.sql.ExpirySql;
import io.tidegate.core.store.sql.LedgerRows;
import io.tidegate.core.store.sql.SqlTimes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Changes facts of held intervals: corrections, and expiry. Runs inside a transaction of the caller's. */
final class CorrectSql {
    private static final String INTERVAL = SERIES + " AND interval_id = ?";

    private CorrectSql() {}

    static CommitResult correct(
            Db db, SeriesKey k, Kind kind, long intervalId, long expectedRevision, List<? extends StatsRow> rows)
            throws SQLException {
        SeriesLock.take(db, k);
        Optional<LedgerEntry> found = LedgerSql.lock(db, k, kind, intervalId);
        if (!isHeldAt(found, expectedRevision)) {
            return fenced(found);
        }
        merge(db, k, kind, intervalId, rows);
        FactSql.figures(db, k, kind, List.of(intervalId));
        return corrected(db, k, kind, intervalId, expectedRevision);
    }

    static Map<StatsKey, Long> storedAmounts(Db db, SeriesKey k, Kind kind, long intervalId) throws SQLException {
        Facts facts = Facts.of(kind);
        Map<StatsKey, Long> stored = new HashMap<>();
        db.list(
                "SELECT " + facts.key + ", " + facts.amount + " AS amount FROM " + facts.table + " WHERE " + INTERVAL
                        + " AND interval_start IN (SELECT start_time FROM ledger_interval WHERE " + INTERVAL
                        + " AND kind = ? AND state = 'HELD')",
                r -> stored.put(key(r, kind), r.getLong("amount")),
                k,
                intervalId,
                k,
                intervalId,
                kind);
        return stored;
    }

    private static StatsKey key(ResultSet row, Kind kind) throws SQLException {
        long interval = row.getLong("interval_id");
        long group = row.getLong("replica_group_id");
        long plan = row.getLong("plan_id");
        int type = row.getInt("execution_type");
        return switch (kind) {
            case RUNTIME -> new RuntimeKey(interval, group, plan, type);
            case WAITS -> new WaitKey(interval, group, plan, row.getInt("wait_category"), type);
        };
    }

    /** As a correction, but all that is stored goes first; only what the ledger has recorded takes its place. */
    static CommitResult restore(
            Db db, SeriesKey k, Kind kind, long intervalId, long expectedRevision, List<? extends StatsRow> rows)
            throws SQLException {
        SeriesLock.take(db, k);
        Optional<LedgerEntry> found = LedgerSql.lock(db, k, kind, intervalId);
        if (!isHeldAt(found, expectedRevision)
                || !IntervalFigures.of(rows)
                        .agreesWith(Objects.requireNonNullElse(found.get().figures(), IntervalFigures.NONE))) {
            return fenced(found);
        }
        deleteFacts(db, k, kind, intervalId, found.get().interval().start());
        merge(db, k, kind, intervalId, rows);
        return corrected(db, k, kind, intervalId, expectedRevision);
    }

    private static boolean isHeldAt(Optional<LedgerEntry> found, long revision) {
        return found.filter(entry -> entry.state() == LedgerEntry.State.HELD && entry.revision() == revision)
                .isPresent();
    }

    private static CommitResult fenced(Optional<LedgerEntry> found) {
        return new CommitResult.Fenced(found.map(LedgerEntry::revision).orElse(0L));
    }

    /** The rows pass through stage, where a held interval has no band, and leave it in the same transaction. */
    private static void merge(Db db, SeriesKey k, Kind kind, long intervalId, List<? extends StatsRow> rows)
            throws SQLException {
        BandKey through = new BandKey(k, kind, intervalId, intervalId);
        RowCopy.stage(db, through, rows);
        FactSql.correctFromStage(db, through);
        BandSql.deleteStaged(db, through);
    }

    private static CommitResult corrected(Db db, SeriesKey k, Kind kind, long intervalId, long before)
            throws SQLException {
        db.update(
                "UPDATE ledger_interval SET revision = revision + 1 WHERE " + INTERVAL + " AND kind = ?",
                k,
                intervalId,
                kind);
        return new CommitResult.Committed(before + 1);
    }

    private static void deleteFacts(Db db, SeriesKey k, Kind kind, long intervalId, Instant start) throws SQLException {
        db.update(
                "DELETE FROM " + Facts.of(kind).table + " WHERE " + INTERVAL + " AND interval_start = ?",
                k,
                intervalId,
                start);
    }

    private record Expired(SeriesKey series, Kind kind, long intervalId, Instant start, boolean held) {}

    /** Others' locked intervals are left for the next call: nobody waits for retention, nor it for anybody. */
    private static String oldest(Duration age) {
        return "SELECT home, lineage, epoch, kind, interval_id, start_time, state FROM ledger_interval i"
                + " WHERE end_time < ? AND " + ExpirySql.isOldAtSource("i.end_time", age)
                + " AND (state = 'HELD' OR kind = 'RUNTIME' AND EXISTS (SELECT FROM peek p WHERE p.home = i.home"
                + " AND p.lineage = i.lineage AND p.epoch = i.epoch AND p.interval_id = i.interval_id))"
                + " ORDER BY end_time, interval_id LIMIT ? FOR NO KEY UPDATE SKIP LOCKED";
    }

    static int expire(Db db, Expiry expiry) throws SQLException {
        List<Expired> found = db.list(
                oldest(expiry.age()),
                r -> new Expired(
                        LedgerRows.key(r),
                        Kind.valueOf(r.getString("kind")),
                        r.getLong("interval_id"),
                        SqlTimes.instant(r, "start_time"),
                        r.getString("state").equals("HELD")),
                expiry.before(),
                expiry.most());
        for (Expired e : found) {
            if (e.kind() == Kind.RUNTIME) {
                db.update("DELETE FROM peek WHERE " + INTERVAL, e.series(), e.intervalId());
            }
            if (e.held()) {
                expire(db, e);
            }
        }
        return found.size();
    }

    private static void expire(Db db, Expired e) throws SQLException {
        deleteFacts(db, e.series(), e.kind(), e.intervalId(), e.start());
        db.update(
                "UPDATE ledger_interval SET state = 'GONE', gone_reason = ?, row_count = NULL, executions = NULL,"
                        + " cpu_micros = NULL, duration_micros = NULL, checksum = NULL, wait_millis = NULL WHERE "
                        + INTERVAL
                        + " AND kind = ?",
                LedgerEntry.GONE_BY_RETENTION,
                e.series(),
                e.intervalId(),
                e.kind());
        db.update(
                "UPDATE ledger_interval SET state = 'GONE', gone_reason = ? WHERE home = ? AND lineage = ? AND epoch > ?"
                        + " AND kind = ? AND interval_id = ? AND state = 'INHERITED' AND start_time = ?",
                LedgerEntry.GONE_BY_RETENTION,
                e.series().home(),
                e.series().lineage(),
                e.series().epoch(),
                e.kind(),
                e.intervalId(),
                e.start());
    }
}
