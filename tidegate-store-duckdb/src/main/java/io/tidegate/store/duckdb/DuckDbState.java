package io.tidegate.store.duckdb;

import io.tidegate.core.store.sql.SqlTimes;
import io.tidegate.core.store.sql.StateDb;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/**
 * State of Query Store in DuckDB. Confined to one thread.
 *
 * @param db inside a transaction that a statement has begun
 */
record DuckDbState(Db db) implements StateDb {
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
                "DELETE FROM " + table + " WHERE rowid IN (SELECT i.rowid FROM " + table + " i WHERE " + where
                        + " LIMIT " + most + ")",
                arguments);
    }

    @Override
    public Object numbers(Collection<Long> numbers) throws SQLException {
        return db.array(numbers);
    }

    @Override
    public void insert(String table, List<String> columns, List<List<@Nullable Object>> rows) throws SQLException {
        try (DuckDBAppender appender = db.appender(table)) {
            for (List<@Nullable Object> row : rows) {
                appender.beginRow();
                for (Object value : row) {
                    append(appender, value);
                }
                appender.endRow();
            }
            appender.flush();
        }
    }

    private static void append(DuckDBAppender appender, @Nullable Object value) throws SQLException {
        switch (value) {
            case null -> appender.appendNull();
            case Integer number -> appender.append(number);
            case Long number -> appender.append(number);
            case Double number -> appender.append(number);
            case Boolean flag -> appender.append(flag);
            case String text -> appender.append(text);
            case Instant time -> appender.appendEpochMicros(SqlTimes.micros(time));
            default -> throw new IllegalArgumentException("no column for a " + value.getClass());
        }
    }
}
