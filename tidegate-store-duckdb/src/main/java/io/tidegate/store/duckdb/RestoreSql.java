package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.sql.LedgerRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts what is stored, and puts back what was held. Runs inside a transaction of the caller's. */
final class RestoreSql {
    private static final String INTERVAL = SERIES + " AND kind = ? AND interval_id = ?";

    private RestoreSql() {}

    static Map<Long, IntervalFigures> figures(Db db, SeriesKey k, Kind kind, Instant from, Instant to)
            throws SQLException {
        Facts facts = Facts.of(kind);
        String held = SERIES + " AND kind = ? AND state = 'HELD' AND start_time >= ? AND start_time < ?";
        Map<Long, IntervalFigures> figures = new HashMap<>();
        db.list(
                figures(facts, facts.table)
                        + "(band_number, interval_id) IN (SELECT (band_number, interval_id) FROM ledger_interval"
                        + " WHERE archive_id IS NULL AND " + held + ") GROUP BY interval_id",
                r -> figures.put(r.getLong("interval_id"), LedgerRows.figures(r)),
                k,
                kind,
                from,
                to);
        String archived = "ledger_interval WHERE archive_id IS NOT NULL AND " + held;
        if (db.number("SELECT count(*) FROM " + archived, k, kind, from, to) > 0) {
            db.list(
                    figures(facts, facts.archived) + SERIES + " AND interval_id IN (SELECT interval_id FROM " + archived
                            + ") GROUP BY interval_id",
                    r -> figures.put(r.getLong("interval_id"), LedgerRows.figures(r)),
                    k,
                    k,
                    kind,
                    from,
                    to);
        }
        return figures;
    }

    private static String figures(Facts facts, String rows) {
        return "SELECT interval_id, count(*) AS row_count, " + facts.figures() + " FROM " + rows + " WHERE ";
    }

    static CommitResult restore(
            Db db,
            SeriesKey k,
            Kind kind,
            long intervalId,
            long expectedRevision,
            List<? extends StatsRow> rows,
            StoreTimes times)
            throws SQLException {
        Optional<LedgerSql.Standing> found = LedgerSql.standing(db, k, kind, intervalId);
        if (found.isEmpty()
                || !found.get().isHeldAt(expectedRevision)
                || !recorded(db, k, kind, intervalId).agreesWith(IntervalFigures.of(rows))) {
            return LedgerSql.Standing.fenced(found);
        }
        Facts facts = Facts.of(kind);
        long number = found.get().bandNumber();
        ArchiveSql.leave(db, k, kind, intervalId);
        db.update("DELETE FROM " + facts.table + " WHERE band_number = ? AND interval_id = ?", number, intervalId);
        Map<Long, Instant> starts = BandSql.starts(db, new BandKey(k, kind, intervalId, intervalId));
        new RowAppender(db, k, times).facts(facts, number, starts, List.copyOf(rows));
        return LedgerSql.corrected(db, k, kind, intervalId, expectedRevision);
    }

    private static IntervalFigures recorded(Db db, SeriesKey k, Kind kind, long intervalId) throws SQLException {
        return db.first(
                        "SELECT row_count, executions, cpu_micros, duration_micros, checksum, wait_millis"
                                + " FROM ledger_interval WHERE " + INTERVAL,
                        LedgerRows::figures,
                        k,
                        kind,
                        intervalId)
                .orElse(IntervalFigures.NONE);
    }
}
