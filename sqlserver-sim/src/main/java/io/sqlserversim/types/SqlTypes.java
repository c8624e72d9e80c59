package io.sqlserversim.types;

import io.sqlserversim.types.SqlType.Kind;

/** Families of types, their precedence, and the type that two types meet in. */
public final class SqlTypes {
    /** {@code real}. */
    public static final SqlType REAL = new SqlType(Kind.REAL, 0, 0, 0);

    /** {@code date}. */
    public static final SqlType DATE = new SqlType(Kind.DATE, 0, 0, 0);

    /** {@code money}. */
    public static final SqlType MONEY = new SqlType(Kind.MONEY, 0, 0, 0);

    private SqlTypes() {}

    /**
     * T-SQL's data type precedence.
     *
     * @param type a type
     * @return higher for the type that the other one is converted to
     */
    public static int precedence(SqlType type) {
        return switch (type.kind()) {
            case SQL_VARIANT -> 30;
            case XML -> 29;
            case DATETIMEOFFSET -> 28;
            case DATETIME2 -> 27;
            case DATETIME -> 26;
            case SMALLDATETIME -> 25;
            case DATE -> 24;
            case TIME -> 23;
            case FLOAT -> 22;
            case REAL -> 21;
            case DECIMAL -> 20;
            case MONEY -> 19;
            case SMALLMONEY -> 18;
            case BIGINT -> 17;
            case INT -> 16;
            case SMALLINT -> 15;
            case TINYINT -> 14;
            case BIT -> 13;
            case UNIQUEIDENTIFIER -> 8;
            case NVARCHAR -> 7;
            case NCHAR -> 6;
            case VARCHAR -> 5;
            case CHAR -> 4;
            case VARBINARY -> 3;
            case BINARY -> 2;
        };
    }

    /**
     * Whether it is a whole number.
     *
     * @param type a type
     * @return true for tinyint to bigint, not for bit
     */
    public static boolean isInteger(SqlType type) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT -> true;
            default -> false;
        };
    }

    /**
     * Whether it is an exact number.
     *
     * @param type a type
     * @return true for bit, whole numbers, decimal and money
     */
    public static boolean isExact(SqlType type) {
        return switch (type.kind()) {
            case BIT, TINYINT, SMALLINT, INT, BIGINT, DECIMAL, MONEY, SMALLMONEY -> true;
            default -> false;
        };
    }

    /**
     * Whether it is a number.
     *
     * @param type a type
     * @return true for exact and approximate numbers
     */
    public static boolean isNumber(SqlType type) {
        return isExact(type) || type.kind() == Kind.FLOAT || type.kind() == Kind.REAL;
    }

    /**
     * Whether it holds text.
     *
     * @param type a type
     * @return true for the four character types
     */
    public static boolean isText(SqlType type) {
        return switch (type.kind()) {
            case CHAR, VARCHAR, NCHAR, NVARCHAR -> true;
            default -> false;
        };
    }

    /**
     * Whether it holds 16-bit text.
     *
     * @param type a type
     * @return true for nchar and nvarchar
     */
    public static boolean isUnicode(SqlType type) {
        return type.kind() == Kind.NCHAR || type.kind() == Kind.NVARCHAR;
    }

    /**
     * Whether it holds bytes.
     *
     * @param type a type
     * @return true for binary and varbinary
     */
    public static boolean isBinary(SqlType type) {
        return type.kind() == Kind.BINARY || type.kind() == Kind.VARBINARY;
    }

    /**
     * Whether it is a date, a time, or both.
     *
     * @param type a type
     * @return true for the six types of time
     */
    public static boolean isTemporal(SqlType type) {
        return switch (type.kind()) {
            case DATE, TIME, DATETIME, SMALLDATETIME, DATETIME2, DATETIMEOFFSET -> true;
            default -> false;
        };
    }

    /**
     * The decimal type that holds every value of an exact type.
     *
     * @param type an exact type
     * @return its digits
     */
    public static SqlType asDecimal(SqlType type) {
        return switch (type.kind()) {
            case BIT -> SqlType.decimal(1, 0);
            case TINYINT -> SqlType.decimal(3, 0);
            case SMALLINT -> SqlType.decimal(5, 0);
            case INT -> SqlType.decimal(10, 0);
            case BIGINT -> SqlType.decimal(19, 0);
            case MONEY -> SqlType.decimal(19, 4);
            case SMALLMONEY -> SqlType.decimal(10, 4);
            default -> type;
        };
    }

    /**
     * The type that two values are brought to when they stand side by side: in CASE, COALESCE, UNION, comparisons.
     *
     * @param left one type
     * @param right other type
     * @return by precedence, wide enough for both
     */
    public static SqlType common(SqlType left, SqlType right) {
        if (left.equals(right)) {
            return left;
        }
        boolean leftFirst = precedence(left) >= precedence(right);
        SqlType high = leftFirst ? left : right;
        SqlType low = leftFirst ? right : left;
        if (high.kind() == Kind.DECIMAL && isExact(low)) {
            SqlType other = asDecimal(low);
            int scale = Math.max(high.scale(), other.scale());
            int whole = Math.max(high.precision() - high.scale(), other.precision() - other.scale());
            return SqlType.decimal(Math.min(38, whole + scale), Math.min(scale, 38));
        }
        boolean sized = (isText(high) && isText(low)) || (isBinary(high) && isBinary(low));
        if (sized) {
            return commonSized(high, low);
        }
        if (isTemporal(high) && isTemporal(low) && high.kind() != Kind.DATETIME && high.kind() != Kind.DATE) {
            return new SqlType(
                    high.kind(), 0, 0, Math.max(high.scale(), low.kind() == Kind.DATETIME ? 3 : low.scale()));
        }
        return high;
    }

    private static SqlType commonSized(SqlType high, SqlType low) {
        boolean max = high.length() == SqlType.MAX || low.length() == SqlType.MAX;
        boolean fixed = (high.kind() == Kind.NCHAR && low.kind() == Kind.VARCHAR);
        Kind kind = fixed ? Kind.NVARCHAR : high.kind();
        if (max && (kind == Kind.NCHAR || kind == Kind.CHAR || kind == Kind.BINARY)) {
            kind = kind == Kind.NCHAR ? Kind.NVARCHAR : kind == Kind.CHAR ? Kind.VARCHAR : Kind.VARBINARY;
        }
        int most = isUnicode(high) ? 4000 : 8000;
        int length = max ? SqlType.MAX : Math.min(most, Math.max(high.length(), low.length()));
        return new SqlType(kind, length, 0, 0, high.collation());
    }
}
