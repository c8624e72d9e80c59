package io.sqlserversim.engine;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.Values;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** By which column of a finished row, and in which direction, rows are sorted. NULL comes first. */
record SortKey(int column, SqlType type, boolean descending) {
    private int compare(@Nullable Object[] a, @Nullable Object[] b) {
        Object left = a[column];
        Object right = b[column];
        int order;
        if (left == null || right == null) {
            order = left == null ? (right == null ? 0 : -1) : 1;
        } else {
            order = Values.compare(type, left, right);
        }
        return descending ? -order : order;
    }

    static Comparator<@Nullable Object[]> comparator(List<SortKey> keys) {
        return (a, b) -> {
            for (SortKey key : keys) {
                int order = key.compare(a, b);
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        };
    }
}
