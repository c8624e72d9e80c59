package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.PeekBatch;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Peeks at intervals that have not settled. Runs inside a transaction of the caller's. */
final class PeekSql {
    private static final String INTERVAL = SERIES + " AND interval_id = ?";
    private static final String SAME_KEY = "o.home = n.home AND o.lineage = n.lineage AND o.epoch = n.epoch"
            + " AND o.interval_id = n.interval_id AND o.replica_group_id = n.replica_group_id AND o.plan_id = n.plan_id"
            + " AND o.execution_type = n.execution_type";

    private PeekSql() {}

    static void peek(Db db, PeekBatch b, StoreTimes times) throws SQLException {
        SeriesKey k = b.series();
        Optional<LedgerSql.Standing> standing = LedgerSql.standing(db, k, Kind.RUNTIME, b.intervalId());
        if (standing.isEmpty() || standing.get().state() != State.LISTED) {
            return; // nothing is listed in an epoch that has ended
        }
        List<Old> before = rows(db, k, b.intervalId(), b.intervalId());
        if (before.stream().anyMatch(old -> old.isCurrent() && old.number() >= b.peekNumber())) {
            return;
        }
        if (b.isLast() && isWhole(b, before)) {
            db.update("DELETE FROM peek WHERE " + INTERVAL + " AND peek_number < ?", k, b.intervalId(), b.peekNumber());
            new RowAppender(db, k, times).peek(b.peekNumber(), true, b.rows());
            return;
        }
        new RowAppender(db, k, times).peek(b.peekNumber(), false, b.rows());
        if (b.isLast()) {
            swap(db, k, b.intervalId(), b.peekNumber());
        }
    }

    /** A row that stands in the table: what decides whether it stays. */
    record Old(long number, boolean isCurrent, RuntimeKey key, long executions) {
        /** Whether it is of no use beside rows of the same interval, which count their keys' executions. */
        boolean isOutdatedBy(Map<RuntimeKey, Long> fresh) {
            return !isCurrent || key.planId() < 0 || fresh.getOrDefault(key, -1L) >= executions;
        }
    }

    /** Rows of the intervals from one to another. */
    static List<Old> rows(Db db, SeriesKey k, long first, long last) throws SQLException {
        return db.list(
                "SELECT peek_number, is_current, interval_id, replica_group_id, plan_id, execution_type,"
                        + " count_executions FROM peek WHERE " + SERIES + " AND interval_id BETWEEN ? AND ?",
                r -> new Old(
                        r.getLong(1),
                        r.getBoolean(2),
                        new RuntimeKey(r.getLong(3), r.getLong(4), r.getLong(5), r.getInt(6)),
                        r.getLong(7)),
                k,
                first,
                last);
    }

    /** Executions by key of rows of runtime stats. */
    static Map<RuntimeKey, Long> executions(List<? extends StatsRow> rows) {
        Map<RuntimeKey, Long> executions = new HashMap<>();
        for (StatsRow row : rows) {
            if (row instanceof RuntimeRow runtime) {
                executions.put(runtime.key(), runtime.executions());
            }
        }
        return executions;
    }

    /** Nearly every peek: all of it is here, and of the one before it no row stays. */
    private static boolean isWhole(PeekBatch b, List<Old> before) {
        Map<RuntimeKey, Long> fresh = executions(b.rows());
        return before.stream().allMatch(old -> old.number() < b.peekNumber() && old.isOutdatedBy(fresh));
    }

    /** Drops all peeks of some intervals. */
    static void dropAll(Db db, SeriesKey k, List<Long> intervals) throws SQLException {
        if (!intervals.isEmpty()) {
            db.update(
                    "DELETE FROM peek WHERE " + SERIES + " AND interval_id IN (SELECT unnest(?))",
                    k,
                    db.array(intervals));
        }
    }

