package io.tidegate.sqlserver.read;

import io.tidegate.core.model.RuntimeKey;
import io.tidegate.sqlserver.catalog.Binding;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;

/**
 * Reads rows of {@code sys.query_store_runtime_stats} in key order, from any key on. A peek at an open interval is the same
 * read. Immutable, thread-safe.
 */
public final class RuntimeStatsReader {
    /** So many rows may come behind the row limit until the key changes. */
    private static final long SPLIT_ROWS = 1_000;

    private final StoreColumns columns;

    /**
     * Makes a reader.
     *
     * @param columns what the server's views have
     */
    public RuntimeStatsReader(StoreColumns columns) {
        this.columns = columns;
    }

    /**
     * Reads a range with one statement. Blocks as {@link HeavySession#read} does.
     *
     * @param session inside ring 3
     * @param database its name
     * @param range which rows, behind which key
     * @param limits when to cut
     * @param sink takes the rows, raw, key by key
     * @return how it ended and where to resume
     */
    public RuntimeRead read(
            HeavySession session, String database, RuntimeRange range, ReadLimits limits, RuntimeSink sink) {
        long maxRows = limits.rows() + SPLIT_ROWS;
        KeyGroups groups = new KeyGroups(sink, maxRows);
        ReadEnd end = session.read(statement(database, range, maxRows), limits, groups);
        if (end.isComplete() && groups.isLimited()) {
            end = new ReadEnd(ReadEnd.How.ROWS, end.rows(), end.bytes());
        }
        return new RuntimeRead(end, groups.lastKey());
    }

    BoundSql statement(String database, RuntimeRange range, long maxRows) {
        RuntimeKey after = range.after();
        RuntimeKey from = after != null ? after : beforeAll(range);
        Binding binding = file(range.byPlan())
                .text()
                .in(database)
                .set("max_rows", maxRows)
                .set("first_interval_id", range.firstIntervalId())
                .set("last_interval_id", range.lastIntervalId())
                .set("after_interval_id", from.intervalId())
                .set("after_plan_id", from.planId())
                .set("after_execution_type", from.executionType());
        if (columns.replicaGroup()) {
            binding.set("after_replica_group_id", from.replicaGroup());
        }
        return binding.build();
    }

    /** A key before every one of the range, in either order. */
    private static RuntimeKey beforeAll(RuntimeRange range) {
        long interval = range.byPlan() ? Long.MIN_VALUE : range.firstIntervalId();
        return new RuntimeKey(interval, Long.MIN_VALUE, Long.MIN_VALUE, -1);
    }

    private Statements file(boolean byPlan) {
        if (columns.replicaGroup() && columns.pageServerReads()) {
            return byPlan ? Statements.RUNTIME_STATS_BY_PLAN_16 : Statements.RUNTIME_STATS_BY_INTERVAL_16;
        }
        if (columns.physicalReadOperations()) {
            return byPlan ? Statements.RUNTIME_STATS_BY_PLAN_14 : Statements.RUNTIME_STATS_BY_INTERVAL_14;
        }
        return byPlan ? Statements.RUNTIME_STATS_BY_PLAN_13 : Statements.RUNTIME_STATS_BY_INTERVAL_13;
    }
}
