package io.sqlserversim.querystore.views;

import java.util.List;

/** Rows of a list. Confined to one thread. */
final class ListRows<T> implements Rows {
    private final List<T> rows;
    private int next;

    ListRows(List<T> rows) {
        this.rows = rows;
    }

    @Override
    public boolean advance() {
        next++;
        return next <= rows.size();
    }

    @Override
    public long visited() {
        return Math.min(next, rows.size());
    }

    /** The 1-based place of the current row. */
    int place() {
        return next;
    }

    T current() {
        return rows.get(next - 1);
    }
}
