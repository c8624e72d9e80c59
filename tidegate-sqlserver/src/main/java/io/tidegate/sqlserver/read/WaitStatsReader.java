package io.tidegate.sqlserver.read;

import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.model.WaitRow;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadLimits;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Reads rows of {@code sys.query_store_wait_stats} (2017 and later) in key order, from any key on. They lie by interval in
 * every version, so there is no order by plan. Immutable, thread-safe.
 */
public final class WaitStatsReader {
    static final List<String> COLUMNS = List.of(
            "runtime_stats_interval_id",
            "plan_id",
            "wait_category",
            "execution_type",
            "replica_group_id",
            "total_query_wait_time_ms",
            "avg_query_wait_time_ms",
            "last_query_wait_time_ms",
            "min_query_wait_time_ms",
            "max_query_wait_time_ms",
            "stdev_query_wait_time_ms");
    private static final int REPLICA_GROUP = 4;
    private static final int LOCAL_REPLICA_GROUP = 1;

    private final StoreColumns columns;

    /**
     * Makes a reader.
     *
     * @param columns what the server's views have; waits among them
     */
    public WaitStatsReader(StoreColumns columns) {
        this.columns = columns;
    }

    /**
     * Reads a range with one statement. Blocks as {@link HeavySession#read} does.
     *
     * @param session inside ring 3
     * @param database its name
     * @param range which rows, by interval, behind which key of waits
     * @param limits when to cut
     * @param sink takes the rows, raw, key by key
     * @return how it ended and where to resume
     */
    public StatsRead read(
            HeavySession session,
            String database,
            StatsRange range,
            ReadLimits limits,
            StatsSink<? super WaitRow> sink) {
        return KeyGroups.read(
                session, maxRows -> statement(database, range, maxRows), limits, WaitStatsReader::parser, sink);
    }

    BoundSql statement(String database, StatsRange range, long maxRows) {
        if (range.byPlan()) {
            throw new IllegalArgumentException("wait stats are read by interval, not by plan");
        }
        WaitKey from = from(range);
        Statements file = columns.waitReplicaGroup() ? Statements.WAIT_STATS_16 : Statements.WAIT_STATS_14;
        return range.bind(file.text().in(database), from, maxRows, columns.waitReplicaGroup())
                .set("after_wait_category", from.waitCategory())
                .build();
    }

    private static WaitKey from(StatsRange range) {
        StatsKey after = range.after();
        if (after == null) {
            return new WaitKey(range.firstIntervalId(), Long.MIN_VALUE, Long.MIN_VALUE, -1, -1);
        }
        if (after instanceof WaitKey key) {
            return key;
        }
        throw new IllegalArgumentException("a read of wait stats goes on behind a key of waits, not " + after);
    }

    private static KeyGroups.Parser<WaitRow> parser(ResultSet rows) throws SQLException {
        Columns found = Columns.resolve(rows, COLUMNS);
        return row -> read(row, found);
    }

    /** In the order of the columns, as adaptive buffering wants it. */
    private static WaitRow read(ResultSet row, Columns c) throws SQLException {
        long interval = row.getLong(c.at(0));
        long plan = row.getLong(c.at(1));
        int category = row.getInt(c.at(2));
        int type = row.getInt(c.at(3));
        long group = c.has(REPLICA_GROUP) ? row.getLong(c.at(REPLICA_GROUP)) : LOCAL_REPLICA_GROUP;
        return new WaitRow(
                new WaitKey(interval, group, plan, category, type),
                row.getLong(c.at(5)),
                Values.number(row, c.at(6)),
                row.getLong(c.at(7)),
                row.getLong(c.at(8)),
                row.getLong(c.at(9)),
                Values.number(row, c.at(10)));
    }
}
