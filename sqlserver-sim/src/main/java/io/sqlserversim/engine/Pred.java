package io.sqlserversim.engine;

import io.sqlserversim.sql.Condition.Comparison;
import java.util.BitSet;
import java.util.List;

/** A bound condition in three-valued logic. */
abstract class Pred {
    static final int FALSE = 0;
    static final int TRUE = 1;
    static final int UNKNOWN = -1;

    private final BitSet slots = new BitSet();

    /** The tables whose current row it looks at. */
    final BitSet slots() {
        return slots;
    }

    abstract int test(Env env);

    final void dependsOn(Ex operand) {
        slots.or(operand.slots());
    }

    final void dependsOn(BitSet others) {
        slots.or(others);
    }

    static int of(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** A comparison of two values of one type. */
    static final class Compare extends Pred {
        final Comparison operator;
        final Ex left;
        final Ex right;

        Compare(Comparison operator, Ex left, Ex right) {
            this.operator = operator;
            this.left = left;
            this.right = right;
            dependsOn(left);
            dependsOn(right);
        }

        @Override
        int test(Env env) {
            Object a = left.eval(env);
            if (a == null) {
                return UNKNOWN;
            }
            Object b = right.eval(env);
            if (b == null) {
                return UNKNOWN;
            }
            return of(operator.holds(io.sqlserversim.types.Values.compare(left.type(), a, b)));
        }
    }

    /** IN with a list; all values of one type. */
    static final class In extends Pred {
        final Ex value;
        final List<Ex> list;

        In(Ex value, List<Ex> list) {
            this.value = value;
            this.list = list;
            dependsOn(value);
            list.forEach(this::dependsOn);
        }

        @Override
        int test(Env env) {
            Object a = value.eval(env);
            if (a == null) {
                return UNKNOWN;
            }
            int result = FALSE;
            for (Ex item : list) {
                Object b = item.eval(env);
                if (b == null) {
                    result = UNKNOWN;
                } else if (io.sqlserversim.types.Values.compare(value.type(), a, b) == 0) {
                    return TRUE;
                }
            }
            return result;
        }
    }

    /** AND. */
    static final class And extends Pred {
        final List<Pred> operands;

        And(List<Pred> operands) {
            this.operands = operands;
            operands.forEach(operand -> dependsOn(operand.slots()));
        }

        @Override
        int test(Env env) {
            int result = TRUE;
            for (Pred operand : operands) {
                int test = operand.test(env);
                if (test == FALSE) {
                    return FALSE;
                }
                if (test == UNKNOWN) {
                    result = UNKNOWN;
                }
            }
            return result;
        }
    }

    /** OR. */
    static final class Or extends Pred {
        final List<Pred> operands;

        Or(List<Pred> operands) {
            this.operands = operands;
            operands.forEach(operand -> dependsOn(operand.slots()));
        }

        @Override
        int test(Env env) {
            int result = FALSE;
            for (Pred operand : operands) {
                int test = operand.test(env);
                if (test == TRUE) {
                    return TRUE;
                }
                if (test == UNKNOWN) {
                    result = UNKNOWN;
                }
            }
            return result;
        }
    }

    /** NOT. */
    static final class Not extends Pred {
        final Pred operand;

        Not(Pred operand) {
            this.operand = operand;
            dependsOn(operand.slots());
        }

        @Override
        int test(Env env) {
            int test = operand.test(env);
            return test == UNKNOWN ? UNKNOWN : of(test == FALSE);
        }
    }

    /** IS NULL. */
    static final class IsNull extends Pred {
        final Ex operand;

        IsNull(Ex operand) {
            this.operand = operand;
            dependsOn(operand);
        }

        @Override
        int test(Env env) {
            return of(operand.eval(env) == null);
        }
    }
}
