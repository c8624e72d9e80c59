package io.sqlserversim.engine;

import io.sqlserversim.types.ConversionRules;
import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.SqlTypes;
import java.util.List;

/** Brings expressions to a type, implicitly. */
final class Coercion {
    private Coercion() {}

    static boolean isNullLiteral(Ex ex) {
        return ex instanceof Ex.Constant constant && constant.isBareNull();
    }

    static Ex to(Ex ex, SqlType type) {
        if (ex.type().equals(type)) {
            return ex;
        }
        if (isNullLiteral(ex)) {
            return new Ex.Constant(type, null);
        }
        ConversionRules.checkImplicit(ex.type(), type);
        return converted(ex, type);
    }

    /** A conversion whose rule has been checked; of a constant it is done here, unless it fails. */
    static Ex converted(Ex ex, SqlType type) {
        if (ex instanceof Ex.Constant constant) {
            Object value = constant.value();
            if (value == null) {
                return new Ex.Constant(type, null);
            }
            try {
                return new Ex.Constant(type, Conversions.convert(value, ex.type(), type));
            } catch (SqlError e) {
                return new Ex.Converted(ex, type); // fails when, and only when, it is evaluated
            }
        }
        return new Ex.Converted(ex, type);
    }

    /** The type that several values meet in; NULL constants have no say. */
    static SqlType common(List<Ex> values) {
        SqlType common = null;
        for (Ex value : values) {
            if (!isNullLiteral(value)) {
                common = common == null ? value.type() : SqlTypes.common(common, value.type());
            }
        }
        return common == null ? SqlType.INT : Collations.of(common, values, "CASE");
    }

    /** The type in which two values are compared. */
    static SqlType comparable(Ex left, Ex right, String operator) {
        SqlType a = left.type();
        SqlType b = right.type();
        if (isNullLiteral(left)) {
            return b;
        }
        if (isNullLiteral(right)) {
            return a;
        }
        return Collations.of(comparable(a, b, operator), List.of(left, right), operator);
    }

    /** The type in which values of two types are compared. */
    static SqlType comparable(SqlType a, SqlType b, String operator) {
        if (a.kind() == Kind.XML || b.kind() == Kind.XML) {
            throw Errors.incompatible(a, b, operator);
        }
        SqlType common = SqlTypes.common(a, b);
        ConversionRules.checkImplicit(a, common);
        ConversionRules.checkImplicit(b, common);
        return common;
    }

    /** As {@link #to}, but leaves a value alone that compares with the type as it is. */
    static Ex forComparison(Ex ex, SqlType type) {
        boolean sameClass = (SqlTypes.isText(ex.type()) && SqlTypes.isText(type))
                || (SqlTypes.isBinary(ex.type()) && SqlTypes.isBinary(type))
                || (ex.type().kind() == Kind.DECIMAL && type.kind() == Kind.DECIMAL)
                || (ex.type().kind() == type.kind())
                || (isInt(ex.type()) && isInt(type));
        return SqlTypes.isText(ex.type()) && SqlTypes.isText(type)
                ? Collations.as(ex, type.collation())
                : sameClass ? ex : to(ex, type);
    }

    private static boolean isInt(SqlType type) {
        return type.kind() == Kind.INT || type.kind() == Kind.SMALLINT || type.kind() == Kind.TINYINT;
    }
}
