package io.tidegate.core.store.sql;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.SeriesRecord;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * What a fork does to the ledger in a store on SQL, whatever its engine. Runs inside a transaction of the caller's. No state.
 */
public final class ForkSql {
    private static final String SERIES = "home = ? AND lineage = ? AND epoch = ?";

    private static final String INHERIT = """
            INSERT INTO ledger_interval (home, lineage, epoch, kind, interval_id, start_time, end_time, state, gone_reason,
                gone_at, flags, row_count, executions, cpu_micros, duration_micros, checksum, wait_millis, revision,
                held_at, verified_at, next_count_at, torn_reads, torn_checksum)
            SELECT DISTINCT ON (kind, interval_id) home, lineage, CAST(? AS INTEGER), kind, interval_id, start_time, end_time,
                'INHERITED', '', gone_at, flags, row_count, executions, cpu_micros, duration_micros, checksum,
                wait_millis, 0, held_at, verified_at, next_count_at, 0, 0
            FROM ledger_interval
            WHERE home = ? AND lineage = ? AND epoch <= ? AND state = 'HELD' AND gone_reason = '' AND flags & ? = 0
                AND start_time >= ?
                AND end_time <= ?
            ORDER BY kind, interval_id, epoch DESC
            """;

    private ForkSql() {}

    /** Drops what is under way in an epoch: its bands and staged peeks, each store in its own way. */
    @FunctionalInterface
    public interface Unfinished {
        /**
         * Drops it.
         *
         * @throws SQLException as the driver does
         */
        void drop() throws SQLException;
    }

    private record Current(SeriesRecord series, String group) {}

    /**
     * Ends an epoch, as {@link io.tidegate.core.store.CollectorStore#fork} says: the next one inherits what is shared, what
     * lies behind is superseded, what is not held is gone, and an event tells of it.
     *
     * @param db a transaction, in which the series is locked where others could change it
     * @param ended the epoch
     * @param unfinished drops what is under way in it
     * @param point what is inherited, and what superseded
     * @param openStart start of the interval that is open
     * @param sourceNow the source's clock
     * @return the next epoch; the current one, with nothing changed, where that is a later one already
     * @throws SQLException as the driver does
     */
    public static SeriesRecord fork(
            StateDb db, SeriesKey ended, Unfinished unfinished, ForkPoint point, Instant openStart, Instant sourceNow)
            throws SQLException {
        Current current = current(db, ended);
        SeriesRecord latest = current.series();
        if (latest.key().epoch() > ended.epoch()) {
            return latest;
        }
        unfinished.drop();
        if (point.sharedFrom() != null) {
            inherit(db, ended, point);
        }
        end(db, ended, sourceNow);
        supersede(db, ended, point);
        SeriesKey next = new SeriesKey(ended.home(), ended.lineage(), ended.epoch() + 1);
        EventSql.insert(db, List.of(StateEvent.newEpoch(next, sourceNow)));
        return SeriesSql.insert(
                db,
                new SeriesRecord(
                        next, latest.serverId(), latest.database(), latest.sourceDatabaseId(), openStart, sourceNow),
                current.group());
    }

    private static Current current(StateDb db, SeriesKey of) throws SQLException {
        return db
                .list(
                        "SELECT * FROM series WHERE home = ? AND lineage = ? AND is_current",
                        row -> new Current(
                                LedgerRows.series(row),
                                Objects.requireNonNullElse(row.getString("group_database_id"), "")),
                        of.home(),
                        of.lineage())
                .stream()
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such series: " + of));
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
