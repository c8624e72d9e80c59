package io.tidegate.store.postgres;

import io.tidegate.core.store.sql.StateDb;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of Query Store in PostgreSQL. Confined to one thread.
 *
 * @param db a transaction; whoever changes state has taken the series' lock
 */
record PostgresState(Db db) implements StateDb {
    @Override
    public int update(String sql, @Nullable Object... arguments) throws SQLException {
        return db.update(sql, arguments);
    }

    @Override
    public <T> List<T> list(String sql, Mapper<T> mapper, @Nullable Object... arguments) throws SQLException {
        return db.list(sql, mapper::map, arguments);
    }

    @Override
    public int deleteSome(String table, String where, int most, Object... arguments) throws SQLException {
        return db.update(
                "DELETE FROM " + table + " WHERE ctid = ANY (ARRAY(SELECT i.ctid FROM " + table + " i WHERE " + where
                        + " LIMIT " + most + " FOR UPDATE OF i SKIP LOCKED))",
                arguments);
    }

    @Override
    public Object numbers(Collection<Long> numbers) {
        return numbers;
    }

    @Override
    public void insert(String table, List<String> columns, List<List<@Nullable Object>> rows) throws SQLException {
        String marks = "?" + ", ?".repeat(columns.size() - 1);
        String sql = "INSERT INTO " + table + " (" + String.join(", ", columns) + ") VALUES (" + marks + ")";
        try (PreparedStatement statement = db.prepare(sql)) {
            for (List<@Nullable Object> row : rows) {
                for (int i = 0; i < row.size(); i++) {
                    Object value = row.get(i);
                    statement.setObject(i + 1, value instanceof Instant time ? time.atOffset(ZoneOffset.UTC) : value);
                }
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
