package io.sqlserversim.engine;

import java.util.BitSet;
import java.util.List;

/**
 * A pull operator: each {@link #next} puts the current rows of its tables into the {@link Env}. Opened again and again
 * when it stands on the inner side of a loop.
 */
abstract class Op {
    private final BitSet slots = new BitSet();

    /** The tables that it positions. */
    final BitSet slots() {
        return slots;
    }

    abstract void open(Env env);

    abstract boolean next(Env env);

    abstract void close(Env env);

    /** The columns by which its rows ascend, most significant first; empty for no order. */
    List<Ex.ColumnRef> order() {
        return List.of();
    }

    /** A guess of how many rows it gives, to choose the side that a hash join keeps. */
    abstract double rows();

    /** One row without any table: a SELECT without FROM. */
    static final class OneRow extends Op {
        private boolean given;

        @Override
        void open(Env env) {
            given = false;
        }

        @Override
        boolean next(Env env) {
            if (given) {
                return false;
            }
            env.rowWorked();
            given = true;
            return true;
        }

        @Override
        void close(Env env) {
            given = true;
        }

        @Override
        double rows() {
            return 1;
        }
    }

    /** The rows for which a condition is true. */
    static final class Filter extends Op {
        private final Op input;
        private final Pred condition;

        Filter(Op input, Pred condition) {
            this.input = input;
            this.condition = condition;
            slots().or(input.slots());
        }

        @Override
        void open(Env env) {
            input.open(env);
        }

        @Override
        boolean next(Env env) {
            while (input.next(env)) {
                if (condition.test(env) == Pred.TRUE) {
                    return true;
                }
            }
            return false;
        }

        @Override
        void close(Env env) {
            input.close(env);
        }

        @Override
        List<Ex.ColumnRef> order() {
            return input.order();
        }

        @Override
        double rows() {
            return input.rows() / 3;
        }
    }
}
