package io.sqlserversim.tds;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.Variant;
import io.sqlserversim.wire.ProtocolException;
import io.sqlserversim.wire.TdsReader;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** Reads values by their own length, never by the declared size, into the classes that {@link Kind} names. */
final class ValueReader {
    private static final int SHORT_NULL = 0xFFFF;
    private static final long LONG_NULL = -1;
    private static final long LARGE_NULL = 0xFFFF_FFFFL;

    private ValueReader() {}

    /**
     * Reads a value.
     *
     * @param in at its length, or at its data for types without one
     * @param info its type
     * @return null for NULL
     * @throws ProtocolException when it is not whole or its length is none for its type
     */
    static @Nullable Object read(TdsReader in, TypeInfo info) throws ProtocolException {
        if (info.token() == TypeToken.NULL) {
            return null;
        }
        if (info.size() == TypeToken.MAX_SIZE) {
            return readLong(in, info.type().kind());
        }
        return switch (info.token()) {
            case TypeToken.BIGBINARY,
                    TypeToken.BIGVARBINARY,
                    TypeToken.BIGCHAR,
                    TypeToken.BIGVARCHAR,
                    TypeToken.NCHAR,
                    TypeToken.NVARCHAR -> {
                int length = in.u16();
                yield length == SHORT_NULL
                        ? null
                        : charactersOrBytes(in, info.type().kind(), length);
            }
            case TypeToken.TEXT, TypeToken.NTEXT, TypeToken.IMAGE -> {
                long length = in.u32();
                yield length == LARGE_NULL
                        ? null
                        : charactersOrBytes(in, info.type().kind(), length);
            }
            case TypeToken.SQL_VARIANT -> variant(in);
            default -> scalar(in, info);
        };
    }

    private static @Nullable Object scalar(TdsReader in, TypeInfo info) throws ProtocolException {
        boolean fixed = ScalarCodec.fixedToken(info.type()) == info.token();
        int length = fixed ? info.size() : in.u8();
        return length == 0 ? null : BareReader.read(in, info.type(), length);
    }

    private static Object charactersOrBytes(TdsReader in, Kind kind, long bytes) throws ProtocolException {
        if (ShortCodec.isBinary(kind)) {
            return in.bytes(bytes);
        }
        return ShortCodec.isUnicode(kind) ? in.utf16(bytes) : in.cp1252(bytes);
    }

    private static @Nullable Object readLong(TdsReader in, Kind kind) throws ProtocolException {
        if (in.i64() == LONG_NULL) {
            return null;
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (long chunk = in.u32(); chunk != 0; chunk = in.u32()) {
            whole.writeBytes(in.bytes(chunk));
        }
        byte[] bytes = whole.toByteArray();
        Object value = charactersOrBytes(new TdsReader(bytes), kind, bytes.length);
        boolean marked = kind == Kind.XML && value instanceof String text && text.startsWith("\uFEFF");
        return marked ? ((String) value).substring(1) : value;
    }

    private static @Nullable Object variant(TdsReader in) throws ProtocolException {
        long total = in.u32();
        if (total == 0) {
            return null;
        }
        int token = in.u8();
        int properties = in.u8();
        long data = total - 2 - properties;
        return switch (token) {
            case TypeToken.TIME -> scaled(in, Kind.TIME, data);
            case TypeToken.DATETIME2 -> scaled(in, Kind.DATETIME2, data);
            case TypeToken.DATETIMEOFFSET -> scaled(in, Kind.DATETIMEOFFSET, data);
            case TypeToken.DECIMALN, TypeToken.NUMERICN -> bare(in, SqlType.decimal(in.u8(), in.u8()), data);
            case TypeToken.BIGBINARY -> sized(in, Kind.BINARY, in.u16(), data);
            case TypeToken.BIGVARBINARY -> sized(in, Kind.VARBINARY, in.u16(), data);
            case TypeToken.BIGCHAR -> characters(in, Kind.CHAR, data);
            case TypeToken.BIGVARCHAR -> characters(in, Kind.VARCHAR, data);
            case TypeToken.NCHAR -> characters(in, Kind.NCHAR, data);
            case TypeToken.NVARCHAR -> characters(in, Kind.NVARCHAR, data);
            case TypeToken.GUID -> bare(in, SqlType.UNIQUEIDENTIFIER, data);
            default ->
                bare(in, TypeInfo.read(new TdsReader(new byte[] {(byte) token})).type(), data);
        };
    }

    private static Variant bare(TdsReader in, SqlType type, long bytes) throws ProtocolException {
        if (bytes < 1 || bytes > 17) {
            throw new ProtocolException("a sql_variant with " + bytes + " bytes of " + type.kind());
        }
        return new Variant(type, BareReader.read(in, type, (int) bytes));
    }

    private static Variant scaled(TdsReader in, Kind kind, long bytes) throws ProtocolException {
        return bare(in, new SqlType(kind, 0, 0, in.u8()), bytes);
    }

    private static Variant characters(TdsReader in, Kind kind, long bytes) throws ProtocolException {
        in.skip(Collation.BYTES);
        int size = in.u16();
        return sized(in, kind, ShortCodec.isUnicode(kind) ? size / 2 : size, bytes);
    }

    private static Variant sized(TdsReader in, Kind kind, int length, long bytes) throws ProtocolException {
        return new Variant(new SqlType(kind, length, 0, 0), charactersOrBytes(in, kind, bytes));
    }
}
