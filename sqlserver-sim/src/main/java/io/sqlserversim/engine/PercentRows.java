package io.sqlserversim.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** TOP PERCENT: keeps all rows, counts them, and gives the first ones, rounded up. */
final class PercentRows extends Rows {
    private final Rows input;
    private final Ex percent; // float
    private final @Nullable Comparator<@Nullable Object[]> ties;
    private List<@Nullable Object[]> rows = List.of();
    private int at;

    /** Ties is the order for WITH TIES, else null. */
    PercentRows(Rows input, Ex percent, @Nullable Comparator<@Nullable Object[]> ties) {
        this.input = input;
        this.percent = percent;
        this.ties = ties;
    }

    @Override
    void open(Env env) {
        at = 0;
        double share = percent.eval(env) instanceof Double given ? given : -1;
        if (share < 0 || share > 100) {
            throw new SqlError(1031, 15, 1, "Percent values must be between 0 and 100.");
        }
        List<@Nullable Object[]> all = new ArrayList<>();
        input.open(env);
        for (@Nullable Object[] row = input.next(env); row != null; row = input.next(env)) {
            env.rowWorked();
            all.add(input.kept(row));
        }
        input.close(env);
        int count = (int) Math.ceil(all.size() * share / 100);
        while (ties != null
                && count > 0
                && count < all.size()
                && ties.compare(all.get(count - 1), all.get(count)) == 0) {
            count++;
        }
        rows = all.subList(0, count);
    }

    @Override
    @Nullable
    Object @Nullable [] next(Env env) {
        return at < rows.size() ? rows.get(at++) : null;
    }

    @Override
    void close(Env env) {
        rows = List.of();
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