    /** Per key the row with more executions stays; rows with negative plan ids are always the new ones. */
    private static void swap(Db db, SeriesKey k, long interval, long number) throws SQLException {
        db.update(
                "DELETE FROM peek WHERE " + INTERVAL + " AND NOT is_current AND peek_number < ?", k, interval, number);
        db.update(
                "DELETE FROM peek o WHERE " + INTERVAL + " AND is_current AND (plan_id < 0 OR EXISTS"
                        + " (SELECT 1 FROM peek n WHERE n.peek_number = ? AND NOT n.is_current AND " + SAME_KEY
                        + " AND n.count_executions >= o.count_executions))",
                k,
                interval,
                number);
        db.update(
                "DELETE FROM peek o WHERE " + INTERVAL + " AND NOT is_current AND peek_number = ? AND EXISTS"
                        + " (SELECT 1 FROM peek n WHERE n.is_current AND " + SAME_KEY + ")",
                k,
                interval,
                number);
        db.update(
                "UPDATE peek SET is_current = true, peek_number = ? WHERE " + INTERVAL
                        + " AND (is_current OR peek_number = ?)",
                number,
                k,
                interval,
                number);
    }

    /** Rows of an unfinished peek go; a current one stays. */
    static void drop(Db db, SeriesKey k, long interval, long number) throws SQLException {
        db.update(
                "DELETE FROM peek WHERE " + INTERVAL + " AND peek_number = ? AND NOT is_current", k, interval, number);
    }

    static void dropStaged(Db db, SeriesKey k) throws SQLException {
        db.update("DELETE FROM peek WHERE " + SERIES + " AND NOT is_current", k);
    }

    static long lastNumber(Db db, SeriesKey k, long interval) throws SQLException {
        return db.number("SELECT max(peek_number) FROM peek WHERE " + INTERVAL, k, interval);
    }

    /**
     * Moves current peeks' rows that a band lacks, or counts lower, into the band; then drops the peeks of the band's
     * intervals.
     *
     * @param held the band's intervals that become held
     * @return those of them with such rows
     */
    static List<Long> mergeInto(Db db, BandKey b, List<Long> held, long bandNumber) throws SQLException {
        SeriesKey k = b.series();
        String some = SERIES + " AND interval_id IN (SELECT unnest(?))";
        if (db.number("SELECT count(*) FROM peek WHERE " + some, k, db.array(held)) == 0) {
            return List.of();
        }
        db.update(
                "DELETE FROM peek o WHERE " + some + " AND (plan_id < 0 OR NOT is_current OR EXISTS"
                        + " (SELECT 1 FROM runtime_stats n WHERE n.band_number = ? AND " + SAME_KEY
                        + " AND n.count_executions >= o.count_executions))",
                k,
                db.array(held),
                bandNumber);
        List<Long> rescued =
                db.list("SELECT DISTINCT interval_id FROM peek WHERE " + some, r -> r.getLong(1), k, db.array(held));
        if (!rescued.isEmpty()) {
            db.update(
                    "DELETE FROM runtime_stats n WHERE band_number = ? AND EXISTS (SELECT 1 FROM peek o WHERE "
                            + "o.is_current AND " + SAME_KEY + ")",
                    bandNumber);
            toFacts(db, k, bandNumber, held);
            dropAll(db, k, held);
        }
        return rescued;
    }

    /** Copies the current peeks' rows that have lasting plan ids to the facts, under a number there. */
    static void toFacts(Db db, SeriesKey k, long bandNumber, List<Long> intervals) throws SQLException {
        db.update(
                "INSERT INTO runtime_stats SELECT p.home, p.lineage, p.epoch, i.start_time, CAST(? AS INTEGER),"
                        + " p.* EXCLUDE (home, lineage, epoch, peek_number, is_current), CAST(? AS BIGINT)"
                        + " FROM (SELECT * FROM peek WHERE " + SERIES
                        + " AND interval_id IN (SELECT unnest(?)) AND is_current AND plan_id >= 0) p"
                        + " JOIN ledger_interval i ON i.home = p.home AND i.lineage = p.lineage"
                        + " AND i.epoch = p.epoch AND i.interval_id = p.interval_id AND i.kind = 'RUNTIME'",
                RegistrySql.serverOf(db, k),
                bandNumber,
                k,
                db.array(intervals));
    }
}
