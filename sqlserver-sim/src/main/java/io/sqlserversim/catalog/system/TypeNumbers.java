package io.sqlserversim.catalog.system;

import io.sqlserversim.types.SqlType;

/** How the catalogue numbers and measures types ({@code sys.types} of SQL Server 2022). */
final class TypeNumbers {
    private TypeNumbers() {}

    static int systemType(SqlType type) {
        return switch (type.kind()) {
            case BIT -> 104;
            case TINYINT -> 48;
            case SMALLINT -> 52;
            case INT -> 56;
            case BIGINT -> 127;
            case REAL -> 59;
            case FLOAT -> 62;
            case DECIMAL -> 106;
            case MONEY -> 60;
            case SMALLMONEY -> 122;
            case DATE -> 40;
            case TIME -> 41;
            case DATETIME -> 61;
            case SMALLDATETIME -> 58;
            case DATETIME2 -> 42;
            case DATETIMEOFFSET -> 43;
            case UNIQUEIDENTIFIER -> 36;
            case BINARY -> 173;
            case VARBINARY -> 165;
            case CHAR -> 175;
            case VARCHAR -> 167;
            case NCHAR -> 239;
            case NVARCHAR -> 231;
            case XML -> 241;
            case SQL_VARIANT -> 98;
        };
    }

    /** In bytes; -1 for the (max) types and xml. */
    static int maxLength(SqlType type) {
        return switch (type.kind()) {
            case BIT, TINYINT -> 1;
            case SMALLINT -> 2;
            case INT, REAL, SMALLMONEY, SMALLDATETIME -> 4;
            case BIGINT, FLOAT, MONEY, DATETIME -> 8;
            case DECIMAL -> decimalBytes(type.precision());
            case DATE -> 3;
            case TIME -> timeBytes(type.scale());
            case DATETIME2 -> timeBytes(type.scale()) + 3;
            case DATETIMEOFFSET -> timeBytes(type.scale()) + 5;
            case UNIQUEIDENTIFIER -> 16;
            case BINARY, VARBINARY, CHAR, VARCHAR -> type.length();
            case NCHAR, NVARCHAR -> type.length() == SqlType.MAX ? SqlType.MAX : type.length() * 2;
            case XML -> SqlType.MAX;
            case SQL_VARIANT -> 8016;
        };
    }

    private static int timeBytes(int scale) {
        return scale <= 2 ? 3 : scale <= 4 ? 4 : 5;
    }

    private static int decimalBytes(int precision) {
        return precision <= 9 ? 5 : precision <= 19 ? 9 : precision <= 28 ? 13 : 17;
    }

    static int precision(SqlType type) {
        return switch (type.kind()) {
            case BIT -> 1;
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case INT, SMALLMONEY, DATE -> 10;
            case BIGINT, MONEY -> 19;
            case REAL -> 24;
            case FLOAT -> 53;
            case DECIMAL -> type.precision();
            case TIME -> 8 + fraction(type.scale());
            case DATETIME -> 23;
            case SMALLDATETIME -> 16;
            case DATETIME2 -> 19 + fraction(type.scale());
            case DATETIMEOFFSET -> 26 + fraction(type.scale());
            case UNIQUEIDENTIFIER, BINARY, VARBINARY, CHAR, VARCHAR, NCHAR, NVARCHAR, XML, SQL_VARIANT -> 0;
        };
    }

    private static int fraction(int scale) {
        return scale == 0 ? 0 : scale + 1;
    }

    static boolean isText(SqlType type) {
        return switch (type.kind()) {
            case CHAR, VARCHAR, NCHAR, NVARCHAR -> true;
            default -> false;
        };
    }
}
