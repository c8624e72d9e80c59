package io.tidegate.core.store.sql;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/**
 * Closes intervals that their source has no more from their last peeks, and opens those again that are listed again: in a
 * store on SQL, whatever its engine. Runs inside a transaction of the caller's, which has the series' lock where there is
 * one. No state.
 */
public final class LastPeekSql {
    private static final String SERIES = "home = ? AND lineage = ? AND epoch = ?";
    private static final String INTERVAL = SERIES + " AND kind = 'RUNTIME' AND interval_id = ?";

    private static final String TO_CLOSE = " FROM peek p JOIN ledger_interval i ON i.home = p.home"
            + " AND i.lineage = p.lineage AND i.epoch = p.epoch AND i.interval_id = p.interval_id"
            + " WHERE i.kind = 'RUNTIME' AND i.state = 'GONE' AND i.gone_reason IN (?, ?)";

    private static final String UNNAMED = "SELECT count(*) AS unnamed FROM peek p WHERE " + SERIES
            + " AND interval_id = ? AND is_current AND (plan_id < 0 OR NOT EXISTS (SELECT 1 FROM plan_identity q"
            + " WHERE q.home = p.home AND q.lineage = p.lineage AND q.epoch = p.epoch AND q.plan_id = p.plan_id))";

    private static final String HELD =
            "UPDATE ledger_interval SET state = 'HELD', flags = flags | ?, held_at = gone_at,"
                    + " row_count = 0, executions = 0, cpu_micros = 0, duration_micros = 0, checksum = 0, wait_millis = 0 WHERE "
                    + INTERVAL;

    private static final String NOT_HELD =
            "UPDATE ledger_interval SET state = 'GONE', gone_reason = ?, flags = flags & ?,"
                    + " held_at = NULL, row_count = NULL, executions = NULL, cpu_micros = NULL, duration_micros = NULL,"
                    + " checksum = NULL, wait_millis = NULL WHERE " + INTERVAL;

    private LastPeekSql() {}

    /** Moves rows between peeks and facts, each engine in its own way. */
    public interface Moves {
        /**
         * Moves the current peek's rows with lasting plan ids to the facts, and notes the figures of these.
         *
         * @param intervalId of a held interval without facts
         * @throws SQLException as the driver does
         */
        void toFacts(long intervalId) throws SQLException;

        /**
         * Moves the facts to a current peek, with number 1.
         *
         * @param intervalId of a held interval without peeks
         * @throws SQLException as the driver does
         */
        void toPeek(long intervalId) throws SQLException;
    }

    /**
     * Series that have intervals to close. In a store that only code of this schema has written to there are none between
     * two transactions.
     *
     * @param db a transaction
     * @return each once
     * @throws SQLException as the driver does
     */
    public static List<SeriesKey> toClose(StateDb db) throws SQLException {
        return db.list(
                "SELECT DISTINCT i.home, i.lineage, i.epoch" + TO_CLOSE,
                LedgerRows::key,
                LedgerEntry.GONE_AT_SOURCE,
                LedgerEntry.GONE_WITH_EPOCH);
    }

    /**
     * Closes what is gone and was peeked at: the rows of the current peek become facts, the interval is held and flagged
     * LOST_AT_SOURCE, and keeps the reason why it is gone; the peek ends. Rows without a lasting plan id are dropped; for
     * these, and for plans without identity, it is flagged IDENTITY_LOST. A peek that was not finished is dropped.
     *
     * @param db a transaction
     * @param series whose
     * @param moves of that series
     * @return how many intervals had a peek, finished or not
     * @throws SQLException as the driver does
     */
    public static int close(StateDb db, SeriesKey series, Moves moves) throws SQLException {
        record Peeked(long intervalId, long current) {}
        List<Peeked> gone = db.list(
                "SELECT p.interval_id, sum(CASE WHEN p.is_current THEN 1 ELSE 0 END) AS rows_current" + TO_CLOSE
                        + " AND i.home = ? AND i.lineage = ? AND i.epoch = ? GROUP BY p.interval_id",
                row -> new Peeked(row.getLong("interval_id"), row.getLong("rows_current")),
                LedgerEntry.GONE_AT_SOURCE,
                LedgerEntry.GONE_WITH_EPOCH,
                series);
        for (Peeked one : gone) {
            if (one.current() > 0) {
                close(db, series, one.intervalId(), moves);
            }
            db.update("DELETE FROM peek WHERE " + SERIES + " AND interval_id = ?", series, one.intervalId());
        }
        return gone.size();
    }

    private static void close(StateDb db, SeriesKey series, long intervalId, Moves moves) throws SQLException {
        long unnamed = db.list(UNNAMED, row -> row.getLong("unnamed"), series, intervalId)
                .getFirst();
        int flags = FlagBits.mask(Flag.LOST_AT_SOURCE) | (unnamed > 0 ? FlagBits.mask(Flag.IDENTITY_LOST) : 0);
        db.update(HELD, flags, series, intervalId);
        moves.toFacts(intervalId);
    }

    /**
     * Takes back what {@link #close} did to some intervals: they are gone, and peeked at, as before.
     *
     * @param db a transaction
     * @param series whose
     * @param intervals ids; those that are not held from a last peek are left as they are
     * @param moves of that series
     * @throws SQLException as the driver does
     */
    public static void reopen(StateDb db, SeriesKey series, Collection<Long> intervals, Moves moves)
            throws SQLException {
        List<Long> closed = db.list(
                "SELECT interval_id FROM ledger_interval WHERE " + SERIES
                        + " AND kind = 'RUNTIME' AND state = 'HELD' AND gone_reason <> ''"
                        + " AND interval_id IN (SELECT unnest(?))",
                row -> row.getLong("interval_id"),
                series,
                db.numbers(intervals));
        for (long id : closed) {
            moves.toPeek(id);
            db.update(NOT_HELD, LedgerEntry.GONE_AT_SOURCE, FlagBits.mask(Flag.SUPERSEDED), series, id);
        }
    }
}
