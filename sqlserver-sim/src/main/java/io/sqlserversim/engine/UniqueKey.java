package io.sqlserversim.engine;

import io.sqlserversim.sql.Statement;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Columns of a temporary table that no two rows share; NULL counts as a value. Immutable. */
record UniqueKey(Statement.Key written, int[] ordinals) {
    private static final Object NULL_KEY = new Object();

    /** Fails with Msg 2627 or 2601 at the first value that is there twice. */
    void check(List<@Nullable Object[]> rows, String table, List<Column> columns) {
        Set<Object> seen = new HashSet<>();
        for (@Nullable Object[] row : rows) {
            Object[] parts = new Object[ordinals.length];
            for (int i = 0; i < parts.length; i++) {
                Object value = row[ordinals[i]];
                parts[i] = value == null
                        ? NULL_KEY
                        : Values.key(columns.get(ordinals[i]).type(), value);
            }
            if (!seen.add(Arrays.asList(parts))) {
                throw duplicate(row, table, columns);
            }
        }
    }

    private SqlError duplicate(@Nullable Object[] row, String table, List<Column> columns) {
        List<String> shown = new ArrayList<>();
        for (int ordinal : ordinals) {
            Object value = row[ordinal];
            SqlType type = columns.get(ordinal).type();
            shown.add(value == null ? "<NULL>" : (String) Conversions.convert(value, type, SqlType.nvarchar(4000)));
        }
        String value = "The duplicate key value is (" + String.join(", ", shown) + ").";
        if (written.kind().equals("INDEX")) {
            return new SqlError(
                    2601,
                    14,
                    1,
                    "Cannot insert duplicate key row in object 'dbo." + table + "' with unique index '" + written.name()
                            + "'. " + value);
        }
        return new SqlError(
                2627,
                14,
                1,
                "Violation of " + written.kind() + " constraint '" + constraint(table)
                        + "'. Cannot insert duplicate key in object 'dbo." + table + "'. " + value);
    }

    /** The name that was given, or one made up as the server does. */
    private String constraint(String table) {
        String prefix = written.kind().startsWith("PRIMARY") ? "PK__" : "UQ__";
        return written.name().isEmpty()
                ? prefix + table + "__" + String.format("%016X", (long) table.hashCode() & 0xFFFFFFFFL)
                : written.name();
    }
}
