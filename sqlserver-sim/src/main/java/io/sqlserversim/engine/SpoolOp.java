package io.sqlserversim.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps its input's rows at the first opening and gives them again at each further one, within one opening of the plan. */
final class SpoolOp extends Op {
    private final Op input;
    private final RowKeeper keeper;
    private @Nullable List<RowView[]> kept;
    private int at;

    SpoolOp(Op input, RowKeeper keeper) {
        this.input = input;
        this.keeper = keeper;
        slots().or(input.slots());
    }

    /** Forgets what was kept. */
    void reset() {
        kept = null;
    }

    @Override
    void open(Env env) {
        at = 0;
        if (kept == null) {
            List<RowView[]> rows = new ArrayList<>();
            input.open(env);
            while (input.next(env)) {
                env.rowWorked();
                rows.add(keeper.keep(env));
            }
            input.close(env);
            kept = rows;
        }
    }

    @Override
    boolean next(Env env) {
        List<RowView[]> rows = kept;
        if (rows == null || at >= rows.size()) {
            return false;
        }
        env.rowWorked();
        keeper.restore(env, rows.get(at++));
        return true;
    }

    @Override
    void close(Env env) {
        keeper.clear(env);
    }

    @Override
    double rows() {
        return input.rows();
    }
}
