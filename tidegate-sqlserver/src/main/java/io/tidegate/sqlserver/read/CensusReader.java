package io.tidegate.sqlserver.read;

import io.tidegate.core.model.Kind;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

/** Counts rows and what they sum up to per interval at the source, over narrow columns. Thread-safe, no state. */
public final class CensusReader {
    static final List<String> RUNTIME = List.of("runtime_stats_interval_id", "row_count", "executions", "checksum");
    static final List<String> WAITS = List.of("runtime_stats_interval_id", "row_count", "wait_millis", "checksum");
    static final List<String> TOTALS = List.of(
            "runtime_stats_interval_id", "row_count", "executions", "checksum", "cpu_micros", "duration_micros");
    private static final long ROW_BYTES = 32;
    private static final long TOTALS_BYTES = 48;

    private CensusReader() {}

    /**
     * One interval's count. Immutable.
     *
     * @param intervalId which interval
     * @param figures of the rows at the source, parts of a split row each for itself; without CPU and duration
     */
    public record Count(long intervalId, IntervalFigures figures) {}

    /**
     * Counts a range of intervals. Blocks as a heavy read does.
     *
     * @param session inside ring 3
     * @param database its name
     * @param kind what rows to count
     * @param firstIntervalId lowest id, inclusive
     * @param lastIntervalId highest id, inclusive
     * @param limits when to cut, between two intervals
     * @param sink takes counts, ascending by id; an interval without rows has none
     * @return how it ended: only after a complete read is an interval without a count empty
     */
    public static ReadEnd read(
            HeavySession session,
            String database,
            Kind kind,
            long firstIntervalId,
            long lastIntervalId,
            ReadLimits limits,
            Consumer<Count> sink) {
        Statements statement = switch (kind) {
            case RUNTIME -> Statements.CENSUS;
            case WAITS -> Statements.WAIT_CENSUS;
        };
        return session.read(
                statement
                        .text()
                        .in(database)
                        .set("first_interval_id", firstIntervalId)
                        .set("last_interval_id", lastIntervalId)
                        .build(),
                limits,
                new Rows(kind == Kind.RUNTIME ? RUNTIME : WAITS, (row, c) -> {
                    sink.accept(count(kind, row, c));
                    return ROW_BYTES;
                }));
    }

    /**
     * As {@link #read}, with CPU and duration where the kind has them.
     *
     * @param session inside ring 3
     * @param database its name
     * @param kind what rows to count
     * @param firstIntervalId lowest id, inclusive
     * @param lastIntervalId highest id, inclusive
     * @param limits when to cut, between two intervals
     * @param sink takes counts, ascending by id; an interval without rows has none
     * @return how it ended
     */
    public static ReadEnd readTotals(
            HeavySession session,
            String database,
            Kind kind,
            long firstIntervalId,
            long lastIntervalId,
            ReadLimits limits,
            Consumer<Count> sink) {
        if (kind == Kind.WAITS) {
            return read(session, database, kind, firstIntervalId, lastIntervalId, limits, sink);
        }
        return session.read(
                Statements.CENSUS_TOTALS
                        .text()
                        .in(database)
                        .set("first_interval_id", firstIntervalId)
                        .set("last_interval_id", lastIntervalId)
                        .build(),
                limits,
                new Rows(TOTALS, (row, c) -> {
                    sink.accept(totals(row, c));
                    return TOTALS_BYTES;
                }));
    }

    private static Count totals(ResultSet row, Columns c) throws SQLException {
        return new Count(
                row.getLong(c.at(0)),
                new IntervalFigures(
                        row.getLong(c.at(1)),
                        row.getLong(c.at(2)),
                        Math.round(row.getDouble(c.at(4))),
                        Math.round(row.getDouble(c.at(5))),
                        row.getLong(c.at(3))));
    }

    private static Count count(Kind kind, ResultSet row, Columns c) throws SQLException {
        long interval = row.getLong(c.at(0));
        long rows = row.getLong(c.at(1));
        long amount = row.getLong(c.at(2));
        long checksum = row.getLong(c.at(3));
        return new Count(
                interval,
                switch (kind) {
                    case RUNTIME -> new IntervalFigures(rows, amount, 0, 0, checksum);
                    case WAITS -> new IntervalFigures(rows, 0, 0, 0, checksum, amount);
                });
    }
}
