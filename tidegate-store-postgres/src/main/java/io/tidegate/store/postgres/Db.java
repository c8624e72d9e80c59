package io.tidegate.store.postgres;

import io.tidegate.core.model.SeriesKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * One transaction's connection. Confined to one thread. Of the arguments of a statement, a {@link SeriesKey} stands for
 * three placeholders, an enum's constant for its name, an instant for a timestamptz, a collection of numbers for a
 * bigint[].
 */
final class Db {
    private final Connection connection;

    Db(Connection connection) {
        this.connection = connection;
    }

    /** Maps the row on which the result stands. */
    @FunctionalInterface
    interface RowMapper<T> {
        T map(ResultSet row) throws SQLException;
    }

    /** Runs statements without arguments. */
    void execute(String sql) throws SQLException {
        try (Statement s = connection.createStatement()) {
            s.execute(sql);
        }
    }

    int update(String sql, @Nullable Object... arguments) throws SQLException {
        try (PreparedStatement s = bind(sql, arguments)) {
            return s.executeUpdate();
        }
    }

    <T> List<T> list(String sql, RowMapper<T> mapper, @Nullable Object... arguments) throws SQLException {
        List<T> found = new ArrayList<>();
        try (PreparedStatement s = bind(sql, arguments);
                ResultSet rows = s.executeQuery()) {
            while (rows.next()) {
                found.add(mapper.map(rows));
            }
        }
        return found;
    }

    List<Long> numbers(String sql, @Nullable Object... arguments) throws SQLException {
        return list(sql, r -> r.getLong(1), arguments);
    }

    <T> Optional<T> first(String sql, RowMapper<T> mapper, @Nullable Object... arguments) throws SQLException {
        List<T> found = list(sql, mapper, arguments);
        return found.isEmpty() ? Optional.empty() : Optional.of(found.getFirst());
    }

    /** The first column of the one row; 0 for NULL or without a row. */
    long number(String sql, @Nullable Object... arguments) throws SQLException {
        return first(sql, r -> r.getLong(1), arguments).orElse(0L);
    }

    PreparedStatement prepare(String sql) throws SQLException {
        return connection.prepareStatement(sql);
    }

    /** Begins a COPY; the caller ends or cancels it. */
    CopyIn copyIn(String sql) throws SQLException {
        return connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
    }

    private PreparedStatement bind(String sql, @Nullable Object... arguments) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
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
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    private @Nullable Object value(@Nullable Object argument) throws SQLException {
        if (argument instanceof Instant t) {
            return t.atOffset(ZoneOffset.UTC);
        }
        if (argument instanceof Enum<?> e) {
            return e.name();
        }
        if (argument instanceof byte[][] values) {
            return connection.createArrayOf("bytea", values);
        }
        if (argument instanceof Collection<?> numbers) {
            return connection.createArrayOf("bigint", numbers.toArray());
        }
        return argument;
    }
}
