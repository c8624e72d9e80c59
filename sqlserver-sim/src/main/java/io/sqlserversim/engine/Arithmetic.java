package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr.Operator;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.SqlTypes;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Operators with two operands: their result types and their values. */
final class Arithmetic {
    private Arithmetic() {}

    static Ex bind(Operator operator, Ex left, Ex right) {
        Ex a = typed(left, right);
        Ex b = typed(right, left);
        SqlType l = a.type();
        SqlType r = b.type();
        boolean add = operator == Operator.ADD;
        if (SqlTypes.isText(l) && SqlTypes.isText(r)) {
            if (!add) {
                throw Errors.incompatible(l, r, operator.title());
            }
            return Concatenation.text(a, b);
        }
        if (add && SqlTypes.isBinary(l) && SqlTypes.isBinary(r)) {
            return Concatenation.bytes(a, b);
        }
        boolean temporal = SqlTypes.isTemporal(l) || SqlTypes.isTemporal(r);
        if (temporal) {
            return TemporalArithmetic.bind(operator, a, b);
        }
        return switch (operator) {
            case AND, OR, XOR -> bitwise(operator, a, b);
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO -> numeric(operator, a, b);
        };
    }

    /** NULL takes the other side's type. */
    private static Ex typed(Ex ex, Ex other) {
        return Coercion.isNullLiteral(ex) && !Coercion.isNullLiteral(other) ? new Ex.Constant(other.type(), null) : ex;
    }

    private static Ex bitwise(Operator operator, Ex left, Ex right) {
        SqlType type = SqlTypes.isBinary(left.type()) ? right.type() : left.type();
        if (!SqlTypes.isBinary(left.type()) && !SqlTypes.isBinary(right.type())) {
            type = SqlTypes.common(left.type(), right.type());
        }
        if (!SqlTypes.isInteger(type) && type.kind() != Kind.BIT) {
            throw Errors.incompatible(left.type(), right.type(), operator.title());
        }
        Ex a = Coercion.to(left, SqlType.BIGINT);
        Ex b = Coercion.to(right, SqlType.BIGINT);
        SqlType result = type;
        return Ex.of(
                result,
                env -> {
                    Object x = a.eval(env);
                    Object y = b.eval(env);
                    if (x == null || y == null) {
                        return null;
                    }
                    long bits = switch (operator) {
                        case AND -> (Long) x & (Long) y;
                        case OR -> (Long) x | (Long) y;
                        default -> (Long) x ^ (Long) y;
                    };
                    return box(result, bits);
                },
                a,
                b);
    }

    private static Ex numeric(Operator operator, Ex left, Ex right) {
        SqlType l = left.type();
        SqlType r = right.type();
        if (!SqlTypes.isNumber(l) && !SqlTypes.isNumber(r)) {
            if (l.kind() == r.kind()) {
                throw Errors.badOperand(l, operator.title());
            }
            throw Errors.incompatible(l, r, operator.title());
        }
        SqlType common = SqlTypes.common(l, r);
        if (!SqlTypes.isNumber(common)) {
            throw Errors.incompatible(l, r, operator.title());
        }
        if (common.kind() == Kind.BIT) {
            throw Errors.incompatible(l, r, operator.title());
        }
        return switch (common.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT -> integers(operator, left, right, common);
            case REAL, FLOAT -> floats(operator, left, right, common);
            default -> decimals(operator, left, right, common);
        };
    }

    private static Ex integers(Operator operator, Ex left, Ex right, SqlType type) {
        Ex a = Coercion.to(textAs(left, type), SqlType.BIGINT);
        Ex b = Coercion.to(textAs(right, type), SqlType.BIGINT);
        return Ex.of(
                type,
                env -> {
                    Object x = a.eval(env);
                    Object y = b.eval(env);
                    return x == null || y == null ? null : whole(operator, (Long) x, (Long) y, type);
                },
                a,
                b);
    }

    /** Text becomes the type of the other side, and fails as that. */
    private static Ex textAs(Ex ex, SqlType type) {
        return SqlTypes.isText(ex.type()) ? Coercion.to(ex, type) : ex;
    }

