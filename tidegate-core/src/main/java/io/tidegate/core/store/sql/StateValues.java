package io.tidegate.core.store.sql;

import io.tidegate.core.schema.Column;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Values of state, by their columns' types. No state. */
final class StateValues {
    private StateValues() {}

    static @Nullable Object of(ResultSet row, Column column) throws SQLException {
        String name = column.name();
        Object value = switch (column.type()) {
            case INT, BIGINT, TICKS -> row.getLong(name);
            case DOUBLE -> row.getDouble(name);
            case BOOLEAN -> row.getBoolean(name);
            case TEXT -> row.getString(name);
            case TIMESTAMP -> SqlTimes.instantOrNull(row, name);
            case BYTES -> throw new IllegalArgumentException("state has no bytes: " + name);
        };
        return row.wasNull() ? null : value;
    }
}
