package io.tidegate.sqlserver.read;

import io.tidegate.core.schema.Column;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import microsoft.sql.DateTimeOffset;
import org.jspecify.annotations.Nullable;

/** Makes rows of state of a result, by the names of its columns. Confined to one thread. */
final class StateRows {
    private static final long DEFAULT_GROUP = 1;

    private final StateTable table;
    private final List<String> sources;
    private final Columns columns;

    private StateRows(StateTable table, List<String> sources, Columns columns) {
        this.table = table;
        this.sources = sources;
        this.columns = columns;
    }

    static StateRows of(StateTable table, ResultSet rows) throws SQLException {
        List<String> sources = table.columns().stream()
                .map(column -> StateSource.column(column.name()))
                .toList();
        return new StateRows(table, sources, Columns.resolve(rows, sources));
    }

    StateRow read(ResultSet row) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>(sources.size());
        for (int i = 0; i < sources.size(); i++) {
            Column column = table.columns().get(i);
            Object value = columns.has(i) ? value(row, columns.at(i), column) : null;
            values.add(value == null && !column.isNullable() ? absent(column) : value);
        }
        return StateRow.ofValues(table, values);
    }

    /** What stands for a part of the key that the source's version has not. */
    private static Long absent(Column column) {
        return column.name().equals("replica_group_id") ? DEFAULT_GROUP : 0L;
    }

    private static @Nullable Object value(ResultSet row, int ordinal, Column column) throws SQLException {
        Object raw = row.getObject(ordinal);
        if (raw == null) {
            return null;
        }
        return switch (column.type()) {
            case INT, BIGINT -> raw instanceof byte[] ? (Object) Values.hash(row, ordinal) : row.getLong(ordinal);
            case TICKS -> Values.ticks(row, ordinal);
            case DOUBLE -> row.getDouble(ordinal);
            case BOOLEAN -> row.getBoolean(ordinal);
            case TIMESTAMP -> raw instanceof DateTimeOffset ? Values.instant(row, ordinal) : utc(row, ordinal);
            case TEXT ->
                raw instanceof byte[] bytes ? HexFormat.of().withUpperCase().formatHex(bytes) : row.getString(ordinal);
            case BYTES -> throw new IllegalArgumentException("state has no bytes: " + column.name());
        };
    }

    /** A {@code datetime} or {@code datetime2} that is UTC. */
    private static Instant utc(ResultSet row, int ordinal) throws SQLException {
        return row.getObject(ordinal, LocalDateTime.class).toInstant(ZoneOffset.UTC);
    }
}
