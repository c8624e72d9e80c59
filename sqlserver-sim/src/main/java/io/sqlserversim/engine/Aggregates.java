package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.SqlTypes;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Aggregate functions: their types, and what makes their accumulators. */
final class Aggregates {
    /** A bound aggregate. */
    record Bound(Accumulator.Factory factory, SqlType type) {}

    private static final Set<String> NAMES = Set.of(
            "COUNT",
            "COUNT_BIG",
            "SUM",
            "MIN",
            "MAX",
            "AVG",
            "STRING_AGG",
            "STDEV",
            "STDEVP",
            "VAR",
            "VARP",
            "CHECKSUM_AGG",
            "APPROX_COUNT_DISTINCT");

    private Aggregates() {}

    static boolean isAggregate(String name) {
        return NAMES.contains(name.toUpperCase(Locale.ROOT));
    }

    static Bound bind(Expr.Call call, ExprBinder binder) {
        String name = call.name().getLast().toUpperCase(Locale.ROOT);
        if (call.star()) {
            if (!name.startsWith("COUNT")) {
                throw new SqlError(102, 15, 1, "Incorrect syntax near '*'.");
            }
            SqlType type = name.equals("COUNT") ? SqlType.INT : SqlType.BIGINT;
            return new Bound(() -> new Accumulators.Count(null, type), type);
        }
        int wanted = name.equals("STRING_AGG") ? 2 : 1;
        if (call.arguments().size() != wanted) {
            throw Errors.arity(name.toLowerCase(Locale.ROOT), wanted);
        }
        if (!Functions.isKnown(name, binder.statement().functions())) {
            throw Errors.notAFunction(call.name().getLast());
        }
        List<Ex> arguments = binder.bindAll(call.arguments());
        Ex argument = arguments.getFirst();
        if (name.equals("STRING_AGG")) {
            return StringAgg.bind(argument, arguments.get(1), call.withinGroup(), binder);
        }
        Bound bound = bind(name, argument);
        if (!call.distinct() && !name.startsWith("APPROX_")) {
            return bound;
        }
        return new Bound(
                () -> new Accumulators.Distinct(argument, bound.factory().create()), bound.type());
    }

    private static Bound bind(String name, Ex argument) {
        SqlType type = argument.type();
        return switch (name) {
            case "COUNT" -> new Bound(() -> new Accumulators.Count(argument, SqlType.INT), SqlType.INT);
            case "COUNT_BIG", "APPROX_COUNT_DISTINCT" ->
                new Bound(() -> new Accumulators.Count(argument, SqlType.BIGINT), SqlType.BIGINT);
            case "MIN", "MAX" -> {
                if (type.kind() == Kind.BIT || type.kind() == Kind.XML) {
                    throw Errors.badOperand(type, name.toLowerCase(Locale.ROOT));
                }
                boolean max = name.equals("MAX");
                yield new Bound(() -> new Accumulators.Extreme(argument, max), type);
            }
            case "SUM" -> sum(argument);
            case "AVG" -> average(argument);
            case "CHECKSUM_AGG" -> {
                Ex whole = Coercion.to(argument, SqlType.INT);
                yield new Bound(() -> new Accumulators.Checksum(whole), SqlType.INT);
            }
            default -> {
                number(type, name);
                Ex value = Coercion.to(argument, SqlType.FLOAT);
                yield new Bound(() -> new Accumulators.Deviation(value, name), SqlType.FLOAT);
            }
        };
    }

    private static void number(SqlType type, String name) {
        if (!SqlTypes.isNumber(type) || type.kind() == Kind.BIT) {
            throw Errors.badOperand(type, name.toLowerCase(Locale.ROOT));
        }
    }

    private static Bound sum(Ex argument) {
        SqlType type = argument.type();
        number(type, "SUM");
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT -> {
                SqlType result = type.kind() == Kind.BIGINT ? SqlType.BIGINT : SqlType.INT;
                Ex value = Coercion.to(argument, SqlType.BIGINT);
                yield new Bound(() -> new Accumulators.WholeSum(value, result, false), result);
            }
            case REAL, FLOAT -> {
                Ex value = Coercion.to(argument, SqlType.FLOAT);
                yield new Bound(() -> new Accumulators.FloatSum(value, false), SqlType.FLOAT);
            }
            default -> {
                SqlType result = isMoney(type) ? SqlTypes.MONEY : SqlType.decimal(38, type.scale());
                yield new Bound(() -> new Accumulators.DecimalSum(argument, result, false), result);
            }
        };
    }

    private static Bound average(Ex argument) {
        SqlType type = argument.type();
        number(type, "AVG");
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT -> {
                SqlType result = type.kind() == Kind.BIGINT ? SqlType.BIGINT : SqlType.INT;
                Ex value = Coercion.to(argument, SqlType.BIGINT);
                yield new Bound(() -> new Accumulators.WholeSum(value, result, true), result);
            }
            case REAL, FLOAT -> {
                Ex value = Coercion.to(argument, SqlType.FLOAT);
                yield new Bound(() -> new Accumulators.FloatSum(value, true), SqlType.FLOAT);
            }
            default -> {
                SqlType result = isMoney(type) ? SqlTypes.MONEY : SqlType.decimal(38, Math.max(type.scale(), 6));
                yield new Bound(() -> new Accumulators.DecimalSum(argument, result, true), result);
            }
        };
    }

    private static boolean isMoney(SqlType type) {
        return type.kind() == Kind.MONEY || type.kind() == Kind.SMALLMONEY;
    }
}
