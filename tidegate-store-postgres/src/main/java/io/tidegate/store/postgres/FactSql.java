package io.tidegate.store.postgres;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.sql.LedgerRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Moves rows into the facts and counts them. The facts' primary key keeps one row per natural key, whatever the callers
 * do. Runs inside a transaction of the caller's, which holds the lock of the series.
 */
final class FactSql {
    private FactSql() {}

    /** Rows {@code s} of a stage or of peeks, with the start of their interval and the server that is read. */
    private static String moved(Facts facts, String from) {
        return "INSERT INTO " + facts.table + " AS f (home, lineage, epoch, interval_start, server_id, "
                + facts.list("") + ") SELECT s.home, s.lineage, s.epoch, i.start_time, d.server_id, "
                + facts.list("s.") + " FROM " + from
                + " s JOIN ledger_interval i ON i.home = s.home AND i.lineage = s.lineage AND i.epoch = s.epoch"
                + " AND i.kind = '" + facts.name() + "' AND i.interval_id = s.interval_id"
                + " JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch WHERE ";
    }

    /** A band's staged rows with a plan id that lasts: takes series and first interval. */
    private static String movedFromStage(Facts facts) {
        return moved(facts, "(SELECT * FROM " + facts.stage + " WHERE " + facts.staged + ")") + "s.plan_id >= 0";
    }

    /** Per key the fuller row stays; gives back the intervals that got a row. */
    private static String fullerWins(Facts facts) {
        return " ON CONFLICT (home, lineage, epoch, interval_start, " + facts.key
                + ") DO UPDATE SET server_id = EXCLUDED.server_id, "
                + facts.behindKey().stream().map(c -> c + " = EXCLUDED." + c).collect(Collectors.joining(", "))
                + " WHERE EXCLUDED." + facts.amount + " > f." + facts.amount + " RETURNING interval_id";
    }

    /** Rows {@code r} of some intervals of a series: takes the series and the intervals. */
    private static String stored(Facts facts) {
        return " FROM ledger_interval i JOIN " + facts.table + " r ON r.home = i.home AND r.lineage = i.lineage"
                + " AND r.epoch = i.epoch AND r.interval_start = i.start_time AND r.interval_id = i.interval_id WHERE "
                + of("i") + " AND i.kind = '" + facts.name() + "' AND i.interval_id = ANY (?)";
    }

    private static String of(String alias) {
        return "%1$s.home = ? AND %1$s.lineage = ? AND %1$s.epoch = ?".formatted(alias);
    }

    /** All staged rows of a band with a plan id that lasts, of these intervals. */
    static void fromStage(Db db, BandKey b, Collection<Long> intervals) throws SQLException {
        db.update(
                movedFromStage(Facts.of(b.kind())) + " AND s.interval_id = ANY (?)",
                b.series(),
                b.firstIntervalId(),
                intervals);
    }

    /** The same, but for keys that are stored already the fuller row stays. */
    static void correctFromStage(Db db, BandKey b) throws SQLException {
        Facts facts = Facts.of(b.kind());
        db.numbers(movedFromStage(facts) + fullerWins(facts), b.series(), b.firstIntervalId());
    }

    /**
     * Keeps what the current peeks of intervals have above their facts; all peeks of these intervals end.
     *
     * @return intervals that kept something
     */
    static List<Long> fromPeeks(Db db, SeriesKey k, Collection<Long> intervals) throws SQLException {
        String some = " AND s.interval_id = ANY (?)";
        List<Long> kept = db.numbers(
                "WITH kept AS (" + moved(Facts.RUNTIME, "peek") + of("s") + " AND s.is_current AND s.plan_id >= 0"
                        + some + fullerWins(Facts.RUNTIME) + ") SELECT DISTINCT interval_id FROM kept",
                k,
                intervals);
        db.update("DELETE FROM peek s WHERE " + of("s") + some, k, intervals);
        return kept;
    }

    /** Those of some intervals that have rows of some plans. */
    static List<Long> withPlans(Db db, SeriesKey k, Kind kind, Collection<Long> intervals, Collection<Long> plans)
            throws SQLException {
        return plans.isEmpty()
                ? List.of()
                : db.numbers(
                        "SELECT DISTINCT r.interval_id" + stored(Facts.of(kind)) + " AND r.plan_id = ANY (?)",
                        k,
                        intervals,
                        plans);
    }

    /** Those of some intervals that have runtime rows of plans whose identity the epoch has not. */
    static List<Long> unidentified(Db db, SeriesKey k, Collection<Long> intervals) throws SQLException {
        return intervals.isEmpty()
                ? List.of()
                : db.numbers(
                        "SELECT DISTINCT r.interval_id" + stored(Facts.of(Kind.RUNTIME))
                                + " AND NOT EXISTS (SELECT FROM plan_identity p WHERE p.home = r.home AND"
                                + " p.lineage = r.lineage AND p.epoch = r.epoch AND p.plan_id = r.plan_id)",
                        k,
                        intervals);
    }

    /** Counts the stored rows of held intervals anew, as the core defines the figures. */
    static void figures(Db db, SeriesKey k, Kind kind, Collection<Long> intervals) throws SQLException {
        Facts facts = Facts.of(kind);
        String rows = "SELECT r.interval_id, count(*) AS row_count, " + facts.figures() + stored(facts)
                + " GROUP BY r.interval_id";
        db.update(
                "UPDATE ledger_interval l SET row_count = n.row_count, executions = " + fit("n.executions")
                        + ", cpu_micros = " + fit("n.cpu_micros") + ", duration_micros = " + fit("n.duration_micros")
                        + ", checksum = " + fit("n.checksum") + ", wait_millis = " + fit("n.wait_millis") + " FROM ("
                        + rows + ") n WHERE " + of("l")
                        + " AND l.kind = ? AND l.state = 'HELD' AND l.interval_id = n.interval_id",
                k,
                intervals,
                k,
                kind);
    }

    /** Figures of the stored rows of held intervals that began in a range, by interval. */
    static Map<Long, IntervalFigures> stored(Db db, SeriesKey k, Kind kind, Instant from, Instant to)
            throws SQLException {
        Facts facts = Facts.of(kind);
        Map<Long, IntervalFigures> figures = new HashMap<>();
        db.list(
                "SELECT interval_id, row_count, " + fit("executions") + " AS executions, " + fit("cpu_micros")
                        + " AS cpu_micros, " + fit("duration_micros") + " AS duration_micros, " + fit("checksum")
                        + " AS checksum, " + fit("wait_millis") + " AS wait_millis FROM (SELECT r.interval_id,"
                        + " count(*) AS row_count, " + facts.figures() + " FROM " + facts.table + " r WHERE " + of("r")
                        + " AND r.interval_start >= ? AND r.interval_start < ? GROUP BY r.interval_id) n",
                r -> figures.put(r.getLong("interval_id"), LedgerRows.figures(r)),
                k,
                from,
                to);
        return figures;
    }

    private static String fit(String number) {
        return "CASE WHEN abs(" + number + ") < 9.2e18 THEN " + number + "::bigint ELSE 0 END";
    }
}
