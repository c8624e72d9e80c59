package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr.Operator;
import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.SqlTypes;
import io.sqlserversim.types.TypeNames;

/** Plus and minus with datetime, which counts days; the newer types have none of it. */
final class TemporalArithmetic {
    private TemporalArithmetic() {}

    static Ex bind(Operator operator, Ex left, Ex right) {
        SqlType l = left.type();
        SqlType r = right.type();
        if (operator != Operator.ADD && operator != Operator.SUBTRACT) {
            throw isOld(l) || isOld(r)
                    ? Errors.incompatible(l, r, operator.title())
                    : Errors.badOperand(SqlTypes.isTemporal(l) ? l : r, operator.title());
        }
        boolean newer = (SqlTypes.isTemporal(l) && !isOld(l)) || (SqlTypes.isTemporal(r) && !isOld(r));
        if (newer) {
            if (SqlTypes.isTemporal(l) && SqlTypes.isTemporal(r)) {
                throw l.kind() == r.kind()
                        ? Errors.badOperand(l, operator.title())
                        : Errors.incompatible(l, r, operator.title());
            }
            throw new SqlError(
                    206,
                    16,
                    2,
                    "Operand type clash: " + TypeNames.clashName(l) + " is incompatible with "
                            + TypeNames.clashName(r));
        }
        Ex a = Coercion.to(left, SqlType.DATETIME);
        Ex b = Coercion.to(right, SqlType.DATETIME);
        return Ex.of(
                SqlType.DATETIME,
                env -> {
                    Object x = a.eval(env);
                    Object y = b.eval(env);
                    if (x == null || y == null) {
                        return null;
                    }
                    double first = (Double) Conversions.convert(x, SqlType.DATETIME, SqlType.FLOAT);
                    double second = (Double) Conversions.convert(y, SqlType.DATETIME, SqlType.FLOAT);
                    double days = operator == Operator.ADD ? first + second : first - second;
                    return Conversions.convert(days, SqlType.FLOAT, SqlType.DATETIME);
                },
                a,
                b);
    }

    private static boolean isOld(SqlType type) {
        return type.kind() == Kind.DATETIME || type.kind() == Kind.SMALLDATETIME;
    }
}
