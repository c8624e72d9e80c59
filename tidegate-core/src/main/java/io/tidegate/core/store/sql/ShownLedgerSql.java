package io.tidegate.core.store.sql;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * The ledger as readers see it, in a store on SQL, whatever its engine. Runs inside a transaction of the caller's. No state.
 */
public final class ShownLedgerSql {
    private static final String LEDGER = "SELECT * FROM ledger_interval WHERE home = ? AND lineage = ? AND epoch = ?"
            + " AND kind = ? ORDER BY start_time, interval_id";

    /** A listed one begins a run, since the clock tells each one's word; so does one behind a hole. */
    private static final String RUNS = """
            WITH entry AS (
                SELECT i.epoch, i.interval_id, i.start_time, i.end_time, i.state, i.gone_reason, i.flags,
                    CASE i.state WHEN 'GONE' THEN i.gone_at END AS gone_at
                FROM ledger_interval i WHERE i.home = ? AND i.lineage = ? AND i.kind = 'RUNTIME'
            ), marked AS (
                SELECT e.*, CASE WHEN state <> 'LISTED' AND start_time = lag(end_time) OVER w
                    AND state = lag(state) OVER w AND gone_reason = lag(gone_reason) OVER w
                    AND flags = lag(flags) OVER w
                    AND gone_at IS NOT DISTINCT FROM lag(gone_at) OVER w THEN 0 ELSE 1 END AS begins
                FROM entry e WINDOW w AS (PARTITION BY epoch ORDER BY start_time, interval_id)
            ), numbered AS (
                SELECT m.*, sum(begins) OVER (PARTITION BY epoch ORDER BY start_time, interval_id) AS run FROM marked m
            )
            SELECT min(interval_id) AS interval_id, min(start_time) AS run_start, max(end_time) AS run_end, state,
                gone_reason, flags, gone_at
            FROM numbered GROUP BY epoch, run, state, gone_reason, flags, gone_at
            ORDER BY run_start, epoch
            """;

    private ShownLedgerSql() {}

    /**
     * Intervals of a series.
     *
     * @param db a transaction
     * @param series whose
     * @param kind runtime or waits
     * @return by start
     * @throws SQLException as the driver does
     */
    public static List<LedgerEntry> ledger(StateDb db, SeriesKey series, Kind kind) throws SQLException {
        return db.list(LEDGER, LedgerRows::entry, series, kind);
    }

    /**
     * Intervals of all epochs of a lineage, as {@link io.tidegate.core.store.HistoryReader#ledgerRuns} says.
     *
     * @param db a transaction
     * @param of any epoch
     * @return by start
     * @throws SQLException as the driver does
     */
    public static List<LedgerEntry> runs(StateDb db, SeriesKey of) throws SQLException {
        return db.list(RUNS, ShownLedgerSql::run, of.home(), of.lineage());
    }

    private static LedgerEntry run(ResultSet row) throws SQLException {
        RuntimeStatsInterval all = new RuntimeStatsInterval(
                row.getLong("interval_id"), SqlTimes.instant(row, "run_start"), SqlTimes.instant(row, "run_end"));
        return new LedgerEntry(
                all,
                Kind.RUNTIME,
                State.valueOf(row.getString("state")),
                row.getString("gone_reason"),
                SqlTimes.instantOrNull(row, "gone_at"),
                FlagBits.flags(row.getInt("flags")),
                null,
                0,
                null,
                0,
                0,
                null);
    }
}
