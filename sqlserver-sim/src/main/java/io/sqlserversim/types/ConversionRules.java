package io.sqlserversim.types;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.types.SqlType.Kind;

/** Which conversions there are, implicitly or only explicitly (the chart of Microsoft's CAST and CONVERT page). */
public final class ConversionRules {
    private enum Rule {
        IMPLICIT,
        EXPLICIT,
        NONE
    }

    private ConversionRules() {}

    /**
     * Checks an implicit conversion.
     *
     * @param from a type
     * @param to another
     * @throws SqlError 257 when only an explicit one exists, 206 when none does
     */
    public static void checkImplicit(SqlType from, SqlType to) {
        Rule rule = rule(from, to);
        if (rule == Rule.EXPLICIT) {
            throw new SqlError(
                    257,
                    16,
                    3,
                    "Implicit conversion from data type " + TypeNames.clashName(from) + " to " + TypeNames.clashName(to)
                            + " is not allowed. Use the CONVERT function to run this query.");
        }
        if (rule == Rule.NONE) {
            throw new SqlError(
                    206,
                    16,
                    2,
                    "Operand type clash: " + TypeNames.clashName(from) + " is incompatible with "
                            + TypeNames.clashName(to));
        }
    }

    /**
     * Checks an explicit conversion.
     *
     * @param from a type
     * @param to another
     * @throws SqlError 529 when there is none
     */
    public static void checkExplicit(SqlType from, SqlType to) {
        if (rule(from, to) == Rule.NONE) {
            throw new SqlError(
                    529,
                    16,
                    2,
                    "Explicit conversion from data type " + TypeNames.clashName(from) + " to " + TypeNames.clashName(to)
                            + " is not allowed.");
        }
    }

    private static Rule rule(SqlType from, SqlType to) {
        if (from.kind() == to.kind() || to.kind() == Kind.SQL_VARIANT) {
            boolean tooLong =
                    to.kind() == Kind.SQL_VARIANT && (from.length() == SqlType.MAX || from.kind() == Kind.XML);
            return tooLong ? Rule.NONE : Rule.IMPLICIT;
        }
        if (from.kind() == Kind.SQL_VARIANT) {
            return Rule.EXPLICIT;
        }
        if (SqlTypes.isText(from)) {
            return SqlTypes.isBinary(to) ? Rule.EXPLICIT : Rule.IMPLICIT;
        }
        if (from.kind() == Kind.XML) {
            return SqlTypes.isText(to) || SqlTypes.isBinary(to) ? Rule.EXPLICIT : Rule.NONE;
        }
        if (to.kind() == Kind.XML) {
            return SqlTypes.isBinary(from) ? Rule.IMPLICIT : Rule.NONE;
        }
        if (SqlTypes.isText(to)) {
            return Rule.IMPLICIT;
        }
        if (SqlTypes.isTemporal(from)) {
            return fromTemporal(from, to);
        }
        if (from.kind() == Kind.UNIQUEIDENTIFIER || to.kind() == Kind.UNIQUEIDENTIFIER) {
            return SqlTypes.isBinary(from) || SqlTypes.isBinary(to) ? Rule.IMPLICIT : Rule.NONE;
        }
        if (SqlTypes.isTemporal(to)) {
            boolean old = to.kind() == Kind.DATETIME || to.kind() == Kind.SMALLDATETIME;
            return old ? Rule.IMPLICIT : SqlTypes.isBinary(from) ? Rule.EXPLICIT : Rule.NONE;
        }
        boolean approximate = to.kind() == Kind.FLOAT || to.kind() == Kind.REAL;
        return SqlTypes.isBinary(from) && approximate ? Rule.NONE : Rule.IMPLICIT;
    }

    private static Rule fromTemporal(SqlType from, SqlType to) {
        if (SqlTypes.isTemporal(to)) {
            boolean disjoint = (from.kind() == Kind.DATE && to.kind() == Kind.TIME)
                    || (from.kind() == Kind.TIME && to.kind() == Kind.DATE);
            return disjoint ? Rule.NONE : Rule.IMPLICIT;
        }
        if (SqlTypes.isBinary(to)) {
            return Rule.EXPLICIT;
        }
        boolean old = from.kind() == Kind.DATETIME || from.kind() == Kind.SMALLDATETIME;
        return old && SqlTypes.isNumber(to) ? Rule.EXPLICIT : Rule.NONE;
    }
}
