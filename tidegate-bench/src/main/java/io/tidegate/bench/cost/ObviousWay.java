package io.tidegate.bench.cost;

import io.sqlserversim.querystore.books.IntervalBook.Presence;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.session.ConnectionSettings;
import io.tidegate.sqlserver.session.DriverConnections;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;

/**
 * One statement each minute for all of it: everything joined, text and plan carried through the sort, and all rows of the
 * interval that was open at the last read and of what follows. One connection, kept open. Confined to one thread.
 */
final class ObviousWay implements AutoCloseable {
    /** The name in its comment. */
    static final String NAME = "join_everything";

    private static final Duration LIMIT = Duration.ofMinutes(10);

    private static final String SQL = """
            SELECT /* obvious:join_everything */
                rs.runtime_stats_interval_id, rs.plan_id, rs.execution_type, rs.count_executions,
                i.start_time, i.end_time, rs.first_execution_time, rs.last_execution_time,
                rs.avg_duration, rs.min_duration, rs.max_duration, rs.avg_cpu_time, rs.max_cpu_time,
                rs.avg_logical_io_reads, rs.max_logical_io_reads, rs.avg_logical_io_writes,
                rs.avg_physical_io_reads, rs.avg_query_max_used_memory, rs.avg_rowcount, rs.avg_dop,
                q.query_id, q.object_id, q.query_hash, p.query_plan_hash, p.is_forced_plan,
                qt.query_sql_text, p.query_plan
            FROM sys.query_store_runtime_stats_interval AS i
            JOIN sys.query_store_runtime_stats AS rs ON rs.runtime_stats_interval_id = i.runtime_stats_interval_id
            JOIN sys.query_store_plan AS p ON p.plan_id = rs.plan_id
            JOIN sys.query_store_query AS q ON q.query_id = p.query_id
            JOIN sys.query_store_query_text AS qt ON qt.query_text_id = q.query_text_id
            WHERE i.end_time > ?
            ORDER BY rs.avg_duration * rs.count_executions DESC
            """;

    private record Key(long intervalId, long planId, int executionType) {}

    private final WorkTime time;
    private final CostServer server;
    private final Connection connection;
    private final Map<Key, Long> executions = new HashMap<>();
    private Instant lastRead;
    private Instant next;

    /** Connects; has read nothing yet, and reads first right now. */
    ObviousWay(CostServer server, WorkTime time) throws SQLException {
        this.time = time;
        this.server = server;
        this.lastRead = time.instant();
        this.next = time.instant();
        ServerTarget target = server.target();
        this.connection = new DriverConnections()
                .open(target, new ConnectionSettings("home-grown", CostServer.DATABASE, LIMIT, LIMIT));
    }

    /** Lets time go; a minute that passed while a statement ran is left out. Blocks as long as the statements take. */
    void run(Duration length) throws SQLException {
        Instant end = next.plus(length);
        while (next.isBefore(end)) {
            if (!next.isBefore(time.instant())) {
                time.until(next);
                read();
            }
            next = next.plusSeconds(60);
        }
        time.until(end);
    }

    private void read() throws SQLException {
        Instant now = time.instant();
        Map<Key, Long> seen = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(SQL)) {
            statement.setObject(1, lastRead.atOffset(ZoneOffset.UTC));
            try (ResultSet rows = statement.executeQuery()) {
                int columns = rows.getMetaData().getColumnCount();
                while (rows.next()) {
                    seen.merge(new Key(rows.getLong(1), rows.getLong(2), rows.getInt(3)), rows.getLong(4), Long::sum);
                    for (int column = 5; column <= columns; column++) {
                        rows.getObject(column);
                    }
                }
            }
        }
        executions.putAll(seen);
        lastRead = now;
    }

    /** Distinct rows that it has brought. */
    long rows() {
        return executions.size();
    }

    /** The share of executions that it has never seen, of intervals that began at or after an instant and have settled. */
    double lost(Instant since) {
        Map<Long, Long> brought = new HashMap<>();
        executions.forEach((key, count) -> brought.merge(key.intervalId(), count, Long::sum));
        return server.lost(since, brought, book -> book.presence() == Presence.SETTLED);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
