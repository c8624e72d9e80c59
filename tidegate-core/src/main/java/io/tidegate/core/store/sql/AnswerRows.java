package io.tidegate.core.store.sql;

import io.tidegate.core.store.HistoryReader.Cut;
import io.tidegate.core.store.HistoryReader.QueryResult;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.HistoryReader.TopAnswer;
import io.tidegate.core.store.HistoryReader.TopRow;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers to readers, from a store's own queries. No state. */
public final class AnswerRows {
    private AnswerRows() {}

    /**
     * What a top list covers.
     *
     * @param row on which the result stands: {@code from_time}, {@code to_time}, {@code intervals}, {@code held},
     *     {@code peeked}
     * @param rows the list
     * @return the answer
     * @throws SQLException when a column is not there
     */
    public static TopAnswer top(ResultSet row, List<TopRow> rows) throws SQLException {
        return new TopAnswer(
                rows,
                SqlTimes.instantOrNull(row, "from_time"),
                SqlTimes.instantOrNull(row, "to_time"),
                row.getLong("intervals"),
                row.getLong("held"),
                row.getLong("peeked"));
    }

    /**
     * One query of a top list.
     *
     * @param row on which the result stands; its {@code everything} is the total of all queries
     * @return the row
     * @throws SQLException when a column is not there
     */
    public static TopRow topRow(ResultSet row) throws SQLException {
        long hash = row.getLong("query_hash");
        String hex = row.wasNull() ? "" : "0x%016X".formatted(hash);
        long executions = row.getLong("executions");
        double total = row.getDouble("total");
        double everything = row.getDouble("everything");
        return new TopRow(
                row.getString("server_name"),
                row.getString("database_name"),
                row.getLong("query_id"),
                hex,
                row.getInt("plans"),
                executions,
                total,
                executions == 0 ? 0 : total / executions,
                everything == 0 ? 0 : total / everything,
                row.getString("query_text"));
    }

    /**
     * A held interval as counted from its facts.
     *
     * @param row on which the result stands: {@code interval_id}, {@code start_time}, {@code row_count},
     *     {@code distinct_keys}, {@code executions}, {@code wait_millis}
     * @return the interval
     * @throws SQLException when a column is not there
     */
    public static StoredInterval storedInterval(ResultSet row) throws SQLException {
        return new StoredInterval(
                row.getLong("interval_id"),
                SqlTimes.instant(row, "start_time"),
                row.getLong("row_count"),
                row.getLong("distinct_keys"),
                row.getLong("executions"),
                row.getLong("wait_millis"));
    }

    /**
     * What a result is made of, before any of its rows.
     *
     * @param meta of the result
     * @return names and types of its columns, and no row
     * @throws SQLException when the driver cannot tell
     */
    public static QueryResult empty(ResultSetMetaData meta) throws SQLException {
        List<String> columns = new ArrayList<>();
        List<String> types = new ArrayList<>();
        for (int c = 1; c <= meta.getColumnCount(); c++) {
            columns.add(meta.getColumnLabel(c));
            types.add(meta.getColumnTypeName(c));
        }
        return new QueryResult(columns, types, List.of(), Cut.NONE);
    }

    /**
     * The result of a user's own query.
     *
     * @param rows the result of {@link AnswerSql#within}, before its first row
     * @param empty {@link #empty} of the user's SELECT
     * @param values how its values are shown
     * @param maxRows rows taken at most
     * @param maxBytes as asked for in the SELECT
     * @return what was taken, whole rows only, and why it ends there
     * @throws SQLException when a value cannot be read
     */
    public static QueryResult queryResult(
            ResultSet rows, QueryResult empty, AnswerValues values, int maxRows, long maxBytes) throws SQLException {
        int columns = empty.columns().size();
        List<List<@Nullable Object>> found = new ArrayList<>();
        Cut cut = Cut.NONE;
        while (cut == Cut.NONE && rows.next()) {
            if (found.size() == maxRows) {
                cut = Cut.ROWS;
            } else if (rows.getLong(columns + 1) > maxBytes) {
                cut = Cut.BYTES;
            } else {
                List<@Nullable Object> row = new ArrayList<>(columns);
                for (int c = 1; c <= columns; c++) {
                    row.add(values.of(rows.getObject(c)));
                }
                found.add(row);
            }
        }
        return new QueryResult(empty.columns(), empty.types(), found, cut);
    }
}