    private static Object whole(Operator operator, long x, long y, SqlType type) {
        try {
            long result = switch (operator) {
                case ADD -> Math.addExact(x, y);
                case SUBTRACT -> Math.subtractExact(x, y);
                case MULTIPLY -> Math.multiplyExact(x, y);
                case DIVIDE -> {
                    if (y == 0) {
                        throw Errors.divideByZero();
                    }
                    yield Math.divideExact(x, y);
                }
                default -> {
                    if (y == 0) {
                        throw Errors.divideByZero();
                    }
                    yield x % y;
                }
            };
            return box(type, result);
        } catch (ArithmeticException e) {
            throw Errors.overflow(type);
        }
    }

    static Object box(SqlType type, long value) {
        return switch (type.kind()) {
            case BIT -> value != 0;
            case TINYINT -> small(type, value, 0, 255);
            case SMALLINT -> small(type, value, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> small(type, value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            default -> value;
        };
    }

    private static Object small(SqlType type, long value, long low, long high) {
        if (value < low || value > high) {
            throw Errors.overflow(type);
        }
        return (int) value;
    }

    private static Ex floats(Operator operator, Ex left, Ex right, SqlType type) {
        if (operator == Operator.MODULO) {
            throw Errors.incompatible(left.type(), right.type(), operator.title());
        }
        Ex a = Coercion.to(left, SqlType.FLOAT);
        Ex b = Coercion.to(right, SqlType.FLOAT);
        return Ex.of(
                type,
                env -> {
                    Object x = a.eval(env);
                    Object y = b.eval(env);
                    return x == null || y == null ? null : floating(operator, (Double) x, (Double) y, type);
                },
                a,
                b);
    }

    private static Object floating(Operator operator, double x, double y, SqlType type) {
        if (operator == Operator.DIVIDE && y == 0) {
            throw Errors.divideByZero();
        }
        double result = switch (operator) {
            case ADD -> x + y;
            case SUBTRACT -> x - y;
            case MULTIPLY -> x * y;
            default -> x / y;
        };
        if (Double.isInfinite(result) || Double.isNaN(result)) {
            throw Errors.overflow(type);
        }
        return type.kind() == Kind.REAL ? (Object) (float) result : (Object) result;
    }

    private static Ex decimals(Operator operator, Ex left, Ex right, SqlType common) {
        boolean money = common.kind() == Kind.MONEY || common.kind() == Kind.SMALLMONEY;
        boolean leftNumber = SqlTypes.isNumber(left.type());
        boolean rightNumber = SqlTypes.isNumber(right.type());
        SqlType l = leftNumber ? DecimalRules.of(left) : DecimalRules.of(right); // text becomes what stands beside it
        SqlType r = rightNumber ? DecimalRules.of(right) : DecimalRules.of(left);
        SqlType type = money ? SqlTypes.MONEY : DecimalRules.result(operator, l, r);
        Ex a = Coercion.to(left, l);
        Ex b = Coercion.to(right, r);
        return Ex.of(
                type,
                env -> {
                    Object x = a.eval(env);
                    Object y = b.eval(env);
                    return x == null || y == null
                            ? null
                            : decimal(operator, (BigDecimal) x, (BigDecimal) y, type, money ? 4 : type.scale());
                },
                a,
                b);
    }

    private static @Nullable Object decimal(Operator operator, BigDecimal x, BigDecimal y, SqlType type, int scale) {
        boolean divides = operator == Operator.DIVIDE || operator == Operator.MODULO;
        if (divides && y.signum() == 0) {
            throw Errors.divideByZero();
        }
        BigDecimal result = switch (operator) {
            case ADD -> x.add(y);
            case SUBTRACT -> x.subtract(y);
            case MULTIPLY -> x.multiply(y);
            case DIVIDE -> x.divide(y, scale, RoundingMode.DOWN); // digits beyond the scale are cut
            default -> x.remainder(y);
        };
        BigDecimal scaled = result.setScale(scale, RoundingMode.HALF_UP);
        int precision = type.kind() == Kind.DECIMAL ? type.precision() : 19;
        if (scaled.signum() != 0 && scaled.precision() > precision) {
            throw new SqlError(
                    8115,
                    16,
                    2,
                    "Arithmetic overflow error converting expression to data type "
                            + io.sqlserversim.types.TypeNames.name(type) + ".");
        }
        return scaled;
    }
}
