package io.sqlserversim.types;

import io.sqlserversim.engine.SqlError;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;

/** Conversions to bytes and to uniqueidentifier. */
final class ToBinary {
    private ToBinary() {}

    static byte[] convert(Object value, SqlType from, SqlType to, int style) {
        byte[] bytes = switch (from.kind()) {
            case BINARY, VARBINARY -> (byte[]) value;
            case BIT -> new byte[] {(byte) ((Boolean) value ? 1 : 0)};
            case TINYINT -> new byte[] {(byte) (int) (Integer) value};
            case SMALLINT ->
                ByteBuffer.allocate(2).putShort((short) (int) (Integer) value).array();
            case INT -> ByteBuffer.allocate(4).putInt((Integer) value).array();
            case BIGINT -> ByteBuffer.allocate(8).putLong((Long) value).array();
            case MONEY, SMALLMONEY ->
                ByteBuffer.allocate(8)
                        .putLong(((BigDecimal) value).unscaledValue().longValue())
                        .array();
            case REAL -> ByteBuffer.allocate(4).putFloat((Float) value).array();
            case FLOAT -> ByteBuffer.allocate(8).putDouble((Double) value).array();
            case CHAR, VARCHAR, NCHAR, NVARCHAR -> fromText((String) value, from, to, style);
            case UNIQUEIDENTIFIER -> guidBytes((UUID) value);
            case DECIMAL, DATE, TIME, DATETIME, SMALLDATETIME, DATETIME2, DATETIMEOFFSET, XML, SQL_VARIANT ->
                throw ConversionErrors.error(from, to);
        };
        return fit(bytes, SqlTypes.isNumber(from), to);
    }

    private static byte[] fromText(String text, SqlType from, SqlType to, int style) {
        if (style == 1 || style == 2) {
            String digits = text.strip();
            boolean prefixed = digits.startsWith("0x") || digits.startsWith("0X");
            try {
                if (style == 1 && !prefixed) {
                    throw new IllegalArgumentException(digits);
                }
                return HexFormat.of().parseHex(style == 1 ? digits.substring(2) : digits);
            } catch (IllegalArgumentException e) {
                throw ConversionErrors.error(from, to);
            }
        }
        return SqlTypes.isUnicode(from) ? units(text) : text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Unit for unit, unpaired surrogates included, which Java's encoder would replace. */
    private static byte[] units(String text) {
        ByteBuffer units = ByteBuffer.allocate(2 * text.length()).order(ByteOrder.LITTLE_ENDIAN);
        units.asCharBuffer().put(text.toCharArray()); // as a whole: a unit at a time is many times slower
        return units.array();
    }

    /** Numbers keep their low bytes and are filled up on the left; all else is cut and filled up on the right. */
    private static byte[] fit(byte[] bytes, boolean number, SqlType to) {
        int length = to.length();
        if (length == SqlType.MAX || bytes.length == length) {
            return bytes;
        }
        boolean fixed = to.kind() == SqlType.Kind.BINARY;
        if (bytes.length > length) {
            return number
                    ? Arrays.copyOfRange(bytes, bytes.length - length, bytes.length)
                    : Arrays.copyOf(bytes, length);
        }
        if (!fixed) {
            return bytes;
        }
        byte[] filled = new byte[length];
        System.arraycopy(bytes, 0, filled, number ? length - bytes.length : 0, bytes.length);
        return filled;
    }

    static Object guid(Object value, SqlType from, SqlType to) {
        if (SqlTypes.isBinary(from)) {
            ByteBuffer bytes =
                    ByteBuffer.wrap(Arrays.copyOf((byte[]) value, 16)).order(ByteOrder.LITTLE_ENDIAN);
            long high = (long) bytes.getInt() << 32 | (bytes.getShort() & 0xFFFFL) << 16 | (bytes.getShort() & 0xFFFFL);
            return new UUID(high, bytes.order(ByteOrder.BIG_ENDIAN).getLong());
        }
        if (value instanceof String text) {
            String digits = text.startsWith("{") ? text.substring(1) : text;
            if (digits.length() >= 36) {
                try {
                    return UUID.fromString(digits.substring(0, 36));
                } catch (IllegalArgumentException e) {
                    throw ConversionErrors.failed(text, from, to);
                }
            }
            throw ConversionErrors.failed(text, from, to);
        }
        throw new SqlError(
                206,
                16,
                2,
                "Operand type clash: " + TypeNames.name(from) + " is incompatible with " + TypeNames.name(to));
    }

    static byte[] guidBytes(UUID uuid) {
        long high = uuid.getMostSignificantBits();
        return ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) (high >>> 32))
                .putShort((short) (high >>> 16))
                .putShort((short) high)
                .order(ByteOrder.BIG_ENDIAN)
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }
}
