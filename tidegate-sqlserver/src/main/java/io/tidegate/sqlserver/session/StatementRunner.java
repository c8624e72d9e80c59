package io.tidegate.sqlserver.session;

import io.tidegate.sqlserver.catalog.BoundSql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prepares and starts statements. Thread-safe, no state. */
final class StatementRunner {
    private StatementRunner() {}

    /**
     * A statement ready to run. Without values it goes as a plain batch, since options that are set inside
     * {@code sp_executesql} end with it.
     */
    static Statement prepare(Connection connection, BoundSql sql, int timeoutSeconds) throws SQLException {
        Statement statement =
                sql.values().isEmpty() ? connection.createStatement() : connection.prepareStatement(sql.sql());
        try {
            statement.setQueryTimeout(timeoutSeconds);
            if (statement instanceof PreparedStatement prepared && !sql.values().isEmpty()) {
                bind(prepared, sql.values());
            }
            return statement;
        } catch (SQLException | RuntimeException unbound) {
            statement.close();
            throw unbound;
        }
    }

    /** Starts it and moves to its first rows; null when it has none. Blocks until the first answer. */
    static @Nullable ResultSet start(Statement statement, BoundSql sql) throws SQLException {
        boolean rows =
                sql.values().isEmpty() ? statement.execute(sql.sql()) : ((PreparedStatement) statement).execute();
        return rows ? statement.getResultSet() : next(statement);
    }

    /** Moves to the next rows of a batch; null when there are none. */
    static @Nullable ResultSet next(Statement statement) throws SQLException {
        while (!statement.getMoreResults()) {
            if (statement.getUpdateCount() == -1) {
                return null;
            }
        }
        return statement.getResultSet();
    }

    /** Reads what comes behind the rows, so that an error there is not missed. */
    static void finish(Statement statement) throws SQLException {
        while (statement.getMoreResults() || statement.getUpdateCount() != -1) {
            // nothing of ours has a second result
        }
    }

    private static void bind(PreparedStatement prepared, List<Object> values) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            switch (values.get(i)) {
                case Long number -> prepared.setLong(i + 1, number);
                case String text -> prepared.setNString(i + 1, text);
                case LocalDateTime time -> prepared.setObject(i + 1, time, Types.TIMESTAMP);
                default -> throw new IllegalArgumentException("no type for value " + (i + 1));
            }
        }
    }
}
