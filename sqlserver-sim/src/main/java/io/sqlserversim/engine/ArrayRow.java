package io.sqlserversim.engine;

import org.jspecify.annotations.Nullable;

/** A row kept in an array. */
record ArrayRow(@Nullable Object[] values) implements RowView {
    @Override
    public @Nullable Object value(int column) {
        return values[column];
    }
}
