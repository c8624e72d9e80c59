package io.sqlserversim.engine;

import io.sqlserversim.sql.Condition.Comparison;
import io.sqlserversim.sql.Expr;
import io.sqlserversim.types.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * What CONCAT_NULL_YIELDS_NULL, ANSI_NULLS, ANSI_WARNINGS and ARITHABORT change when they are off. A statement is bound anew
 * each time that it runs, by the settings of that moment.
 */
final class OldSettings {
    private final SessionOptions options;

    OldSettings(SessionOptions options) {
        this.options = options;
    }

    /** An operator by the settings. */
    Ex binary(Expr.Operator operator, Ex left, Ex right) {
        boolean blanks = operator == Expr.Operator.ADD
                && !options.isOn("CONCAT_NULL_YIELDS_NULL")
                && (SqlTypes.isText(left.type()) || SqlTypes.isText(right.type()));
        Ex bound = blanks
                ? Arithmetic.bind(operator, orEmpty(left), orEmpty(right))
                : Arithmetic.bind(operator, left, right);
        boolean strict = options.isOn("ANSI_WARNINGS") || options.isOn("ARITHABORT");
        return strict ? bound : orNull(bound, !options.isOn("ARITHIGNORE"));
    }

    private static Ex orEmpty(Ex ex) {
        if (Coercion.isNullLiteral(ex)) {
            return new Ex.Constant(io.sqlserversim.types.SqlType.varchar(1), "");
        }
        if (!SqlTypes.isText(ex.type())) {
            return ex;
        }
        return Ex.of(
                ex.type(),
                env -> {
                    Object value = ex.eval(env);
                    return value == null ? "" : value;
                },
                ex);
    }

    /** Division by zero and overflow give NULL, and a message. */
    private static Ex orNull(Ex ex, boolean told) {
        return Ex.of(
                ex.type(),
                env -> {
                    try {
                        return ex.eval(env);
                    } catch (SqlError e) {
                        if (e.number() != 8134 && e.number() != 8115) {
                            throw e;
                        }
                        if (told) {
                            env.undefined(e.number() == 8134);
                        }
                        return null;
                    }
                },
                ex);
    }

    /** Whether NULL equals NULL in a comparison: where one side is written as NULL or as a variable. */
    boolean nullsEqual(Comparison operator, Expr left, Expr right) {
        boolean equality = operator == Comparison.EQUAL || operator == Comparison.NOT_EQUAL;
        return equality && !options.isOn("ANSI_NULLS") && (mayBeNull(left) || mayBeNull(right));
    }

    private static boolean mayBeNull(Expr written) {
        return written instanceof Expr.Variable || (written instanceof Expr.Literal literal && literal.value() == null);
    }

    /** A comparison in which NULL is a value like others. */
    static Pred withNulls(Pred compare, Comparison operator, Ex left, Ex right) {
        Pred pred = new Pred() {
            @Override
            int test(Env env) {
                @Nullable Object a = left.eval(env);
                @Nullable Object b = right.eval(env);
                if (a != null && b != null) {
                    return compare.test(env);
                }
                boolean bothNull = a == null && b == null;
                return of(bothNull == (operator == Comparison.EQUAL));
            }
        };
        pred.dependsOn(compare.slots());
        return pred;
    }
}
