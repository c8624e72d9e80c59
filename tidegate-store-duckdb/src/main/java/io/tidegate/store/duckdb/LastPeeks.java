package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.sql.LastPeekSql;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Rows of intervals that are closed from their last peeks, or opened again. Runs inside a transaction of the caller's.
 *
 * @param db the transaction
 * @param series whose
 * @param numbers gives the numbers under which rows stand in the facts, each once
 */
record LastPeeks(Db db, SeriesKey series, LongSupplier numbers) implements LastPeekSql.Moves {
    private static final String INTERVAL = SERIES + " AND kind = 'RUNTIME' AND interval_id = ?";
    private static final String FACTS =
            "band_number = (SELECT band_number FROM ledger_interval WHERE " + INTERVAL + ") AND interval_id = ?";

    /** What a store of before has left to close. */
    static void closeAll(Db db, LongSupplier numbers) throws SQLException {
        for (SeriesKey series : LastPeekSql.toClose(new DuckDbState(db))) {
            close(db, series, numbers);
        }
    }

    static void close(Db db, SeriesKey series, LongSupplier numbers) throws SQLException {
        LastPeekSql.close(new DuckDbState(db), series, new LastPeeks(db, series, numbers));
    }

    static void reopen(Db db, SeriesKey series, Collection<Long> intervals) throws SQLException {
        LastPeekSql.reopen(new DuckDbState(db), series, intervals, new LastPeeks(db, series, () -> {
            throw new IllegalStateException("a peek has no number of facts");
        }));
    }

    @Override
    public void toFacts(long intervalId) throws SQLException {
        long number = numbers.getAsLong();
        db.update("UPDATE ledger_interval SET band_number = ? WHERE " + INTERVAL, number, series, intervalId);
        PeekSql.toFacts(db, series, number, List.of(intervalId));
        HoldSql.figures(db, series, Kind.RUNTIME, intervalId, intervalId, number);
    }

    @Override
    public void toPeek(long intervalId) throws SQLException {
        ArchiveSql.takeBack(db, series, Kind.RUNTIME, intervalId);
        db.update(
                "INSERT INTO peek SELECT s.home, s.lineage, s.epoch, 1, true,"
                        + " s.* EXCLUDE (home, lineage, epoch, interval_start, server_id, band_number)"
                        + " FROM runtime_stats s WHERE " + FACTS,
                series,
                intervalId,
                intervalId);
        db.update("DELETE FROM runtime_stats WHERE " + FACTS, series, intervalId, intervalId);
        db.update("UPDATE ledger_interval SET band_number = NULL WHERE " + INTERVAL, series, intervalId);
    }
}
