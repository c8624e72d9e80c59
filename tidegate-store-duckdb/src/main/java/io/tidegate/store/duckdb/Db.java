package io.tidegate.store.duckdb;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * One connection with its prepared statements and its transaction. Confined to one platform thread. Of the arguments of a
 * statement, a {@link SeriesKey} stands for three placeholders, an enum's constant for its name, an instant for a
 * TIMESTAMPTZ.
 */
final class Db implements AutoCloseable {
    private final Source source;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    private final int timeoutSeconds;
    private final Runnable onStatement;
    private final RowFeeds feeds;
    private DuckDBConnection connection;
    private volatile @Nullable Statement running;

    /** Takes the connection over, auto-commit off; statements have no time limit, and there is no other connection. */
    Db(DuckDBConnection connection) throws SQLException {
        this(() -> connection, 0, () -> {}, new RowFeeds());
    }

    /**
     * Takes a connection, auto-commit off; a statement that runs longer is stopped by the driver. Each one is told.
     *
     * @param source gives a connection, and another one when that was lost
     * @param feeds which the connections know
     */
    Db(Source source, int timeoutSeconds, Runnable onStatement, RowFeeds feeds) throws SQLException {
        this.source = source;
        this.feeds = feeds;
        this.onStatement = onStatement;
        this.timeoutSeconds = timeoutSeconds;
        this.connection = source.connect();
        connection.setAutoCommit(false);
    }

    /** Where connections come from; blocks while the store's file has to be opened again. */
    @FunctionalInterface
    interface Source {
        DuckDBConnection connect() throws SQLException;
    }

    /** Before a call's first statement: takes another connection when the one it has was lost, and never later than that. */
    void ready() throws SQLException {
        if (connection.isClosed()) {
            prepared.clear();
            connection = source.connect();
            connection.setAutoCommit(false);
        }
    }

    /** Maps the row on which the result stands. */
    @FunctionalInterface
    interface RowMapper<T> {
        T map(ResultSet row) throws SQLException;
    }

    /**
     * Begins a transaction. With auto-commit off DuckDB's driver begins one with the next statement only: an appender
     * that comes first would write outside of any, row for row durable on its own. Hence a statement, before all else.
     */
    void begin() throws SQLException {
        bind("select 1").executeQuery().close();
    }

    void commit() throws SQLException {
        connection.commit();
    }

    /**
     * Takes all back; drops the prepared statements, since the one that failed is closed. Where that fails, as after a
     * commit that the disk refused, the driver goes on as if a transaction were open: what comes next would be written
     * outside of any, row for row durable on its own. So the connection is given up.
     */
    void rollback() throws SQLException {
        try {
            closeStatements();
            connection.rollback();
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    void execute(String sql) throws SQLException {
        try (Statement s = connection.createStatement()) {
            s.execute(sql);
        }
    }

    int update(String sql, @Nullable Object... arguments) throws SQLException {
        return bind(sql, arguments).executeUpdate();
    }

    RowFeeds feeds() {
        return feeds;
    }

    /** Runs a statement that stores what a feed gives: all of it, or it throws. */
    <R extends StatsRow> void insert(String sql, RowFeed<R> feed, RowFeed.Rows<R> rows, @Nullable Object... arguments)
            throws SQLException {
        feed.offer(rows);
        int stored;
        try {
            stored = update(sql, arguments);
        } finally {
            feed.withdraw();
        }
        if (stored != rows.count()) {
            throw new SQLException("the engine took " + stored + " of " + rows.count() + " rows");
        }
    }

    <T> List<T> list(String sql, RowMapper<T> mapper, @Nullable Object... arguments) throws SQLException {
        List<T> found = new ArrayList<>();
        try (ResultSet rows = query(bind(sql, arguments))) {
            while (rows.next()) {
                found.add(mapper.map(rows));
            }
        }
        return found;
    }

    <T> Optional<T> first(String sql, RowMapper<T> mapper, @Nullable Object... arguments) throws SQLException {
        List<T> found = list(sql, mapper, arguments);
        return found.isEmpty() ? Optional.empty() : Optional.of(found.getFirst());
    }

    /** Runs a query so that it can be interrupted. */
    ResultSet query(PreparedStatement statement) throws SQLException {
        running = statement;
        try {
            return statement.executeQuery();
        } finally {
            running = null;
        }
    }

    /** The first column of the one row, 0 for NULL. */
    long number(String sql, @Nullable Object... arguments) throws SQLException {
        return first(sql, r -> r.getLong(1), arguments).orElse(0L);
    }

    /** Stops the query that runs now, if one does; the one method for any thread. */
    void interrupt() throws SQLException {
        Statement now = running;
        if (now != null) {
            now.cancel();
        }
    }

    /** An appender of a table in the main schema; the caller flushes and closes it. */
    DuckDBAppender appender(String table) throws SQLException {
        return connection.createAppender(DuckDBConnection.DEFAULT_SCHEMA, table);
    }

    /** Numbers as one argument, for {@code IN (SELECT unnest(?))}. */
    Array array(Collection<Long> numbers) throws SQLException {
        return connection.createArrayOf("BIGINT", numbers.toArray());
    }

    /** Texts as one argument. */
    Array texts(Collection<String> texts) throws SQLException {
        return connection.createArrayOf("VARCHAR", texts.toArray());
    }

    DuckDBConnection connection() {
        return connection;
    }

    /** So many times a row of {@code VALUES}. */
    static String rows(String row, int count) {
        return String.join(", ", Collections.nCopies(count, row));
    }

    private PreparedStatement bind(String sql, @Nullable Object... arguments) throws SQLException {
        onStatement.run();
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statement.setQueryTimeout(timeoutSeconds);
            prepared.put(sql, statement);
        }
        int at = 0;
        for (Object a : arguments) {
            if (a instanceof SeriesKey k) {
                statement.setInt(++at, k.home());
                statement.setInt(++at, k.lineage());
                statement.setInt(++at, k.epoch());
            } else {
                statement.setObject(++at, value(a));
            }
        }
        return statement;
    }

    private static @Nullable Object value(@Nullable Object argument) {
        if (argument instanceof Instant t) {
            return t.atOffset(ZoneOffset.UTC);
        }
        return argument instanceof Enum<?> e ? e.name() : argument;
    }

    private void closeStatements() throws SQLException {
        for (PreparedStatement s : prepared.values()) {
            s.close();
        }
        prepared.clear();
    }

    @Override
    public void close() throws SQLException {
        closeStatements();
        connection.close();
    }
}
