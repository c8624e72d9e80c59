package io.sqlserversim.engine;

import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.SqlTypes;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions of numbers. */
final class MathFunctions {
    private MathFunctions() {}

    static void register(Map<String, Functions.Binder> into) {
        into.put("ISNUMERIC", args -> isNumeric(args.exactly(1)));
        into.put("ABS", args -> abs(args.exactly(1)));
        into.put("SIGN", args -> sign(args.exactly(1)));
        into.put("ROUND", args -> round(args.between(2, 3)));
        into.put("FLOOR", args -> whole(args.exactly(1), RoundingMode.FLOOR));
        into.put("CEILING", args -> whole(args.exactly(1), RoundingMode.CEILING));
        into.put("SQRT", args -> floating(args, value -> value < 0 ? Double.NaN : Math.sqrt(value)));
        into.put("SQUARE", args -> floating(args, value -> value * value));
        into.put("EXP", args -> floating(args, Math::exp));
        into.put("LOG10", args -> floating(args, value -> value <= 0 ? Double.NaN : Math.log10(value)));
        into.put("LOG", args -> log(args.between(1, 2)));
        into.put("POWER", args -> power(args.exactly(2)));
        into.put("PI", args -> new Ex.Constant(SqlType.FLOAT, checked(args.exactly(0), Math.PI)));
    }

    private static double checked(CallArgs args, double value) {
        return args.count() == 0 ? value : 0;
    }

    private static double valid(double value) {
        if (Double.isNaN(value)) {
            throw new SqlError(3623, 16, 1, "An invalid floating point operation occurred.");
        }
        if (Double.isInfinite(value)) {
            throw Errors.overflow(SqlType.FLOAT);
        }
        return value;
    }

    private static double number(@Nullable Object value) {
        return value instanceof Double d ? d : 0;
    }

    private static Ex floating(CallArgs args, DoubleUnaryOperator body) {
        return CallArgs.strict(
                SqlType.FLOAT,
                v -> valid(body.applyAsDouble(number(v[0]))),
                args.exactly(1).floating(0));
    }

    private static Ex log(CallArgs args) {
        if (args.count() == 1) {
            return floating(args, value -> value <= 0 ? Double.NaN : Math.log(value));
        }
        return CallArgs.strict(
                SqlType.FLOAT,
                v -> valid(number(v[0]) <= 0 ? Double.NaN : Math.log(number(v[0])) / Math.log(number(v[1]))),
                args.floating(0),
                args.floating(1));
    }

    /** The type that rounding functions work in: text counts as float, small integers as int. */
    private static Ex operand(CallArgs args) {
        Ex value = args.get(0);
        return switch (value.type().kind()) {
            case TINYINT, SMALLINT -> Coercion.to(value, SqlType.INT);
            case INT, BIGINT, DECIMAL, MONEY, FLOAT -> value;
            case SMALLMONEY -> Coercion.to(value, SqlTypes.MONEY);
            case BIT, REAL, CHAR, VARCHAR, NCHAR, NVARCHAR -> Coercion.to(value, SqlType.FLOAT);
            default -> throw Errors.badArgument(value.type(), 1, args.name());
        };
    }

    private static Ex abs(CallArgs args) {
        Ex value = operand(args);
        SqlType type = value.type();
        return CallArgs.strict(
                type,
                v -> switch (v[0]) {
                    case Integer i -> Arithmetic.box(type, Math.abs((long) i));
                    case Long l -> {
                        if (l == Long.MIN_VALUE) {
                            throw Errors.overflow(type);
                        }
                        yield Math.abs(l);
                    }
                    case BigDecimal d -> d.abs();
                    case Double d -> Math.abs(d);
                    case null -> null;
                    default -> null;
                },
                value);
    }

    private static Ex sign(CallArgs args) {
        Ex value = operand(args);
        SqlType type = value.type();
        return CallArgs.strict(
                type,
                v -> switch (v[0]) {
                    case Integer i -> Integer.signum(i);
                    case Long l -> (long) Long.signum(l);
                    case BigDecimal d -> Conversions.convert(d.signum(), SqlType.INT, type);
                    case Double d -> Math.signum(d);
                    case null -> null;
                    default -> null;
                },
                value);
    }

    private static Ex whole(CallArgs args, RoundingMode mode) {
        Ex value = operand(args);
        SqlType type = value.type();
        SqlType result = type.kind() == Kind.DECIMAL ? SqlType.decimal(type.precision(), 0) : type;
        return CallArgs.strict(
                result,
                v -> switch (v[0]) {
                    case BigDecimal d -> d.setScale(0, mode).setScale(result.kind() == Kind.DECIMAL ? 0 : 4);
                    case Double d -> mode == RoundingMode.FLOOR ? Math.floor(d) : Math.ceil(d);
                    case null -> null;
                    case Object o -> o;
                },
                value);
    }

    private static Ex round(CallArgs args) {
        Ex value = operand(args);
        Ex truncate = args.count() > 2 ? args.integer(2) : new Ex.Constant(SqlType.INT, 0);
        SqlType type = value.type();
        return CallArgs.strict(
                type,
                v -> {
                    int digits = v[1] instanceof Integer i ? i : 0;
                    boolean cut = v[2] instanceof Integer i && i != 0;
                    RoundingMode mode = cut ? RoundingMode.DOWN : RoundingMode.HALF_UP;
                    return switch (v[0]) {
                        case Integer i ->
                            Arithmetic.box(
                                    type,
                                    rounded(BigDecimal.valueOf(i), digits, mode).longValue());
                        case Long l ->
                            rounded(BigDecimal.valueOf(l), digits, mode).longValueExact();
                        case BigDecimal d ->
                            Conversions.convert(
                                    rounded(d, Math.min(digits, d.scale()), mode),
                                    SqlType.decimal(38, d.scale()),
                                    type);
                        case Double d ->
                            rounded(new BigDecimal(Double.toString(d)), Math.min(digits, 300), mode)
                                    .doubleValue();
                        case null -> null;
                        default -> null;
                    };
                },
                value,
                args.integer(1),
                truncate);
    }

    private static BigDecimal rounded(BigDecimal value, int digits, RoundingMode mode) {
        return digits >= value.scale() ? value : value.setScale(digits, mode);
    }

    /** The result has the first argument's type. */
    private static Ex power(CallArgs args) {
        Ex value = operand(args);
        SqlType type = value.type();
        return CallArgs.strict(
                type,
                v -> {
                    double result = valid(Math.pow(number(v[0]), number(v[1])));
                    return Conversions.convert(result, SqlType.FLOAT, type);
                },
                args.floating(0),
                args.floating(1));
    }

    /** Whether a value becomes float, decimal or money. */
    private static Ex isNumeric(CallArgs args) {
        Ex value = args.get(0);
        return Ex.of(
                SqlType.INT,
                env -> {
                    Object given = value.eval(env);
                    if (given == null || SqlTypes.isTemporal(value.type())) {
                        return 0;
                    }
                    boolean converts = List.of(SqlType.FLOAT, SqlType.decimal(38, 0), SqlTypes.MONEY).stream()
                            .anyMatch(type -> converts(given, value.type(), type));
                    return converts && !String.valueOf(given).isBlank() ? 1 : 0;
                },
                value);
    }

    private static boolean converts(Object value, SqlType from, SqlType to) {
        try {
            Conversions.convert(value, from, to);
            return true;
        } catch (SqlError e) {
            return false;
        }
    }
}
