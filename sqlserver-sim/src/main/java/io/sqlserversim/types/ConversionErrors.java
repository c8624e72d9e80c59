package io.sqlserversim.types;

import io.sqlserversim.engine.SqlError;

/** The messages of failed conversions. */
final class ConversionErrors {
    private ConversionErrors() {}

    static SqlError failed(String value, SqlType from, SqlType to) {
        return switch (to.kind()) {
            case BIT, TINYINT, SMALLINT, INT ->
                new SqlError(
                        245,
                        16,
                        1,
                        "Conversion failed when converting the " + TypeNames.name(from) + " value '" + value
                                + "' to data type " + TypeNames.name(to) + ".");
            case MONEY, SMALLMONEY ->
                new SqlError(235, 16, 0, "Cannot convert a char value to money. The char value has incorrect syntax.");
            case UNIQUEIDENTIFIER ->
                new SqlError(
                        8169,
                        16,
                        2,
                        "Conversion failed when converting from a character string to" + " uniqueidentifier.");
            default -> error(from, to);
        };
    }

    static SqlError error(SqlType from, SqlType to) {
        return new SqlError(
                8114, 16, 5, "Error converting data type " + TypeNames.name(from) + " to " + TypeNames.name(to) + ".");
    }

    static SqlError textOverflow(String value, SqlType from, SqlType to) {
        return switch (to.kind()) {
            case TINYINT, SMALLINT ->
                new SqlError(
                        244,
                        16,
                        to.kind() == SqlType.Kind.TINYINT ? 1 : 2,
                        "The conversion of the "
                                + TypeNames.name(from) + " value '" + value + "' overflowed an INT"
                                + (to.kind() == SqlType.Kind.TINYINT ? "1" : "2")
                                + " column. Use a larger integer column.");
            case INT ->
                new SqlError(
                        248,
                        16,
                        1,
                        "The conversion of the " + TypeNames.name(from) + " value '" + value
                                + "' overflowed an int column.");
            default -> overflow(to);
        };
    }

    static SqlError overflow(SqlType to) {
        int state = to.kind() == SqlType.Kind.DECIMAL ? 8 : 2;
        String what = to.kind() == SqlType.Kind.DECIMAL ? "numeric" : "expression";
        return new SqlError(
                8115,
                16,
                state,
                "Arithmetic overflow error converting " + what + " to data type " + TypeNames.name(to) + ".");
    }

    static SqlError smallOverflow(SqlType to, String value) {
        return new SqlError(
                220,
                16,
                2,
                "Arithmetic overflow error for data type " + TypeNames.name(to) + ", value = " + value + ".");
    }

    static SqlError floatOverflow(SqlType to, double value) {
        return new SqlError(
                232,
                16,
                3,
                "Arithmetic overflow error for type " + TypeNames.name(to) + ", value = "
                        + String.format(java.util.Locale.ROOT, "%f", value) + ".");
    }

    static SqlError badDate() {
        return new SqlError(241, 16, 1, "Conversion failed when converting date and/or time from character string.");
    }

    static SqlError dateOutOfRange(SqlType from, SqlType to) {
        return new SqlError(
                242,
                16,
                3,
                "The conversion of a " + TypeNames.name(from) + " data type to a " + TypeNames.name(to)
                        + " data type resulted in an out-of-range value.");
    }
}
