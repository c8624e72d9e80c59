package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.LedgerEntry;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Changes facts of held intervals: corrections, and expiry. Runs inside a transaction of the caller's. */
final class CorrectSql {
    private CorrectSql() {}

    static CommitResult correct(
            Db db, SeriesKey k, long intervalId, long expectedRevision, List<RuntimeRow> rows, StoreTimes times)
            throws SQLException {
        Optional<LedgerSql.Standing> found = LedgerSql.standing(db, k, Kind.RUNTIME, intervalId);
        if (found.isEmpty()
                || found.get().state() != LedgerEntry.State.HELD
                || found.get().revision() != expectedRevision) {
            return new CommitResult.Fenced(
                    found.map(LedgerSql.Standing::revision).orElse(0L));
        }
        long number = found.get().bandNumber();
        Map<RuntimeKey, Long> stored = storedExecutions(db, number, intervalId);
        List<RuntimeRow> wins = new ArrayList<>();
        List<RuntimeKey> replaced = new ArrayList<>();
        for (RuntimeRow row : rows) {
            Long executions = stored.get(row.key());
            if (row.key().planId() >= 0 && (executions == null || executions < row.executions())) {
                wins.add(row);
                if (executions != null) {
                    replaced.add(row.key());
                }
            }
        }
        delete(db, number, intervalId, replaced);
        Map<Long, Instant> starts = BandSql.starts(db, new BandKey(k, Kind.RUNTIME, intervalId, intervalId));
        new RowAppender(db, k, times).facts(number, starts, wins);
        HoldSql.figures(db, k, Kind.RUNTIME, intervalId, intervalId, number);
        db.update(
                "UPDATE ledger_interval SET revision = revision + 1 WHERE " + SERIES
                        + " AND kind = 'RUNTIME' AND interval_id = ?",
                k,
                intervalId);
        return new CommitResult.Committed(expectedRevision + 1);
    }

    private static Map<RuntimeKey, Long> storedExecutions(Db db, long number, long intervalId) throws SQLException {
        Map<RuntimeKey, Long> stored = new HashMap<>();
        db.list(
                "SELECT replica_group_id, plan_id, execution_type, count_executions FROM runtime_stats"
                        + " WHERE band_number = ? AND interval_id = ?",
                r -> stored.put(new RuntimeKey(intervalId, r.getLong(1), r.getLong(2), r.getInt(3)), r.getLong(4)),
                number,
                intervalId);
        return stored;
    }

    private static void delete(Db db, long number, long intervalId, List<RuntimeKey> keys) throws SQLException {
        if (keys.isEmpty()) {
            return;
        }
        StringBuilder in = new StringBuilder();
        for (RuntimeKey k : keys) {
            in.append(in.isEmpty() ? "(" : ",(")
                    .append(k.replicaGroup())
                    .append(',')
                    .append(k.planId())
                    .append(',')
                    .append(k.executionType())
                    .append(')');
        }
        db.execute("DELETE FROM runtime_stats WHERE band_number = " + number + " AND interval_id = " + intervalId
                + " AND (replica_group_id, plan_id, execution_type) IN (" + in + ")");
    }

    private record Expired(SeriesKey series, Kind kind, long intervalId, long number) {}

    static int expire(Db db, Instant before, int maxIntervals) throws SQLException {
        List<Expired> found = db.list(
                "SELECT home, lineage, epoch, kind, interval_id, coalesce(band_number, 0) FROM ledger_interval i"
                        + " WHERE end_time < ? AND (state = 'HELD' OR kind = 'RUNTIME' AND EXISTS (SELECT 1 FROM peek p"
                        + " WHERE p.home = i.home AND p.lineage = i.lineage AND p.epoch = i.epoch"
                        + " AND p.interval_id = i.interval_id)) ORDER BY end_time, interval_id LIMIT ?",
                r -> new Expired(
                        new SeriesKey(r.getInt(1), r.getInt(2), r.getInt(3)),
                        Kind.valueOf(r.getString(4)),
                        r.getLong(5),
                        r.getLong(6)),
                before,
                maxIntervals);
        for (Expired e : found) {
            db.update("DELETE FROM peek WHERE " + SERIES + " AND interval_id = ?", e.series(), e.intervalId());
            if (e.number() != 0) {
                expire(db, e);
            }
        }
        return found.size();
    }

    private static void expire(Db db, Expired e) throws SQLException {
        db.update("DELETE FROM runtime_stats WHERE band_number = ? AND interval_id = ?", e.number(), e.intervalId());
        db.update(
                "UPDATE ledger_interval SET state = 'GONE', gone_reason = ?, band_number = NULL, row_count = NULL,"
                        + " executions = NULL, cpu_micros = NULL, duration_micros = NULL, checksum = NULL WHERE "
                        + SERIES + " AND kind = ? AND interval_id = ?",
                LedgerEntry.GONE_BY_RETENTION,
                e.series(),
                e.kind(),
                e.intervalId());
    }
}
