package io.sqlserversim.engine;

import java.util.List;

/** For each left row all right rows: APPLY, and joins without an equality. Keeps the order of its left side. */
final class LoopJoin extends Op {
    private final Op left;
    private final Op right;
    private final List<Pred> conditions;
    private final boolean outer;
    private boolean leftPositioned;
    private boolean matched;

    LoopJoin(Op left, Op right, List<Pred> conditions, boolean outer) {
        this.left = left;
        this.right = right;
        this.conditions = conditions;
        this.outer = outer;
        slots().or(left.slots());
        slots().or(right.slots());
    }

    @Override
    void open(Env env) {
        leftPositioned = false;
        if (right instanceof SpoolOp spool) {
            spool.reset();
        }
        left.open(env);
    }

    @Override
    boolean next(Env env) {
        while (true) {
            if (!leftPositioned) {
                if (!left.next(env)) {
                    return false;
                }
                right.open(env);
                leftPositioned = true;
                matched = false;
            }
            while (right.next(env)) {
                if (holds(env)) {
                    matched = true;
                    return true;
                }
            }
            right.close(env);
            leftPositioned = false;
            if (outer && !matched) {
                right.slots().stream().forEach(slot -> env.rows[slot] = RowView.NULLS);
                return true;
            }
        }
    }

    private boolean holds(Env env) {
        for (Pred condition : conditions) {
            if (condition.test(env) != Pred.TRUE) {
                return false;
            }
        }
        return true;
    }

    @Override
    void close(Env env) {
        right.close(env);
        left.close(env);
        leftPositioned = false;
    }

    @Override
    List<Ex.ColumnRef> order() {
        return left.order();
    }

    @Override
    double rows() {
        return left.rows() * Math.max(1, right.rows() / 10);
    }
}
