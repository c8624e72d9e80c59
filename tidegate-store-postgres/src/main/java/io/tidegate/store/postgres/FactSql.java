package io.tidegate.store.postgres;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.BandKey;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Moves rows into the facts and counts them. The facts' primary key keeps one row per natural key, whatever the callers
 * do. Runs inside a transaction of the caller's, which holds the lock of the series.
 */
final class FactSql {
    private static final String INTO =
            "INSERT INTO runtime_stats AS f (home, lineage, epoch, interval_start, server_id, " + RowCopy.list("")
                    + ")";

    /** From rows {@code s} of stage or peek, with the start of their interval and the server that is read. */
    private static final String MOVED =
            " SELECT s.home, s.lineage, s.epoch, i.start_time, d.server_id, " + RowCopy.list("s.");

    private static final String OF_INTERVAL = " JOIN ledger_interval i ON i.home = s.home AND i.lineage = s.lineage"
            + " AND i.epoch = s.epoch AND i.kind = 'RUNTIME' AND i.interval_id = s.interval_id"
            + " JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch";

    /** Per key the row with more executions stays; gives back the intervals that got a row. */
    private static final String HIGHER_WINS = " ON CONFLICT (home, lineage, epoch, interval_start, interval_id,"
            + " replica_group_id, plan_id, execution_type) DO UPDATE SET server_id = EXCLUDED.server_id, "
            + RowCopy.COLUMNS.stream()
                    .skip(RowCopy.KEY_COLUMNS)
                    .map(c -> c + " = EXCLUDED." + c)
                    .collect(Collectors.joining(", "))
            + " WHERE EXCLUDED.count_executions > f.count_executions RETURNING interval_id";

    /** Rows {@code r} of some intervals of a series: takes the series and the intervals. */
    private static final String STORED = " FROM ledger_interval i JOIN runtime_stats r ON r.home = i.home"
            + " AND r.lineage = i.lineage AND r.epoch = i.epoch AND r.interval_start = i.start_time"
            + " AND r.interval_id = i.interval_id WHERE " + of("i") + " AND i.kind = 'RUNTIME'"
            + " AND i.interval_id = ANY (?)";

    private FactSql() {}

    private static String of(String alias) {
        return "%1$s.home = ? AND %1$s.lineage = ? AND %1$s.epoch = ?".formatted(alias);
    }

    /** All staged rows of a band with a plan id that lasts, of these intervals. */
    static void fromStage(Db db, BandKey b, Collection<Long> intervals) throws SQLException {
        db.update(
                INTO + MOVED + " FROM stage s" + OF_INTERVAL + " WHERE " + of("s") + " AND s.kind = ?"
                        + " AND s.band_first_interval_id = ? AND s.plan_id >= 0 AND s.interval_id = ANY (?)",
                b.series(),
                b.kind(),
                b.firstIntervalId(),
                intervals);
    }

    /** The same, but for keys that are stored already the row with more executions stays. */
    static void correctFromStage(Db db, BandKey b) throws SQLException {
        db.numbers(
                INTO + MOVED + " FROM stage s" + OF_INTERVAL + " WHERE " + of("s") + " AND s.kind = ?"
                        + " AND s.band_first_interval_id = ? AND s.plan_id >= 0" + HIGHER_WINS,
                b.series(),
                b.kind(),
                b.firstIntervalId());
    }

    /**
     * Keeps what the current peeks of intervals have above their facts; all peeks of these intervals end.
     *
     * @return intervals that kept something
     */
    static List<Long> fromPeeks(Db db, SeriesKey k, Collection<Long> intervals) throws SQLException {
        String some = " AND s.interval_id = ANY (?)";
        List<Long> kept = db.numbers(
                "WITH kept AS (" + INTO + MOVED + " FROM peek s" + OF_INTERVAL + " WHERE " + of("s")
                        + " AND s.is_current AND s.plan_id >= 0" + some + HIGHER_WINS
                        + ") SELECT DISTINCT interval_id FROM kept",
                k,
                intervals);
        db.update("DELETE FROM peek s WHERE " + of("s") + some, k, intervals);
        return kept;
    }

    /** Those of some intervals that have rows of some plans. */
    static List<Long> withPlans(Db db, SeriesKey k, Collection<Long> intervals, Collection<Long> plans)
            throws SQLException {
        return plans.isEmpty()
                ? List.of()
                : db.numbers(
                        "SELECT DISTINCT r.interval_id" + STORED + " AND r.plan_id = ANY (?)", k, intervals, plans);
    }

    /** Counts the stored rows of held intervals anew, as the core defines the figures. */
    static void figures(Db db, SeriesKey k, Collection<Long> intervals) throws SQLException {
        String rows = "SELECT r.interval_id, count(*) AS row_count, sum(r.count_executions) AS executions, "
                + sumOf("avg_cpu_time") + " AS cpu_micros, " + sumOf("avg_duration") + " AS duration_micros,"
                + " sum((r.plan_id % 1000003) * (r.count_executions % 1000003) * (r.execution_type + 1)) AS checksum"
                + STORED + " GROUP BY r.interval_id";
        db.update(
                "UPDATE ledger_interval l SET row_count = n.row_count, executions = " + fit("n.executions")
                        + ", cpu_micros = " + fit("n.cpu_micros") + ", duration_micros = " + fit("n.duration_micros")
                        + ", checksum = " + fit("n.checksum") + " FROM (" + rows + ") n WHERE " + of("l")
                        + " AND l.kind = 'RUNTIME' AND l.state = 'HELD' AND l.interval_id = n.interval_id",
                k,
                intervals,
                k);
    }

    /** Exact sum of rounded totals, half to even as {@code Math.rint}; what does not fit 64 bits counts 0. */
    private static String sumOf(String average) {
        String total = "round(r." + average + " * r.count_executions)";
        return "sum(CASE WHEN abs(" + total + ") < 9.2e18 THEN " + total + "::bigint END)";
    }

    private static String fit(String number) {
        return "CASE WHEN abs(" + number + ") < 9.2e18 THEN " + number + "::bigint ELSE 0 END";
    }
}
