package io.sqlserversim.catalog;

import org.jspecify.annotations.Nullable;

/** Rows one after the other; values are computed only when asked for. Confined to one thread. */
public interface RowCursor extends AutoCloseable {
    /**
     * Moves to the next row.
     *
     * @return false after the last
     */
    boolean advance();

    /**
     * A value of the current row.
     *
     * @param column 0-based ordinal
     * @return of the class that the column's type names; null is NULL
     */
    @Nullable
    Object value(int column);

    @Override
    void close();
}
