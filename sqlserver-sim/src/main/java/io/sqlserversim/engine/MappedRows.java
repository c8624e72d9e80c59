package io.sqlserversim.engine;

import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts the columns of finished rows, and cuts what stands behind them. */
final class MappedRows extends Rows {
    private final Rows input;
    private final List<SqlType> from;
    private final List<SqlType> to;

    MappedRows(Rows input, List<SqlType> from, List<SqlType> to) {
        this.input = input;
        this.from = from;
        this.to = to;
    }

    @Override
    void open(Env env) {
        input.open(env);
    }

    @Override
    @Nullable
    Object @Nullable [] next(Env env) {
        @Nullable Object[] row = input.next(env);
        if (row == null) {
            return null;
        }
        @Nullable Object[] mapped = new @Nullable Object[to.size()];
        for (int i = 0; i < mapped.length; i++) {
            Object value = row[i];
            mapped[i] = value == null ? null : Conversions.convert(value, from.get(i), to.get(i));
        }
        return mapped;
    }

    @Override
    void close(Env env) {
        input.close(env);
    }

    @Override
    boolean fresh() {
        return true;
    }

    @Override
    double rows() {
        return input.rows();
    }
}
