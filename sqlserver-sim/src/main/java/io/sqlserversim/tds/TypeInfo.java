package io.sqlserversim.tds;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.wire.ProtocolException;
import io.sqlserversim.wire.TdsReader;

/**
 * A TYPE_INFO as read from the wire. Immutable.
 *
 * @param token the type token
 * @param size bytes, or {@code 0xFFFF} for {@code (max)}; 0 for types without
 * @param type what it means in T-SQL
 */
record TypeInfo(int token, int size, SqlType type) {

    /**
     * Reads a TYPE_INFO.
     *
     * @param in at the type token
     * @return the type
     * @throws ProtocolException for a type that this server does not take
     */
    static TypeInfo read(TdsReader in) throws ProtocolException {
        int token = in.u8();
        return switch (token) {
            case TypeToken.NULL -> new TypeInfo(token, 0, SqlType.nvarchar(1));
            case TypeToken.INT1, TypeToken.INT2, TypeToken.INT4, TypeToken.INT8, TypeToken.BIT -> fixed(token);
            case TypeToken.FLT4, TypeToken.FLT8, TypeToken.MONEY, TypeToken.MONEY4 -> fixed(token);
            case TypeToken.DATETIME, TypeToken.DATETIM4 -> fixed(token);
            case TypeToken.INTN, TypeToken.BITN, TypeToken.FLTN, TypeToken.MONEYN, TypeToken.DATETIMN, TypeToken.GUID ->
                byteSized(token, in.u8());
            case TypeToken.DATE -> new TypeInfo(token, 3, new SqlType(Kind.DATE, 0, 0, 0));
            case TypeToken.TIME -> scaled(token, Kind.TIME, in.u8());
            case TypeToken.DATETIME2 -> scaled(token, Kind.DATETIME2, in.u8());
            case TypeToken.DATETIMEOFFSET -> scaled(token, Kind.DATETIMEOFFSET, in.u8());
            case TypeToken.DECIMALN, TypeToken.NUMERICN -> decimal(token, in);
            case TypeToken.BIGBINARY, TypeToken.BIGVARBINARY -> sized(token, in.u16());
            case TypeToken.BIGCHAR, TypeToken.BIGVARCHAR, TypeToken.NCHAR, TypeToken.NVARCHAR -> {
                int size = in.u16();
                in.skip(Collation.BYTES);
                yield sized(token, size);
            }
            case TypeToken.XML -> xml(in);
            case TypeToken.SQL_VARIANT -> new TypeInfo(token, (int) in.u32(), SqlType.SQL_VARIANT);
            case TypeToken.TEXT, TypeToken.NTEXT, TypeToken.IMAGE -> large(token, in);
            default -> throw new ProtocolException("data type 0x" + Integer.toHexString(token) + " is unknown");
        };
    }

    private static TypeInfo fixed(int token) {
        return switch (token) {
            case TypeToken.INT1 -> new TypeInfo(token, 1, SqlType.TINYINT);
            case TypeToken.INT2 -> new TypeInfo(token, 2, SqlType.SMALLINT);
            case TypeToken.INT4 -> new TypeInfo(token, 4, SqlType.INT);
            case TypeToken.INT8 -> new TypeInfo(token, 8, SqlType.BIGINT);
            case TypeToken.BIT -> new TypeInfo(token, 1, SqlType.BIT);
            case TypeToken.FLT4 -> new TypeInfo(token, 4, new SqlType(Kind.REAL, 0, 0, 0));
            case TypeToken.FLT8 -> new TypeInfo(token, 8, SqlType.FLOAT);
            case TypeToken.MONEY -> new TypeInfo(token, 8, new SqlType(Kind.MONEY, 0, 0, 0));
            case TypeToken.MONEY4 -> new TypeInfo(token, 4, new SqlType(Kind.SMALLMONEY, 0, 0, 0));
            case TypeToken.DATETIM4 -> new TypeInfo(token, 4, new SqlType(Kind.SMALLDATETIME, 0, 0, 0));
            default -> new TypeInfo(token, 8, SqlType.DATETIME);
        };
    }

