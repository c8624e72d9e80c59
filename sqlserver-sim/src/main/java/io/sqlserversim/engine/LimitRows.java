package io.sqlserversim.engine;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** TOP, WITH TIES, and OFFSET FETCH. */
final class LimitRows extends Rows {
    private final Rows input;
    private final @Nullable Ex skip;
    private final @Nullable Ex take;
    private final @Nullable Comparator<@Nullable Object[]> ties;
    private long left;
    private @Nullable Object @Nullable [] last;

    /** Counts are bigint expressions; ties is the order for WITH TIES, else null. */
    LimitRows(Rows input, @Nullable Ex skip, @Nullable Ex take, @Nullable Comparator<@Nullable Object[]> ties) {
        this.input = input;
        this.skip = skip;
        this.take = take;
        this.ties = ties;
    }

    private static long count(@Nullable Ex count, Env env, long absent) {
        if (count == null) {
            return absent;
        }
        Object value = count.eval(env);
        if (value == null) {
            throw new SqlError(
                    1060,
                    15,
                    1,
                    "The number of rows provided for a TOP or FETCH clauses row count parameter"
                            + " must be an integer.");
        }
        long rows = (Long) value;
        if (rows < 0) {
            throw new SqlError(127, 15, 1, "A TOP N or FETCH rowcount value may not be negative.");
        }
        return rows;
    }

    @Override
    void open(Env env) {
        left = count(take, env, Long.MAX_VALUE);
        long skipped = count(skip, env, 0);
        last = null;
        input.open(env);
        while (skipped > 0 && input.next(env) != null) {
            skipped--;
        }
    }

    @Override
    @Nullable
    Object @Nullable [] next(Env env) {
        if (left > 0) {
            left--;
            @Nullable Object[] row = input.next(env);
            if (row != null && left == 0 && ties != null) {
                last = input.kept(row);
            }
            return row;
        }
        @Nullable Object[] tied = last;
        if (ties == null || tied == null) {
            return null;
        }
        @Nullable Object[] row = input.next(env);
        if (row != null && ties.compare(row, tied) == 0) {
            return row;
        }
        last = null;
        return null;
    }

    @Override
    void close(Env env) {
        input.close(env);
    }

    @Override
    boolean fresh() {
        return input.fresh();
    }

    @Override
    double rows() {
        return Math.min(100, input.rows());
    }
}
