package io.tidegate.sqlserver.read;

import io.tidegate.core.model.Kind;
import io.tidegate.core.store.GroupFigures;
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
    static final List<String> RUNTIME_GROUPS =
            List.of("runtime_stats_interval_id", "replica_group_id", "row_count", "executions", "checksum");
    static final List<String> WAIT_GROUPS =
            List.of("runtime_stats_interval_id", "replica_group_id", "row_count", "wait_millis", "checksum");
    private static final long ROW_BYTES = 32;
    private static final long TOTALS_BYTES = 48;
    private static final long GROUP_BYTES = 40;

    private CensusReader() {}

    /**
     * A count of one interval, or of one replica group in it. Immutable.
     *
     * @param intervalId which interval
     * @param replicaGroup which group; the local one where groups are not told apart
     * @param figures of the rows at the source, parts of a split row each for itself; without CPU and duration
     */
    public record Count(long intervalId, long replicaGroup, IntervalFigures figures) {}

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
        return read(session, database, ofKind(kind), firstIntervalId, lastIntervalId, limits, sink);
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
        Form form = kind == Kind.RUNTIME ? Form.OF_TOTALS : ofKind(kind);
        return read(session, database, form, firstIntervalId, lastIntervalId, limits, sink);
    }

    /**
     * As {@link #read}, each replica group for itself. Only where the views have {@code replica_group_id}.
     *
     * @param session inside ring 3
     * @param database its name
     * @param kind what rows to count
     * @param firstIntervalId lowest id, inclusive
     * @param lastIntervalId highest id, inclusive
     * @param limits when to cut, between two groups: the last interval of a cut reading may lack some
     * @param sink takes counts, ascending by interval and group; a group without rows has none
     * @return how it ended
     */
    public static ReadEnd readGroups(
            HeavySession session,
            String database,
            Kind kind,
            long firstIntervalId,
            long lastIntervalId,
            ReadLimits limits,
            Consumer<Count> sink) {
        Form form = switch (kind) {
            case RUNTIME -> Form.OF_RUNTIME_GROUPS;
            case WAITS -> Form.OF_WAIT_GROUPS;
        };
        return read(session, database, form, firstIntervalId, lastIntervalId, limits, sink);
    }

    private static Form ofKind(Kind kind) {
        return switch (kind) {
            case RUNTIME -> Form.OF_RUNTIME;
            case WAITS -> Form.OF_WAITS;
        };
    }

    private static ReadEnd read(
            HeavySession session,
            String database,
            Form form,
            long firstIntervalId,
            long lastIntervalId,
            ReadLimits limits,
            Consumer<Count> sink) {
        return session.read(
                form.statement()
                        .text()
                        .in(database)
                        .set("first_interval_id", firstIntervalId)
                        .set("last_interval_id", lastIntervalId)
                        .build(),
                limits,
                new Rows(form.columns(), (row, c) -> {
                    sink.accept(form.mapper().map(row, c));
                    return form.rowBytes();
                }));
    }

    /** Makes a count of a row. */
    @FunctionalInterface
    private interface Mapper {
        Count map(ResultSet row, Columns c) throws SQLException;
    }

    /** One way of counting. Immutable by convention. */
    private record Form(Statements statement, List<String> columns, long rowBytes, Mapper mapper) {
        private static final Form OF_RUNTIME = new Form(Statements.CENSUS, RUNTIME, ROW_BYTES, CensusReader::runtime);
        private static final Form OF_WAITS = new Form(Statements.WAIT_CENSUS, WAITS, ROW_BYTES, CensusReader::waits);
        private static final Form OF_TOTALS =
                new Form(Statements.CENSUS_TOTALS, TOTALS, TOTALS_BYTES, CensusReader::totals);
        private static final Form OF_RUNTIME_GROUPS =
                new Form(Statements.CENSUS_16, RUNTIME_GROUPS, GROUP_BYTES, CensusReader::runtimeGroup);
        private static final Form OF_WAIT_GROUPS =
                new Form(Statements.WAIT_CENSUS_16, WAIT_GROUPS, GROUP_BYTES, CensusReader::waitGroup);
    }

    private static Count runtime(ResultSet row, Columns c) throws SQLException {
        return runtime(row, c, GroupFigures.LOCAL, 1);
    }

    private static Count runtimeGroup(ResultSet row, Columns c) throws SQLException {
        return runtime(row, c, row.getLong(c.at(1)), 2);
    }

    private static Count runtime(ResultSet row, Columns c, long group, int at) throws SQLException {
        long interval = row.getLong(c.at(0));
        long rows = row.getLong(c.at(at));
        long executions = row.getLong(c.at(at + 1));
        return new Count(interval, group, new IntervalFigures(rows, executions, 0, 0, row.getLong(c.at(at + 2))));
    }

    private static Count waits(ResultSet row, Columns c) throws SQLException {
        return waits(row, c, GroupFigures.LOCAL, 1);
    }

    private static Count waitGroup(ResultSet row, Columns c) throws SQLException {
        return waits(row, c, row.getLong(c.at(1)), 2);
    }

    private static Count waits(ResultSet row, Columns c, long group, int at) throws SQLException {
        long interval = row.getLong(c.at(0));
        long rows = row.getLong(c.at(at));
        long waitMillis = row.getLong(c.at(at + 1));
        return new Count(interval, group, new IntervalFigures(rows, 0, 0, 0, row.getLong(c.at(at + 2)), waitMillis));
    }

    private static Count totals(ResultSet row, Columns c) throws SQLException {
        return new Count(
                row.getLong(c.at(0)),
                GroupFigures.LOCAL,
                new IntervalFigures(
                        row.getLong(c.at(1)),
                        row.getLong(c.at(2)),
                        Math.round(row.getDouble(c.at(4))),
                        Math.round(row.getDouble(c.at(5))),
                        row.getLong(c.at(3))));
    }
}
