package io.sqlserversim.types;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.types.SqlType.Kind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Names of types as T-SQL writes them. */
public final class TypeNames {
    private TypeNames() {}

    /**
     * Finds a type.
     *
     * @param name as written
     * @param first length or precision, {@link SqlType#MAX} for MAX; null when absent
     * @param second scale; null when absent
     * @param defaultLength the length of character and binary types without one: 1 in a declaration, 30 in CAST
     * @return the type
     * @throws SqlError 243 when there is none of this name; 131, 1002, 2750 when its numbers are wrong
     */
    public static SqlType resolve(String name, @Nullable Integer first, @Nullable Integer second, int defaultLength) {
        String lower = name.toLowerCase(Locale.ROOT);
        return switch (lower) {
            case "bit" -> plain(lower, Kind.BIT, first);
            case "tinyint" -> plain(lower, Kind.TINYINT, first);
            case "smallint" -> plain(lower, Kind.SMALLINT, first);
            case "int", "integer" -> plain(lower, Kind.INT, first);
            case "bigint" -> plain(lower, Kind.BIGINT, first);
            case "real" -> plain(lower, Kind.REAL, first);
            case "float" -> first != null && first <= 24 ? SqlTypes.REAL : SqlType.FLOAT;
            case "decimal", "dec", "numeric" -> decimal(first == null ? 18 : first, second == null ? 0 : second);
            case "money" -> plain(lower, Kind.MONEY, first);
            case "smallmoney" -> plain(lower, Kind.SMALLMONEY, first);
            case "date" -> plain(lower, Kind.DATE, first);
            case "datetime" -> plain(lower, Kind.DATETIME, first);
            case "smalldatetime" -> plain(lower, Kind.SMALLDATETIME, first);
            case "time" -> fractional(Kind.TIME, first);
            case "datetime2" -> fractional(Kind.DATETIME2, first);
            case "datetimeoffset" -> fractional(Kind.DATETIMEOFFSET, first);
            case "uniqueidentifier" -> plain(lower, Kind.UNIQUEIDENTIFIER, first);
            case "binary" -> sized(lower, Kind.BINARY, first, defaultLength, 8000, false);
            case "varbinary" -> sized(lower, Kind.VARBINARY, first, defaultLength, 8000, true);
            case "char", "character" -> sized(lower, Kind.CHAR, first, defaultLength, 8000, false);
            case "varchar" -> sized(lower, Kind.VARCHAR, first, defaultLength, 8000, true);
            case "nchar" -> sized(lower, Kind.NCHAR, first, defaultLength, 4000, false);
            case "nvarchar" -> sized(lower, Kind.NVARCHAR, first, defaultLength, 4000, true);
            case "sysname" -> SqlType.SYSNAME;
            case "xml" -> plain(lower, Kind.XML, first);
            case "sql_variant" -> plain(lower, Kind.SQL_VARIANT, first);
            default -> throw new SqlError(243, 16, 1, "Type " + name + " is not a defined system type.");
        };
    }

    private static SqlType plain(String name, Kind kind, @Nullable Integer first) {
        if (first != null) {
            throw new SqlError(
                    2716,
                    16,
                    1,
                    "Column, parameter, or variable #1: Cannot specify a column width on data type " + name + ".");
        }
        return new SqlType(kind, 0, 0, 0);
    }

    private static SqlType decimal(int precision, int scale) {
        if (precision > 38) {
            throw new SqlError(
                    2750,
                    16,
                    1,
                    "Column or parameter #1: Specified column precision " + precision
                            + " is greater than the maximum precision of 38.");
        }
        if (scale > precision) {
            throw new SqlError(192, 15, 1, "The scale must be less than or equal to the precision.");
        }
        return SqlType.decimal(Math.max(1, precision), scale);
    }

    private static SqlType fractional(Kind kind, @Nullable Integer scale) {
        int digits = scale == null ? 7 : scale;
        if (digits > 7 || digits < 0) {
            throw new SqlError(1002, 16, 1, "Line 1: Specified scale " + digits + " is invalid.");
        }
        return new SqlType(kind, 0, 0, digits);
    }

    private static SqlType sized(
            String name, Kind kind, @Nullable Integer first, int defaultLength, int most, boolean maxAllowed) {
        int length = first == null ? defaultLength : first;
        if (length == 0) {
            throw new SqlError(1001, 15, 1, "Line 1: Length or precision specification 0 is invalid.");
        }
        if (length > most || (length == SqlType.MAX && !maxAllowed)) {
            throw new SqlError(
                    131,
                    15,
                    3,
                    "The size (" + length + ") given to the type '" + name
                            + "' exceeds the maximum allowed for any data type (8000).");
        }
        return new SqlType(kind, length, 0, 0);
    }

    /**
     * A type's name in messages.
     *
     * @param type the type
     * @return e.g. {@code nvarchar}; {@code numeric} for decimals
     */
    public static String name(SqlType type) {
        return type.kind() == Kind.DECIMAL ? "numeric" : type.kind().name().toLowerCase(Locale.ROOT);
    }

    /**
     * A type's name in messages about clashes, which tell the long ones apart.
     *
     * @param type the type
     * @return e.g. {@code nvarchar(max)}
     */
    public static String clashName(SqlType type) {
        return type.length() == SqlType.MAX ? name(type) + "(max)" : name(type);
    }
}
