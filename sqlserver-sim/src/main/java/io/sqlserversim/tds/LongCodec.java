package io.sqlserversim.tds;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.wire.TdsWriter;
import java.nio.charset.StandardCharsets;

/** The (max) types and xml: partially length-prefixed, with the total known and one chunk. */
final class LongCodec extends ColumnCodec {
    private static final long NULL_TOTAL = -1;

    private final SqlType type;
    private final Kind kind;

    LongCodec(SqlType type) {
        this.type = type;
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
            Collation.write(out, type.collation());
        }
    }

    @Override
    void write(TdsWriter out, Object value) {
        int length = lengthInBytes(value);
        out.i64(length);
        if (length > 0) {
            out.i32(length);
            ShortCodec.writeData(out, type, value);
        }
        out.i32(0);
    }

    private int lengthInBytes(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes.length;
        }
        String text = (String) value;
        if (ShortCodec.isUnicode(kind)) {
            return Math.multiplyExact(2, text.length());
        }
        boolean one = !type.collation().utf8(); // byte for each character
        return one ? text.length() : text.getBytes(StandardCharsets.UTF_8).length;
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
