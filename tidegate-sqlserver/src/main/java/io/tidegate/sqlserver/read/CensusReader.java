package io.tidegate.sqlserver.read;

import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import java.util.List;
import java.util.function.Consumer;

/** Counts rows and executions per interval at the source, over narrow columns. Thread-safe, no state. */
public final class CensusReader {
    static final List<String> COLUMNS = List.of("runtime_stats_interval_id", "row_count", "executions", "checksum");
    private static final long ROW_BYTES = 32;

    private CensusReader() {}

    /**
     * One interval's count. Immutable.
     *
     * @param intervalId which interval
     * @param rows rows at the source; parts of a split row count each
     * @param executions sum of count_executions
     * @param checksum as {@link io.tidegate.core.store.IntervalFigures} defines it
     */
    public record Count(long intervalId, long rows, long executions, long checksum) {}

    /**
     * Counts a range of intervals. Blocks as a heavy read does.
     *
     * @param session inside ring 3
     * @param database its name
     * @param firstIntervalId lowest id, inclusive
     * @param lastIntervalId highest id, inclusive
     * @param limits when to cut, between two intervals
     * @param sink takes counts, ascending by id; an interval without rows has none
     * @return how it ended: only after a complete read is an interval without a count empty
     */
    public static ReadEnd read(
            HeavySession session,
            String database,
            long firstIntervalId,
            long lastIntervalId,
            ReadLimits limits,
            Consumer<Count> sink) {
        return session.read(
                Statements.CENSUS
                        .text()
                        .in(database)
                        .set("first_interval_id", firstIntervalId)
                        .set("last_interval_id", lastIntervalId)
                        .build(),
                limits,
                new Rows(COLUMNS, (row, c) -> {
                    sink.accept(new Count(
                            row.getLong(c.at(0)), row.getLong(c.at(1)), row.getLong(c.at(2)), row.getLong(c.at(3))));
                    return ROW_BYTES;
                }));
    }
}
