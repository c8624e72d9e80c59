package io.tidegate.sqlserver.read;

import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.StatsKey;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadLimits;

/**
 * Reads rows of {@code sys.query_store_runtime_stats} in key order, from any key on. A peek at an open interval is the same
 * read. Immutable, thread-safe.
 */
public final class RuntimeStatsReader {
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
    public StatsRead read(
            HeavySession session,
            String database,
            StatsRange range,
            ReadLimits limits,
            StatsSink<? super RuntimeRow> sink) {
        return KeyGroups.read(
                session, maxRows -> statement(database, range, maxRows), limits, RuntimeRowReader::of, sink);
    }

    BoundSql statement(String database, StatsRange range, long maxRows) {
        StatsKey after = range.after();
        StatsKey from = after != null ? after : beforeAll(range);
        return range.bind(file(range.byPlan()).text().in(database), from, maxRows, columns.replicaGroup())
                .build();
    }

    /** A key before every one of the range, in either order. */
    private static RuntimeKey beforeAll(StatsRange range) {
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
