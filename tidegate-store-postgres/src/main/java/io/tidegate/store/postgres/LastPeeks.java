package io.tidegate.store.postgres;

import static io.tidegate.store.postgres.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.sql.LastPeekSql;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/**
 * Rows of intervals that are closed from their last peeks, or opened again. Runs inside a transaction of the caller's, which
 * has the series' lock.
 *
 * @param db the transaction
 * @param series whose
 */
record LastPeeks(Db db, SeriesKey series) implements LastPeekSql.Moves {
    private static final String FACTS = SERIES + " AND interval_id = ? AND interval_start = (SELECT start_time FROM"
            + " ledger_interval WHERE " + SERIES + " AND kind = 'RUNTIME' AND interval_id = ?)";

    /** What a store of before has left to close; each series in a transaction of its own. */
    static void closeLeft(Pool pool, Partitions partitions) {
        List<SeriesKey> left = pool.read(db -> LastPeekSql.toClose(new PostgresState(db)));
        for (SeriesKey series : left) {
            partitions.closing(List.of(series), db -> {
                SeriesLock.take(db, series);
                return close(db, series);
            });
        }
    }

    static int close(Db db, SeriesKey series) throws SQLException {
        return LastPeekSql.close(new PostgresState(db), series, new LastPeeks(db, series));
    }

    static void reopen(Db db, SeriesKey series, Collection<Long> intervals) throws SQLException {
        LastPeekSql.reopen(new PostgresState(db), series, intervals, new LastPeeks(db, series));
    }

    @Override
    public void toFacts(long intervalId) throws SQLException {
        FactSql.fromPeeks(db, series, List.of(intervalId));
        FactSql.figures(db, series, Kind.RUNTIME, List.of(intervalId));
    }

    @Override
    public void toPeek(long intervalId) throws SQLException {
        String columns = Facts.RUNTIME.list("");
        db.update(
                "INSERT INTO peek (home, lineage, epoch, peek_number, is_current, " + columns
                        + ") SELECT home, lineage, epoch, 1, true, " + columns + " FROM runtime_stats WHERE " + FACTS,
                series,
                intervalId,
                series,
                intervalId);
        db.update("DELETE FROM runtime_stats WHERE " + FACTS, series, intervalId, series, intervalId);
    }
}
