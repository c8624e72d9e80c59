package io.sqlserversim.engine;

import org.jspecify.annotations.Nullable;

/** The current row of one table of a statement. */
interface RowView {
    /** All columns NULL: the missing side of an outer join. */
    RowView NULLS = new RowView() {
        @Override
        public @Nullable Object value(int column) {
            return null;
        }

        @Override
        public boolean isAllNull() {
            return true;
        }
    };

    @Nullable
    Object value(int column);

    default boolean isAllNull() {
        return false;
    }
}
