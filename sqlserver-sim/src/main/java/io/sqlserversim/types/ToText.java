package io.sqlserversim.types;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;

/** Conversions to text. */
final class ToText {
    private ToText() {}

    static String convert(Object value, SqlType from, SqlType to, int style) {
        String text = switch (from.kind()) {
            case BIT -> (Boolean) value ? "1" : "0";
            case TINYINT, SMALLINT, INT, BIGINT -> value.toString();
            case DECIMAL -> ((BigDecimal) value).toPlainString();
            case MONEY, SMALLMONEY -> money((BigDecimal) value, style);
            case REAL -> approximate((Float) value, style, 9);
            case FLOAT -> approximate((Double) value, style, 17);
            case DATE, TIME, DATETIME, SMALLDATETIME, DATETIME2, DATETIMEOFFSET ->
                TemporalFormat.format(value, from, style);
            case UNIQUEIDENTIFIER -> ((UUID) value).toString().toUpperCase(Locale.ROOT);
            case BINARY, VARBINARY -> fromBytes((byte[]) value, to, style);
            case CHAR, VARCHAR, NCHAR, NVARCHAR, XML -> (String) value;
            case SQL_VARIANT -> throw ConversionErrors.error(from, to);
        };
        return fit(text, from, to);
    }

    private static String money(BigDecimal value, int style) {
        if (style == 1) {
            return String.format(Locale.ROOT, "%,.2f", value.setScale(2, RoundingMode.HALF_UP));
        }
        int scale = style == 2 ? 4 : 2;
        return value.setScale(scale, RoundingMode.HALF_UP).toPlainString();
    }

    private static String approximate(double value, int style, int fullDigits) {
        if (value == 0) {
            return style == 1 || style == 2 || style == 3 ? "0.0000000000000000e+000".substring(0, 18) + "e+000" : "0";
        }
        if (style == 1 || style == 2 || style == 3) {
            return scientific(value, style == 1 ? 8 : style == 2 ? 16 : fullDigits, false);
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(6, RoundingMode.HALF_EVEN));
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent < -5 || exponent >= 6) {
            return scientific(value, 6, true);
        }
        BigDecimal plain = rounded.stripTrailingZeros();
        return plain.scale() < 0 ? plain.setScale(0).toPlainString() : plain.toPlainString();
    }

    private static String scientific(double value, int digits, boolean strip) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
        int exponent = rounded.precision() - rounded.scale() - 1;
        BigDecimal mantissa = rounded.movePointLeft(exponent);
        String text = strip
                ? mantissa.stripTrailingZeros().toPlainString()
                : mantissa.setScale(digits - 1, RoundingMode.HALF_EVEN).toPlainString();
        return text + (exponent < 0 ? "e-" : "e+") + String.format(Locale.ROOT, "%03d", Math.abs(exponent));
    }

    private static String fromBytes(byte[] bytes, SqlType to, int style) {
        if (style == 1) {
            return "0x" + HexFormat.of().withUpperCase().formatHex(bytes);
        }
        if (style == 2) {
            return HexFormat.of().withUpperCase().formatHex(bytes);
        }
        return SqlTypes.isUnicode(to)
                ? ByteBuffer.wrap(bytes, 0, bytes.length / 2 * 2)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asCharBuffer()
                        .toString() // unpaired surrogates included
                : new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String fit(String text, SqlType from, SqlType to) {
        int length = to.length();
        if (length == SqlType.MAX) {
            return text;
        }
        String fitting = text;
        if (text.length() > length) {
            fitting = SqlTypes.isNumber(from) ? tooShort(from, to) : text.substring(0, length);
        }
        boolean padded = to.kind() == SqlType.Kind.CHAR || to.kind() == SqlType.Kind.NCHAR;
        return padded && fitting.length() < length ? fitting + " ".repeat(length - fitting.length()) : fitting;
    }

    /** A number that does not fit: an asterisk for small whole ones in varchar, else an error. */
    private static String tooShort(SqlType from, SqlType to) {
        boolean star = !SqlTypes.isUnicode(to)
                && (from.kind() == SqlType.Kind.INT
                        || from.kind() == SqlType.Kind.SMALLINT
                        || from.kind() == SqlType.Kind.TINYINT);
        if (star) {
            return "*";
        }
        throw ConversionErrors.overflow(to);
    }
}
