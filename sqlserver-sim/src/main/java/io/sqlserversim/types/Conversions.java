package io.sqlserversim.types;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.types.SqlType.Kind;

/** Converts values between types, as CAST, CONVERT and implicit conversion do. */
public final class Conversions {
    /** No style given. */
    public static final int NO_STYLE = Integer.MIN_VALUE;

    private Conversions() {}

    /**
     * Converts a value.
     *
     * @param value not null
     * @param from its type
     * @param to the wanted type; the pair must be {@link ConversionRules allowed}
     * @return the value as the wanted type's class
     * @throws SqlError 245, 8114, 8115, 220, 241, 242, ... when it cannot be
     */
    public static Object convert(Object value, SqlType from, SqlType to) {
        return convert(value, from, to, NO_STYLE);
    }

    /**
     * Converts a value by a style of CONVERT.
     *
     * @param value not null
     * @param from its type
     * @param to the wanted type; the pair must be {@link ConversionRules allowed}
     * @param style the style, or {@link #NO_STYLE}
     * @return the value as the wanted type's class
     * @throws SqlError 245, 8114, 8115, 220, 241, 242, ... when it cannot be
     */
    public static Object convert(Object value, SqlType from, SqlType to, int style) {
        if (from.equals(to) && style == NO_STYLE) {
            return value;
        }
        if (from.kind() == Kind.SQL_VARIANT && to.kind() != Kind.SQL_VARIANT) {
            Variant variant = (Variant) value;
            ConversionRules.checkExplicit(variant.type(), to);
            return convert(variant.value(), variant.type(), to, style);
        }
        return switch (to.kind()) {
            case BIT, TINYINT, SMALLINT, INT, BIGINT, REAL, FLOAT, DECIMAL, MONEY, SMALLMONEY ->
                ToNumber.convert(value, from, to);
            case DATE, TIME, DATETIME, SMALLDATETIME, DATETIME2, DATETIMEOFFSET ->
                ToTemporal.convert(value, from, to, style);
            case CHAR, VARCHAR, NCHAR, NVARCHAR -> ToText.convert(value, from, to, style);
            case XML -> ToText.convert(value, from, SqlType.nvarchar(SqlType.MAX), style);
            case BINARY, VARBINARY -> ToBinary.convert(value, from, to, style);
            case UNIQUEIDENTIFIER -> ToBinary.guid(value, from, to);
            case SQL_VARIANT -> value instanceof Variant ? value : new Variant(from, value);
        };
    }
}
