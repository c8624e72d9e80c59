package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.sql.EventSql;
import io.tidegate.core.store.sql.FlagBits;
import io.tidegate.core.store.sql.LedgerRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Begins a new epoch of a series. Runs inside a transaction of the caller's. */
final class ForkSql {
    private static final String INHERIT = """
            INSERT INTO ledger_interval (home, lineage, epoch, kind, interval_id, start_time, end_time, state, gone_reason,
                gone_at, flags, row_count, executions, cpu_micros, duration_micros, checksum, wait_millis, revision,
                held_at, verified_at, torn_reads, torn_checksum)
            SELECT DISTINCT ON (kind, interval_id) home, lineage, CAST(? AS INTEGER), kind, interval_id, start_time, end_time,
                'INHERITED', '', gone_at, flags, row_count, executions, cpu_micros, duration_micros, checksum,
                wait_millis, 0, held_at, verified_at, 0, 0
            FROM ledger_interval
            WHERE home = ? AND lineage = ? AND epoch <= ? AND state = 'HELD' AND flags & ? = 0 AND start_time >= ?
                AND end_time <= ?
            ORDER BY kind, interval_id, epoch DESC
            """;

    private ForkSql() {}

    static SeriesRecord fork(Db db, SeriesKey ended, ForkPoint point, Instant openStart, Instant sourceNow)
            throws SQLException {
        SeriesRecord latest = db.first(
                        RegistrySql.COLUMNS + "WHERE home = ? AND lineage = ? AND is_current",
                        LedgerRows::series,
                        ended.home(),
                        ended.lineage())
                .orElseThrow(() -> new IllegalArgumentException("no such series: " + ended));
        if (latest.key().epoch() > ended.epoch()) {
            return latest;
        }
        if (point.sharedFrom() != null) {
            inherit(db, ended, point);
        }
        end(db, ended, sourceNow);
        supersede(db, ended, point);
        String group = db.first(
                        "SELECT coalesce(group_database_id, '') FROM series WHERE " + SERIES,
                        r -> r.getString(1),
                        ended)
                .orElse("");
        SeriesKey next = new SeriesKey(ended.home(), ended.lineage(), ended.epoch() + 1);
        EventSql.insert(new DuckDbState(db), List.of(StateEvent.newEpoch(next, sourceNow)));
        return RegistrySql.insert(
                db,
                new SeriesRecord(
                        next, latest.serverId(), latest.database(), latest.sourceDatabaseId(), openStart, sourceNow),
                group);
    }

    /** What the new epoch will list again counts there. */
    private static void inherit(Db db, SeriesKey ended, ForkPoint point) throws SQLException {
        int superseded = FlagBits.mask(Flag.SUPERSEDED);
        db.update(
                INHERIT,
                ended.epoch() + 1,
                ended.home(),
                ended.lineage(),
                ended.epoch(),
                superseded,
                point.sharedFrom(),
                point.sharedTo());
        db.update(
                "UPDATE ledger_interval SET flags = flags | ? WHERE " + SERIES
                        + " AND state = 'LISTED' AND start_time >= ? AND end_time <= ?",
                superseded,
                ended,
                point.sharedFrom(),
                point.sharedTo());
    }

    private static void end(Db db, SeriesKey ended, Instant sourceNow) throws SQLException {
        BandSql.dropAll(db, ended);
        PeekSql.dropStaged(db, ended);
        db.update(
                "UPDATE ledger_interval SET state = 'GONE', gone_reason = ?, gone_at = coalesce(gone_at, ?) WHERE "
                        + SERIES + " AND state = 'LISTED'",
                LedgerEntry.GONE_WITH_EPOCH,
                sourceNow,
                ended);
        db.update("UPDATE series SET is_current = false WHERE " + SERIES, ended);
    }

    private static void supersede(Db db, SeriesKey ended, ForkPoint point) throws SQLException {
        if (point.supersededFrom() != null) {
            db.update(
                    "UPDATE ledger_interval SET flags = flags | ? WHERE home = ? AND lineage = ? AND epoch <= ?"
                            + " AND end_time > ? AND flags & ? = 0",
                    FlagBits.mask(Flag.SUPERSEDED),
                    ended.home(),
                    ended.lineage(),
                    ended.epoch(),
                    point.supersededFrom(),
                    FlagBits.mask(Flag.SUPERSEDED));
        }
    }
}
