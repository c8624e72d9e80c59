package io.sqlserversim.engine;

import io.sqlserversim.sql.Condition.Comparison;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.Values;
import java.util.List;
import java.util.Map;

/** ISNULL, COALESCE, NULLIF. */
final class NullFunctions {
    private NullFunctions() {}

    static void register(Map<String, Functions.Binder> into) {
        into.put("ISNULL", args -> isNull(args.exactly(2)));
        into.put("COALESCE", NullFunctions::coalesce);
        into.put("CHOOSE", NullFunctions::choose);
        into.put("GREATEST", args -> extreme(args.between(1, 254), true));
        into.put("LEAST", args -> extreme(args.between(1, 254), false));
        into.put("NULLIF", args -> nullIf(args.exactly(2)));
    }

    /** The first argument's type decides. */
    private static Ex isNull(CallArgs args) {
        Ex value = args.get(0);
        SqlType type = Coercion.isNullLiteral(value) ? args.get(1).type() : value.type();
        Ex instead = Coercion.to(args.get(1), type);
        return new Ex(type, value, instead) {
            @Override
            @org.jspecify.annotations.Nullable
            Object eval(Env env) {
                Object first = value.eval(env);
                return first != null ? first : instead.eval(env);
            }

            @Override
            boolean nullable() {
                return value.nullable() && instead.nullable();
            }
        };
    }

    private static Ex coalesce(CallArgs args) {
        if (args.count() < 2) {
            throw new SqlError(102, 15, 1, "Incorrect syntax near ')'.");
        }
        if (args.all().stream().allMatch(Coercion::isNullLiteral)) {
            throw new SqlError(
                    4127,
                    16,
                    1,
                    "At least one of the arguments to COALESCE must be an expression that is not"
                            + " the NULL constant.");
        }
        SqlType type = Coercion.common(args.all());
        List<Ex> values =
                args.all().stream().map(value -> Coercion.to(value, type)).toList();
        return Ex.of(
                type,
                env -> {
                    for (Ex value : values) {
                        Object result = value.eval(env);
                        if (result != null) {
                            return result;
                        }
                    }
                    return null;
                },
                values.toArray(new Ex[0]));
    }

    private static Ex choose(CallArgs args) {
        args.between(2, 255);
        Ex index = args.integer(0);
        List<Ex> given = args.all().subList(1, args.count());
        SqlType type = Coercion.common(given);
        List<Ex> values = given.stream().map(value -> Coercion.to(value, type)).toList();
        return Ex.of(
                type,
                env -> index.eval(env) instanceof Integer i && i >= 1 && i <= values.size()
                        ? values.get(i - 1).eval(env)
                        : null,
                args.all().toArray(new Ex[0]));
    }

    /** NULL is passed over. */
    private static Ex extreme(CallArgs args, boolean greatest) {
        SqlType type = Coercion.common(args.all());
        List<Ex> values =
                args.all().stream().map(value -> Coercion.to(value, type)).toList();
        return Ex.of(
                type,
                env -> {
                    Object best = null;
                    for (Ex value : values) {
                        Object next = value.eval(env);
                        boolean better =
                                next != null && (best == null || Values.compare(type, next, best) > 0 == greatest);
                        best = better ? next : best;
                    }
                    return best;
                },
                values.toArray(new Ex[0]));
    }

    private static Ex nullIf(CallArgs args) {
        Ex first = args.get(0);
        if (Coercion.isNullLiteral(first)) {
            throw new SqlError(
                    4151,
                    16,
                    1,
                    "The type of the first argument to NULLIF cannot be the NULL constant because"
                            + " the type of the first argument has to be known.");
        }
        Pred same = ConditionBinder.compare(Comparison.EQUAL, first, args.get(1));
        return Ex.of(first.type(), env -> same.test(env) == Pred.TRUE ? null : first.eval(env), first, args.get(1));
    }
}
