package io.sqlserversim.engine;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.Variant;

/** How many bytes values take. */
final class Sizes {
    private Sizes() {}

    static int bytes(Object value, SqlType type) {
        return switch (type.kind()) {
            case BIT, TINYINT -> 1;
            case SMALLINT -> 2;
            case INT, REAL, SMALLMONEY, SMALLDATETIME -> 4;
            case BIGINT, FLOAT, MONEY, DATETIME -> 8;
            case DECIMAL -> type.precision() <= 9 ? 5 : type.precision() <= 19 ? 9 : type.precision() <= 28 ? 13 : 17;
            case DATE -> 3;
            case TIME -> fraction(type);
            case DATETIME2 -> 3 + fraction(type);
            case DATETIMEOFFSET -> 5 + fraction(type);
            case UNIQUEIDENTIFIER -> 16;
            case BINARY, VARBINARY -> ((byte[]) value).length;
            case CHAR, VARCHAR -> ((String) value).length();
            case NCHAR, NVARCHAR, XML -> 2 * ((String) value).length();
            case SQL_VARIANT -> bytes(((Variant) value).value(), ((Variant) value).type());
        };
    }

    private static int fraction(SqlType type) {
        return type.scale() <= 2 ? 3 : type.scale() <= 4 ? 4 : 5;
    }
}
