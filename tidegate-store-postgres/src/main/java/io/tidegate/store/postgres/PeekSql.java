package io.tidegate.store.postgres;

import static io.tidegate.store.postgres.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.PeekBatch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Peeks at intervals that have not settled. Runs inside a transaction of the caller's. */
final class PeekSql {
    private static final String INTERVAL = SERIES + " AND interval_id = ?";
    private static final String SAME_KEY = "o.home = n.home AND o.lineage = n.lineage AND o.epoch = n.epoch"
            + " AND o.interval_id = n.interval_id AND o.replica_group_id = n.replica_group_id AND o.plan_id = n.plan_id"
            + " AND o.execution_type = n.execution_type";

    private PeekSql() {}

    /** The interval is locked first: whoever holds or expires it meanwhile comes before or after, not between. */
    static void peek(Db db, PeekBatch b) throws SQLException {
        SeriesKey k = b.series();
        Optional<LedgerEntry> found = LedgerSql.lock(db, k, Kind.RUNTIME, b.intervalId());
        if (found.isEmpty()
                || found.get().state() != State.LISTED
                || b.peekNumber() <= current(db, k, b.intervalId())) {
            return; // nothing is listed in an epoch that has ended
        }
        deleteSent(db, b);
        RowCopy.peek(db, k, b.peekNumber(), b.rows());
        if (b.isLast()) {
            swap(db, k, b.intervalId(), b.peekNumber());
        }
    }

    private static long current(Db db, SeriesKey k, long interval) throws SQLException {
        return db.number("SELECT max(peek_number) FROM peek WHERE " + INTERVAL + " AND is_current", k, interval);
    }

    /** A batch that is sent again, since its commit was not answered, replaces itself. */
    private static void deleteSent(Db db, PeekBatch b) throws SQLException {
        List<Long> groups = new ArrayList<>();
        List<Long> plans = new ArrayList<>();
        List<Long> types = new ArrayList<>();
        for (RuntimeRow row : b.rows()) {
            groups.add(row.key().replicaGroup());
            plans.add(row.key().planId());
            types.add((long) row.key().executionType());
        }
        db.update(
                "DELETE FROM peek WHERE " + INTERVAL + " AND peek_number = ? AND (replica_group_id, plan_id,"
                        + " execution_type::bigint) IN (SELECT * FROM unnest(?, ?, ?))",
                b.series(),
                b.intervalId(),
                b.peekNumber(),
                groups,
                plans,
                types);
    }

    /** Per key the row with more executions stays; rows with negative plan ids are always the new ones. */
    private static void swap(Db db, SeriesKey k, long interval, long number) throws SQLException {
        db.update(
                "DELETE FROM peek WHERE " + INTERVAL + " AND NOT is_current AND peek_number < ?", k, interval, number);
        db.update(
                "DELETE FROM peek o WHERE " + INTERVAL + " AND is_current AND (plan_id < 0 OR EXISTS"
                        + " (SELECT FROM peek n WHERE n.peek_number = ? AND NOT n.is_current AND " + SAME_KEY
                        + " AND n.count_executions >= o.count_executions))",
                k,
                interval,
                number);
        db.update(
                "DELETE FROM peek o WHERE " + INTERVAL + " AND NOT is_current AND peek_number = ? AND EXISTS"
                        + " (SELECT FROM peek n WHERE n.is_current AND " + SAME_KEY + ")",
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
}