    private static TypeInfo byteSized(int token, int size) throws ProtocolException {
        int fixed = switch (token << 8 | size) {
            case TypeToken.INTN << 8 | 1 -> TypeToken.INT1;
            case TypeToken.INTN << 8 | 2 -> TypeToken.INT2;
            case TypeToken.INTN << 8 | 4 -> TypeToken.INT4;
            case TypeToken.INTN << 8 | 8 -> TypeToken.INT8;
            case TypeToken.BITN << 8 | 1 -> TypeToken.BIT;
            case TypeToken.FLTN << 8 | 4 -> TypeToken.FLT4;
            case TypeToken.FLTN << 8 | 8 -> TypeToken.FLT8;
            case TypeToken.MONEYN << 8 | 4 -> TypeToken.MONEY4;
            case TypeToken.MONEYN << 8 | 8 -> TypeToken.MONEY;
            case TypeToken.DATETIMN << 8 | 4 -> TypeToken.DATETIM4;
            case TypeToken.DATETIMN << 8 | 8 -> TypeToken.DATETIME;
            case TypeToken.GUID << 8 | 16 -> TypeToken.GUID;
            default ->
                throw new ProtocolException("data type 0x" + Integer.toHexString(token) + " of " + size + " bytes");
        };
        SqlType type = fixed == TypeToken.GUID
                ? SqlType.UNIQUEIDENTIFIER
                : fixed(fixed).type();
        return new TypeInfo(token, size, type);
    }

    private static TypeInfo scaled(int token, Kind kind, int scale) throws ProtocolException {
        if (scale > 7) {
            throw new ProtocolException(kind + " of scale " + scale);
        }
        return new TypeInfo(token, 0, new SqlType(kind, 0, 0, scale));
    }

    private static TypeInfo decimal(int token, TdsReader in) throws ProtocolException {
        int size = in.u8();
        int precision = in.u8();
        int scale = in.u8();
        if (precision < 1 || precision > 38 || scale > precision) {
            throw new ProtocolException("decimal(" + precision + "," + scale + ")");
        }
        return new TypeInfo(token, size, SqlType.decimal(precision, scale));
    }

    private static TypeInfo sized(int token, int size) {
        int bytes = size == TypeToken.MAX_SIZE ? SqlType.MAX : size;
        int units = size == TypeToken.MAX_SIZE ? SqlType.MAX : size / 2;
        SqlType type = switch (token) {
            case TypeToken.BIGBINARY -> SqlType.binary(bytes);
            case TypeToken.BIGVARBINARY -> SqlType.varbinary(bytes);
            case TypeToken.BIGCHAR -> new SqlType(Kind.CHAR, bytes, 0, 0);
            case TypeToken.BIGVARCHAR -> SqlType.varchar(bytes);
            case TypeToken.NCHAR -> new SqlType(Kind.NCHAR, units, 0, 0);
            default -> SqlType.nvarchar(units);
        };
        return new TypeInfo(token, size, type);
    }

    private static TypeInfo xml(TdsReader in) throws ProtocolException {
        if (in.u8() != 0) {
            in.byteLengthText();
            in.byteLengthText();
            in.shortLengthText();
        }
        return new TypeInfo(TypeToken.XML, TypeToken.MAX_SIZE, new SqlType(Kind.XML, 0, 0, 0));
    }

    private static TypeInfo large(int token, TdsReader in) throws ProtocolException {
        in.u32();
        if (token != TypeToken.IMAGE) {
            in.skip(Collation.BYTES);
        }
        SqlType type = switch (token) {
            case TypeToken.TEXT -> SqlType.varchar(SqlType.MAX);
            case TypeToken.NTEXT -> SqlType.nvarchar(SqlType.MAX);
            default -> SqlType.varbinary(SqlType.MAX);
        };
        return new TypeInfo(token, 0, type);
    }
}
