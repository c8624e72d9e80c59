package io.sqlserversim.engine;

import java.util.List;

/** Conditions that look at none of the input's tables: they are tested once per opening, before anything is read. */
final class GuardOp extends Op {
    private final Op input;
    private final List<Pred> conditions;
    private boolean open;

    GuardOp(Op input, List<Pred> conditions) {
        this.input = input;
        this.conditions = conditions;
        slots().or(input.slots());
    }

    @Override
    void open(Env env) {
        open = true;
        for (Pred condition : conditions) {
            open &= condition.test(env) == Pred.TRUE;
        }
        if (open) {
            input.open(env);
        }
    }

    @Override
    boolean next(Env env) {
        return open && input.next(env);
    }

    @Override
    void close(Env env) {
        if (open) {
            input.close(env);
        }
        open = false;
    }

    @Override
    List<Ex.ColumnRef> order() {
        return input.order();
    }

    @Override
    double rows() {
        return input.rows();
    }
}
