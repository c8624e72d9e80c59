package io.sqlserversim.tds;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.wire.TdsWriter;

/**
 * Writes one column's TYPE_INFO and values. Chosen once per column, then called for each row. Immutable, so
 * thread-safe.
 */
abstract sealed class ColumnCodec permits ScalarCodec, ShortCodec, LongCodec, VariantCodec {
    private static final int LONGEST_BYTES = 8000;
    private static final int LONGEST_UNICODE = 4000;

    /**
     * The codec for a column.
     *
     * @param type its type; a character or binary type longer than the wire's short form is sent as {@code (max)}
     * @param nullable whether NULL may appear
     * @return the codec
     */
    static ColumnCodec of(SqlType type, boolean nullable) {
        return switch (type.kind()) {
            case BINARY, VARBINARY, CHAR, VARCHAR ->
                isLong(type, LONGEST_BYTES) ? new LongCodec(type) : new ShortCodec(type);
            case NCHAR, NVARCHAR -> isLong(type, LONGEST_UNICODE) ? new LongCodec(type) : new ShortCodec(type);
            case XML -> new LongCodec(type);
            case SQL_VARIANT -> new VariantCodec();
            case BIT,
                    TINYINT,
                    SMALLINT,
                    INT,
                    BIGINT,
                    REAL,
                    FLOAT,
                    DECIMAL,
                    MONEY,
                    SMALLMONEY,
                    DATE,
                    TIME,
                    DATETIME,
                    SMALLDATETIME,
                    DATETIME2,
                    DATETIMEOFFSET,
                    UNIQUEIDENTIFIER -> new ScalarCodec(type, nullable);
        };
    }

    private static boolean isLong(SqlType type, int longest) {
        return type.length() == SqlType.MAX || type.length() > longest;
    }

    /**
     * Writes TYPE_INFO.
     *
     * @param out where to
     */
    abstract void writeTypeInfo(TdsWriter out);

    /**
     * Writes a value with its length.
     *
     * @param out where to
     * @param value of the class that the type's kind names
     */
    abstract void write(TdsWriter out, Object value);

    /**
     * Writes NULL.
     *
     * @param out where to
     */
    abstract void writeNull(TdsWriter out);

    /**
     * How many bytes NULL takes in a ROW.
     *
     * @return 1 or more
     */
    abstract int nullBytes();
}
