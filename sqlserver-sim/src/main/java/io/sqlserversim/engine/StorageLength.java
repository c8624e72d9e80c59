package io.sqlserversim.engine;

import io.sqlserversim.types.SqlType;

/** The bytes that a column's type is declared with; -1 for (max). */
final class StorageLength {
    private StorageLength() {}

    static int of(SqlType type) {
        return switch (type.kind()) {
            case CHAR, VARCHAR, BINARY, VARBINARY -> type.length();
            case NCHAR, NVARCHAR -> type.length() == SqlType.MAX ? -1 : 2 * type.length();
            case XML -> -1;
            case SQL_VARIANT -> 8016;
            default -> Sizes.bytes(0, type);
        };
    }
}
