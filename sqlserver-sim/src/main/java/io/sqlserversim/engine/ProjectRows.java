package io.sqlserversim.engine;

import org.jspecify.annotations.Nullable;

/** Evaluates a select list, and what its ORDER BY needs besides, for each row of a plan. */
final class ProjectRows extends Rows {
    private final Op input;
    private final Ex[] values;
    private @Nullable Object[] row = new @Nullable Object[0];

    ProjectRows(Op input, Ex[] values) {
        this.input = input;
        this.values = values;
    }

    @Override
    void open(Env env) {
        row = new @Nullable Object[values.length];
        input.open(env);
    }

    @Override
    @Nullable
    Object @Nullable [] next(Env env) {
        if (!input.next(env)) {
            return null;
        }
        @Nullable Object[] current = row;
        for (int i = 0; i < values.length; i++) {
            current[i] = values[i].eval(env);
        }
        return current;
    }

    @Override
    void close(Env env) {
        input.close(env);
    }

    @Override
    double rows() {
        return input.rows();
    }
}
