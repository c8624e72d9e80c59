package io.tidegate.core.store.sql;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/**
 * What a fork does to the ledger in a store on SQL, whatever its engine. Runs inside a transaction of the caller's. No state.
 */
public final class ForkSql {
    private static final String SERIES = "home = ? AND lineage = ? AND epoch = ?";

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

    /**
     * Ends an epoch, as {@link io.tidegate.core.store.CollectorStore#fork} says: the next one inherits what is shared, what
     * lies behind is superseded, what is not held is gone, and an event tells of it. Bands and staged peeks are the
     * caller's to drop, and so is the new row of the registry.
     *
     * @param db a transaction
     * @param ended the epoch, which is the current one
     * @param point what is inherited, and what superseded
     * @param sourceNow the source's clock
     * @return the next epoch
     * @throws SQLException as the driver does
     */
    public static SeriesKey leave(StateDb db, SeriesKey ended, ForkPoint point, Instant sourceNow) throws SQLException {
        if (point.sharedFrom() != null) {
            inherit(db, ended, point);
        }
        end(db, ended, sourceNow);
        supersede(db, ended, point);
        SeriesKey next = new SeriesKey(ended.home(), ended.lineage(), ended.epoch() + 1);
        EventSql.insert(db, List.of(StateEvent.newEpoch(next, sourceNow)));
        return next;
    }

    /** What the new epoch will list again counts there. */
    private static void inherit(StateDb db, SeriesKey ended, ForkPoint point) throws SQLException {
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

    private static void end(StateDb db, SeriesKey ended, Instant sourceNow) throws SQLException {
        db.update(
                "UPDATE ledger_interval SET state = 'GONE', gone_reason = ?, gone_at = coalesce(gone_at, ?) WHERE "
                        + SERIES + " AND state = 'LISTED'",
                LedgerEntry.GONE_WITH_EPOCH,
                sourceNow,
                ended);
        db.update("UPDATE series SET is_current = false WHERE " + SERIES, ended);
    }

    private static void supersede(StateDb db, SeriesKey ended, ForkPoint point) throws SQLException {
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
