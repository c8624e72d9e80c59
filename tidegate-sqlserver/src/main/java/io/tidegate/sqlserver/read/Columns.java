package io.tidegate.sqlserver.read;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Ordinals of named columns, resolved once per result. Immutable.
 */
final class Columns {
    private final int[] ordinals;

    private Columns(int[] ordinals) {
        this.ordinals = ordinals;
    }

    /** Finds each name; 0 for one that the result has not. */
    static Columns resolve(ResultSet rows, List<String> names) throws SQLException {
        int[] ordinals = new int[names.size()];
        int count = rows.getMetaData().getColumnCount();
        for (int ordinal = 1; ordinal <= count; ordinal++) {
            int at = names.indexOf(rows.getMetaData().getColumnLabel(ordinal));
            if (at >= 0) {
                ordinals[at] = ordinal;
            }
        }
        return new Columns(ordinals);
    }

    /** Ordinal of the column named at a place of the list. */
    int at(int place) {
        return ordinals[place];
    }

    boolean has(int place) {
        return ordinals[place] != 0;
    }
}
