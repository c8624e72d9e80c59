package io.sqlserversim.tds;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.wire.TdsWriter;

/** The (max) types and xml: partially length-prefixed, with the total known and one chunk. */
final class LongCodec extends ColumnCodec {
    private static final long NULL_TOTAL = -1;

    private final Kind kind;

    LongCodec(SqlType type) {
        this.kind = varying(type.kind());
    }

    private static Kind varying(Kind kind) {
        return switch (kind) {
            case BINARY -> Kind.VARBINARY;
            case CHAR -> Kind.VARCHAR;
            case NCHAR -> Kind.NVARCHAR;
            default -> kind;
        };
    }

    @Override
    void writeTypeInfo(TdsWriter out) {
        if (kind == Kind.XML) {
            out.u8(TypeToken.XML);
            out.u8(0); // no schema
            return;
        }
        out.u8(ShortCodec.token(kind));
        out.u16(TypeToken.MAX_SIZE);
        if (!ShortCodec.isBinary(kind)) {
            Collation.write(out);
        }
    }

    @Override
    void write(TdsWriter out, Object value) {
        int length = lengthInBytes(value);
        out.i64(length);
        if (length > 0) {
            out.i32(length);
            ShortCodec.writeData(out, kind, value);
        }
        out.i32(0);
    }

    private int lengthInBytes(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes.length;
        }
        int characters = ((String) value).length();
        return ShortCodec.isUnicode(kind) ? Math.multiplyExact(2, characters) : characters;
    }

    @Override
    void writeNull(TdsWriter out) {
        out.i64(NULL_TOTAL);
    }

    @Override
    int nullBytes() {
        return 8;
    }
}
