package io.sqlserversim.engine;

import org.jspecify.annotations.Nullable;

/** A query as a table: a derived table, a common table expression, VALUES. */
final class DerivedOp extends Op {
    private final int slot;
    private final Rows rows;

    DerivedOp(int slot, Rows rows) {
        this.slot = slot;
        this.rows = rows;
        slots().set(slot);
    }

    @Override
    void open(Env env) {
        rows.open(env);
    }

    @Override
    boolean next(Env env) {
        @Nullable Object[] row = rows.next(env);
        if (row == null) {
            return false;
        }
        env.rows[slot] = new ArrayRow(row);
        return true;
    }

    @Override
    void close(Env env) {
        env.rows[slot] = RowView.NULLS;
        rows.close(env);
    }

    @Override
    double rows() {
        return rows.rows();
    }
}
