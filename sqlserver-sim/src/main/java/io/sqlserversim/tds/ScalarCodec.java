package io.sqlserversim.tds;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.wire.TdsWriter;

/** Numbers, times and identifiers: one byte of length before the value, or none where NULL cannot appear. */
final class ScalarCodec extends ColumnCodec {
    private final SqlType type;
    private final boolean bare;

    ScalarCodec(SqlType type, boolean nullable) {
        this.type = type;
        this.bare = !nullable && fixedToken(type) != 0;
    }

    /**
     * The token of a type's form without length.
     *
     * @param type the type
     * @return 0 when there is none
     */
    static int fixedToken(SqlType type) {
        return switch (type.kind()) {
            case BIT -> TypeToken.BIT;
            case TINYINT -> TypeToken.INT1;
            case SMALLINT -> TypeToken.INT2;
            case INT -> TypeToken.INT4;
            case BIGINT -> TypeToken.INT8;
            case REAL -> TypeToken.FLT4;
            case FLOAT -> TypeToken.FLT8;
            case MONEY -> TypeToken.MONEY;
            case SMALLMONEY -> TypeToken.MONEY4;
            case DATETIME -> TypeToken.DATETIME;
            case SMALLDATETIME -> TypeToken.DATETIM4;
            default -> 0;
        };
    }

    @Override
    void writeTypeInfo(TdsWriter out) {
        if (bare) {
            out.u8(fixedToken(type));
            return;
        }
        switch (type.kind()) {
            case BIT -> sized(out, TypeToken.BITN, 1);
            case TINYINT -> sized(out, TypeToken.INTN, 1);
            case SMALLINT -> sized(out, TypeToken.INTN, 2);
            case INT -> sized(out, TypeToken.INTN, 4);
            case BIGINT -> sized(out, TypeToken.INTN, 8);
            case REAL -> sized(out, TypeToken.FLTN, 4);
            case FLOAT -> sized(out, TypeToken.FLTN, 8);
            case MONEY -> sized(out, TypeToken.MONEYN, 8);
            case SMALLMONEY -> sized(out, TypeToken.MONEYN, 4);
            case DATETIME -> sized(out, TypeToken.DATETIMN, 8);
            case SMALLDATETIME -> sized(out, TypeToken.DATETIMN, 4);
            case UNIQUEIDENTIFIER -> sized(out, TypeToken.GUID, 16);
            case DATE -> out.u8(TypeToken.DATE);
            case TIME -> sized(out, TypeToken.TIME, type.scale());
            case DATETIME2 -> sized(out, TypeToken.DATETIME2, type.scale());
            case DATETIMEOFFSET -> sized(out, TypeToken.DATETIMEOFFSET, type.scale());
            case DECIMAL -> {
                sized(out, TypeToken.DECIMALN, 1 + BareValue.magnitudeBytes(type.precision()));
                out.u8(type.precision());
                out.u8(type.scale());
            }
            case BINARY, VARBINARY, CHAR, VARCHAR, NCHAR, NVARCHAR, XML, SQL_VARIANT ->
                throw new IllegalStateException(type + " is not a scalar");
        }
    }

    private static void sized(TdsWriter out, int token, int size) {
        out.u8(token);
        out.u8(size);
    }

    @Override
    void write(TdsWriter out, Object value) {
        if (bare) {
            BareValue.write(out, type, value);
            return;
        }
        int at = out.size();
        out.u8(0);
        BareValue.write(out, type, value);
        out.setU8(at, out.size() - at - 1);
    }

    @Override
    void writeNull(TdsWriter out) {
        if (bare) {
            throw new IllegalArgumentException("NULL in a column of type " + type + " that is not nullable");
        }
        out.u8(0);
    }

    @Override
    int nullBytes() {
        return 1;
    }
}
