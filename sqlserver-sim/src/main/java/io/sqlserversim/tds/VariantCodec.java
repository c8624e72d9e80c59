package io.sqlserversim.tds;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.Variant;
import io.sqlserversim.wire.TdsWriter;

/** {@code sql_variant}: total length, base type, its properties, then the bare data (MS-TDS 2.2.5.5.4). */
final class VariantCodec extends ColumnCodec {
    private static final int MAX_BYTES = 8009;

    VariantCodec() {}

    @Override
    void writeTypeInfo(TdsWriter out) {
        out.u8(TypeToken.SQL_VARIANT);
        out.i32(MAX_BYTES);
    }

    @Override
    void write(TdsWriter out, Object value) {
        Variant variant = (Variant) value;
        SqlType type = variant.type();
        int at = out.size();
        out.i32(0);
        writeBase(out, type);
        if (isCharactersOrBytes(type.kind())) {
            ShortCodec.writeData(out, type, variant.value());
        } else {
            BareValue.write(out, type, variant.value());
        }
        int length = out.size() - at - 4;
        out.setU16(at, length);
        out.setU16(at + 2, length >> 16);
    }

    private static void writeBase(TdsWriter out, SqlType type) {
        Kind kind = type.kind();
        switch (kind) {
            case TIME, DATETIME2, DATETIMEOFFSET -> {
                base(out, scaledToken(kind), 1);
                out.u8(type.scale());
            }
            case DECIMAL -> {
                base(out, TypeToken.NUMERICN, 2);
                out.u8(type.precision());
                out.u8(type.scale());
            }
            case BINARY, VARBINARY -> {
                base(out, ShortCodec.token(kind), 2);
                out.u16(type.length());
            }
            case CHAR, VARCHAR, NCHAR, NVARCHAR -> {
                base(out, ShortCodec.token(kind), 7);
                Collation.write(out, type.collation());
                out.u16(type.length() * (ShortCodec.isUnicode(kind) ? 2 : 1));
            }
            case DATE -> base(out, TypeToken.DATE, 0);
            case UNIQUEIDENTIFIER -> base(out, TypeToken.GUID, 0);
            case BIT, TINYINT, SMALLINT, INT, BIGINT, REAL, FLOAT, MONEY, SMALLMONEY, DATETIME, SMALLDATETIME ->
                base(out, ScalarCodec.fixedToken(type), 0);
            case XML, SQL_VARIANT -> throw new IllegalArgumentException(type + " inside a sql_variant");
        }
    }

    private static int scaledToken(Kind kind) {
        return switch (kind) {
            case TIME -> TypeToken.TIME;
            case DATETIME2 -> TypeToken.DATETIME2;
            default -> TypeToken.DATETIMEOFFSET;
        };
    }

    private static void base(TdsWriter out, int token, int propertyBytes) {
        out.u8(token);
        out.u8(propertyBytes);
    }

    private static boolean isCharactersOrBytes(Kind kind) {
        return switch (kind) {
            case BINARY, VARBINARY, CHAR, VARCHAR, NCHAR, NVARCHAR -> true;
            default -> false;
        };
    }

    @Override
    void writeNull(TdsWriter out) {
        out.i32(0);
    }

    @Override
    int nullBytes() {
        return 4;
    }
}
