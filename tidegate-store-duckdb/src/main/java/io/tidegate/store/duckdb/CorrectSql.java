package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.Expiry;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.sql.ExpirySql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Changes facts of held intervals: corrections, and expiry. Runs inside a transaction of the caller's. */
final class CorrectSql {
    private CorrectSql() {}

    static CommitResult correct(
            Db db,
            SeriesKey k,
            Kind kind,
            long intervalId,
            long expectedRevision,
            List<? extends StatsRow> rows,
            StoreTimes times)
            throws SQLException {
        Optional<LedgerSql.Standing> found = LedgerSql.standing(db, k, kind, intervalId);
        if (found.isEmpty() || !found.get().isHeldAt(expectedRevision)) {
            return LedgerSql.Standing.fenced(found);
        }
        long number = found.get().bandNumber();
        Map<StatsKey, Long> stored = storedAmounts(db, k, kind, intervalId, found.get());
        List<StatsRow> wins = new ArrayList<>();
        List<StatsKey> replaced = new ArrayList<>();
        for (StatsRow row : rows) {
            Long amount = stored.get(row.key());
            if (row.key().planId() >= 0 && (amount == null || amount < row.amount())) {
                wins.add(row);
                if (amount != null) {
                    replaced.add(row.key());
                }
            }
        }
        if (!wins.isEmpty()) {
            ArchiveSql.takeBack(db, k, kind, intervalId);
        }
        delete(db, Facts.of(kind), number, intervalId, replaced);
        Map<Long, Instant> starts = BandSql.starts(db, new BandKey(k, kind, intervalId, intervalId));
        new RowAppender(db, k, times).facts(Facts.of(kind), number, starts, wins);
        HoldSql.figures(db, k, kind, intervalId, intervalId, number);
        return LedgerSql.corrected(db, k, kind, intervalId, expectedRevision);
    }

    static Map<StatsKey, Long> storedAmounts(Db db, SeriesKey k, Kind kind, long intervalId) throws SQLException {
        Optional<LedgerSql.Standing> found = LedgerSql.standing(db, k, kind, intervalId);
        return found.isEmpty() || found.get().bandNumber() == 0
                ? Map.of()
                : storedAmounts(db, k, kind, intervalId, found.get());
    }

    private static Map<StatsKey, Long> storedAmounts(
            Db db, SeriesKey k, Kind kind, long intervalId, LedgerSql.Standing standing) throws SQLException {
        Facts facts = Facts.of(kind);
        Map<StatsKey, Long> stored = new HashMap<>();
        String amounts = "SELECT " + facts.key + ", " + facts.amount + " AS amount FROM ";
        Db.RowMapper<Long> add = r -> stored.put(key(r, kind, intervalId), r.getLong("amount"));
        if (standing.isArchived()) {
            db.list(amounts + facts.archived + " WHERE " + SERIES + " AND interval_id = ?", add, k, intervalId);
        } else {
            db.list(
                    amounts + facts.table + " WHERE band_number = ? AND interval_id = ?",
                    add,
                    standing.bandNumber(),
                    intervalId);
        }
        return stored;
    }

    private static StatsKey key(ResultSet row, Kind kind, long intervalId) throws SQLException {
        long group = row.getLong("replica_group_id");
        long plan = row.getLong("plan_id");
        int type = row.getInt("execution_type");
        return switch (kind) {
            case RUNTIME -> new RuntimeKey(intervalId, group, plan, type);
            case WAITS -> new WaitKey(intervalId, group, plan, row.getInt("wait_category"), type);
        };
    }

    private static void delete(Db db, Facts facts, long number, long intervalId, List<StatsKey> keys)
            throws SQLException {
        if (!keys.isEmpty()) {
            String in = keys.stream().map(CorrectSql::literal).collect(Collectors.joining(","));
            db.execute("DELETE FROM " + facts.table + " WHERE band_number = " + number + " AND interval_id = "
                    + intervalId + " AND (" + facts.key + ") IN (" + in + ")");
        }
    }

    /** In the order of {@link Facts#key}. */
    private static String literal(StatsKey key) {
        String category = key instanceof WaitKey waits ? waits.waitCategory() + "," : "";
        return "(" + key.replicaGroup() + "," + key.planId() + "," + category + key.executionType() + ")";
    }

    private record Expired(SeriesKey series, Kind kind, long intervalId, long number, boolean isArchived) {}

    static int expire(Db db, Expiry expiry) throws SQLException {
        List<Expired> found = db.list(
                "SELECT home, lineage, epoch, kind, interval_id, coalesce(band_number, 0),"
                        + " archive_id IS NOT NULL FROM ledger_interval i"
                        + " WHERE end_time < ? AND " + ExpirySql.isOldAtSource("i.end_time", expiry.age())
                        + " AND (state = 'HELD' OR kind = 'RUNTIME' AND EXISTS (SELECT 1 FROM peek p"
                        + " WHERE p.home = i.home AND p.lineage = i.lineage AND p.epoch = i.epoch"
                        + " AND p.interval_id = i.interval_id)) ORDER BY end_time, interval_id LIMIT ?",
                r -> new Expired(
                        new SeriesKey(r.getInt(1), r.getInt(2), r.getInt(3)),
                        Kind.valueOf(r.getString(4)),
                        r.getLong(5),
                        r.getLong(6),
                        r.getBoolean(7)),
                expiry.before(),
                expiry.most());
        for (Expired e : found) {
            if (e.kind() == Kind.RUNTIME) {
                db.update("DELETE FROM peek WHERE " + SERIES + " AND interval_id = ?", e.series(), e.intervalId());
            }
            if (e.number() != 0) {
                expire(db, e);
            }
        }
        return found.size();
    }

    private static void expire(Db db, Expired e) throws SQLException {
        if (e.isArchived()) {
            ArchiveSql.leave(db, e.series(), e.kind(), e.intervalId());
        }
        db.update(
                "DELETE FROM " + Facts.of(e.kind()).table + " WHERE band_number = ? AND interval_id = ?",
                e.number(),
                e.intervalId());
        db.update(
                "UPDATE ledger_interval SET state = 'GONE', gone_reason = ?, band_number = NULL, row_count = NULL,"
                        + " executions = NULL, cpu_micros = NULL, duration_micros = NULL, checksum = NULL,"
                        + " wait_millis = NULL WHERE "
                        + SERIES + " AND kind = ? AND interval_id = ?",
                LedgerEntry.GONE_BY_RETENTION,
                e.series(),
                e.kind(),
                e.intervalId());
        db.update(
                "UPDATE ledger_interval SET state = 'GONE', gone_reason = ? WHERE home = ? AND lineage = ? AND epoch > ?"
                        + " AND kind = ? AND interval_id = ? AND state = 'INHERITED' AND start_time = (SELECT start_time"
                        + " FROM ledger_interval WHERE " + SERIES + " AND kind = ? AND interval_id = ?)",
                LedgerEntry.GONE_BY_RETENTION,
                e.series().home(),
                e.series().lineage(),
                e.series().epoch(),
                e.kind(),
                e.intervalId(),
                e.series(),
                e.kind(),
                e.intervalId());
    }
}
