package io.tidegate.bench.cost;

import io.tidegate.sqlserver.session.ConnectionSettings;
import io.tidegate.sqlserver.session.DriverConnections;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads once, with one plain statement for each kind, what the collector has brought: how many bytes that must be at the
 * least. The server's meter counts it. Confined to one thread.
 */
final class OnceRead implements AutoCloseable {
    /** Columns that say nothing which the others do not, and that the collector leaves out too. */
    private static final Set<String> LEFT_OUT =
            Set.of("runtime_stats_id", "wait_stats_id", "execution_type_desc", "wait_category_desc");

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Connection connection;

    OnceRead(CostServer server) throws SQLException {
        connection = new DriverConnections()
                .open(server.target(), new ConnectionSettings("once", CostServer.DATABASE, LIMIT, LIMIT));
    }

    /** All rows of a view of some intervals; nothing where the version has no such view. */
    void rows(String view, List<Long> intervals) throws SQLException {
        if (!intervals.isEmpty()) {
            String from = " FROM sys." + view;
            drain("SELECT /* once:" + view + " */ " + String.join(", ", columns("SELECT TOP (0) *" + from)) + from
                    + in("runtime_stats_interval_id", intervals));
        }
    }

    /** A large value of some rows by their id, with its size and what else the collector reads with it. */
    void content(String view, String id, String columns, List<Long> ids) throws SQLException {
        if (!ids.isEmpty()) {
            drain("SELECT /* once:" + view + " */ " + id + ", " + columns + " FROM sys." + view + in(id, ids));
        }
    }

    private static String in(String column, List<Long> values) {
        return values.stream()
                .map(value -> String.format(Locale.ROOT, "%d", value))
                .collect(Collectors.joining(", ", " WHERE " + column + " IN (", ")"));
    }

    private List<String> columns(String sql) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            ResultSetMetaData data = rows.getMetaData();
            for (int column = 1; column <= data.getColumnCount(); column++) {
                if (!LEFT_OUT.contains(data.getColumnName(column))) {
                    names.add(data.getColumnName(column));
                }
            }
        }
        return names;
    }

    private void drain(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                rows.getObject(1);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
