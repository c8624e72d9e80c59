package io.sqlserversim.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** VALUES. */
final class ValuesRows extends Rows {
    private final List<List<Ex>> rows;
    private int at;

    ValuesRows(List<List<Ex>> rows) {
        this.rows = rows;
    }

    @Override
    void open(Env env) {
        at = 0;
    }

    @Override
    @Nullable
    Object @Nullable [] next(Env env) {
        if (at >= rows.size()) {
            return null;
        }
        env.rowWorked();
        List<Ex> row = rows.get(at++);
        @Nullable Object[] values = new @Nullable Object[row.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row.get(i).eval(env);
        }
        return values;
    }

    @Override
    void close(Env env) {
        at = rows.size();
    }

    @Override
    boolean fresh() {
        return true;
    }

    @Override
    double rows() {
        return rows.size();
    }
}
