package io.sqlserversim.tds;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.TextCollation;
import io.sqlserversim.wire.TdsWriter;
import java.nio.charset.Charset;

/** Characters and bytes of up to 8,000 bytes: two bytes of length before the value. */
final class ShortCodec extends ColumnCodec {
    private static final int NULL_LENGTH = 0xFFFF;

    private final SqlType type;
    private final int maxBytes;

    ShortCodec(SqlType type) {
        this.type = type;
        this.maxBytes = Math.max(1, type.length()) * (isUnicode(type.kind()) ? 2 : 1);
    }

    static boolean isUnicode(Kind kind) {
        return kind == Kind.NCHAR || kind == Kind.NVARCHAR || kind == Kind.XML;
    }

    static int token(Kind kind) {
        return switch (kind) {
            case BINARY -> TypeToken.BIGBINARY;
            case VARBINARY -> TypeToken.BIGVARBINARY;
            case CHAR -> TypeToken.BIGCHAR;
            case VARCHAR -> TypeToken.BIGVARCHAR;
            case NCHAR -> TypeToken.NCHAR;
            case NVARCHAR -> TypeToken.NVARCHAR;
            default -> throw new IllegalArgumentException(kind + " is neither characters nor bytes");
        };
    }

    static boolean isBinary(Kind kind) {
        return kind == Kind.BINARY || kind == Kind.VARBINARY;
    }

    /**
     * Writes the data without a length.
     *
     * @param out where to
     * @param type its type, whose collation says in which code page varchar is
     * @param value text or bytes
     */
    static void writeData(TdsWriter out, SqlType type, Object value) {
        Kind kind = type.kind();
        if (isBinary(kind)) {
            out.bytes((byte[]) value);
        } else if (isUnicode(kind)) {
            out.utf16((String) value);
        } else {
            text(out, type.collation(), (String) value);
        }
    }

    private static void text(TdsWriter out, TextCollation collation, String value) {
        if (collation.charset().equals("windows-1252")) {
            out.cp1252(value);
        } else {
            out.bytes(value.getBytes(Charset.forName(collation.charset())));
        }
    }

    @Override
    void writeTypeInfo(TdsWriter out) {
        out.u8(token(type.kind()));
        out.u16(maxBytes);
        if (!isBinary(type.kind())) {
            Collation.write(out, type.collation());
        }
    }

    @Override
    void write(TdsWriter out, Object value) {
        int at = out.size();
        out.u16(0);
        writeData(out, type, value);
        pad(out, maxBytes - (out.size() - at - 2));
        int length = out.size() - at - 2;
        if (length > maxBytes) {
            throw new IllegalArgumentException("a value of " + length + " bytes in a column of type " + type);
        }
        out.setU16(at, length);
    }

    private void pad(TdsWriter out, int missing) {
        if (missing <= 0) {
            return;
        }
        switch (type.kind()) {
            case BINARY -> out.fill(0, missing);
            case CHAR -> out.fill(' ', missing);
            case NCHAR -> out.utf16(" ".repeat(missing / 2));
            default -> {}
        }
    }

    @Override
    void writeNull(TdsWriter out) {
        out.u16(NULL_LENGTH);
    }

    @Override
    int nullBytes() {
        return 2;
    }
}
