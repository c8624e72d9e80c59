package io.sqlserversim.types;

import io.sqlserversim.types.SqlType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDateTime;

/** Conversions to numbers. */
final class ToNumber {

    private ToNumber() {}

    static Object convert(Object value, SqlType from, SqlType to) {
        return switch (from.kind()) {
            case BIT -> fromLong((Boolean) value ? 1 : 0, to);
            case TINYINT, SMALLINT, INT -> fromLong((Integer) value, to);
            case BIGINT -> fromLong((Long) value, to);
            case DECIMAL -> fromDecimal((BigDecimal) value, to);
            case MONEY, SMALLMONEY ->
                SqlTypes.isInteger(to)
                        ? fromDecimal(((BigDecimal) value).setScale(0, RoundingMode.HALF_UP), to)
                        : fromDecimal((BigDecimal) value, to);
            case REAL -> fromDouble((Float) value, to);
            case FLOAT -> fromDouble((Double) value, to);
            case CHAR, VARCHAR, NCHAR, NVARCHAR -> fromText((String) value, from, to);
            case BINARY, VARBINARY -> fromBytes((byte[]) value, to);
            case DATETIME, SMALLDATETIME -> fromDouble(days((LocalDateTime) value), to);
            case DATE, TIME, DATETIME2, DATETIMEOFFSET, UNIQUEIDENTIFIER, XML, SQL_VARIANT ->
                throw ConversionErrors.error(from, to);
        };
    }

    private static double days(LocalDateTime value) {
        return Duration.between(ToTemporal.ZERO, value).toNanos() / 86_400e9;
    }

    private static Object fromLong(long value, SqlType to) {
        return switch (to.kind()) {
            case BIT -> value != 0;
            case TINYINT -> {
                if (value < 0 || value > 255) {
                    throw ConversionErrors.smallOverflow(to, Long.toString(value));
                }
                yield (int) value;
            }
            case SMALLINT -> {
                if (value != (short) value) {
                    throw ConversionErrors.smallOverflow(to, Long.toString(value));
                }
                yield (int) value;
            }
            case INT -> {
                if (value != (int) value) {
                    throw ConversionErrors.overflow(to);
                }
                yield (int) value;
            }
            case BIGINT -> value;
            case REAL -> (float) value;
            case FLOAT -> (double) value;
            default -> fromDecimal(BigDecimal.valueOf(value), to);
        };
    }

    private static Object fromDecimal(BigDecimal value, SqlType to) {
        return switch (to.kind()) {
            case BIT -> value.signum() != 0;
            case TINYINT, SMALLINT, INT, BIGINT -> {
                BigInteger whole = value.toBigInteger();
                if (whole.bitLength() > 63) {
                    throw ConversionErrors.overflow(to);
                }
                yield fromLong(whole.longValue(), to);
            }
            case REAL -> value.floatValue();
            case FLOAT -> value.doubleValue();
            case MONEY -> money(value, Long.SIZE, to);
            case SMALLMONEY -> money(value, Integer.SIZE, to);
            default -> decimal(value, to);
        };
    }

    private static BigDecimal money(BigDecimal value, int bits, SqlType to) {
        BigDecimal rounded = value.setScale(4, RoundingMode.HALF_UP);
        if (rounded.unscaledValue().bitLength() >= bits) { // without the sign
            throw ConversionErrors.overflow(to);
        }
        return rounded;
    }

    static BigDecimal decimal(BigDecimal value, SqlType to) {
        BigDecimal rounded = value.setScale(to.scale(), RoundingMode.HALF_UP);
        if (rounded.precision() > to.precision() && rounded.signum() != 0) {
            throw ConversionErrors.overflow(to);
        }
        return rounded;
    }

    private static Object fromDouble(double value, SqlType to) {
        return switch (to.kind()) {
            case BIT -> value != 0;
            case TINYINT, SMALLINT, INT -> {
                if (Math.abs(value) >= 2_147_483_648d) {
                    throw ConversionErrors.floatOverflow(to, value);
                }
                yield fromLong((long) value, to);
            }
            case BIGINT -> {
                if (Math.abs(value) >= 0x1p63) {
                    throw ConversionErrors.overflow(to);
                }
                yield (long) value;
            }
            case REAL -> {
                if (Math.abs(value) > Float.MAX_VALUE) {
                    throw ConversionErrors.floatOverflow(to, value);
                }
                yield (float) value;
            }
            case FLOAT -> value;
            default -> fromDecimal(shortest(value), to);
        };
    }

    /** Seventeen digits are more than a double has; SQL Server keeps as many as it has. */
    private static BigDecimal shortest(double value) {
        return new BigDecimal(Double.toString(value));
    }

    private static Object fromText(String text, SqlType from, SqlType to) {
        String trimmed = text.strip();
        if (to.kind() == Kind.BIT) {
            return bit(trimmed, text, from, to);
        }
        if (trimmed.isEmpty()) {
            if (to.kind() == Kind.DECIMAL) {
                throw ConversionErrors.error(from, to);
            }
            return fromLong(0, to);
        }
        try {
            return switch (to.kind()) {
                case TINYINT, SMALLINT, INT, BIGINT -> wholeFromText(trimmed, text, from, to);
                case REAL, FLOAT -> fromDouble(approximate(trimmed), to);
                case MONEY, SMALLMONEY -> fromDecimal(new BigDecimal(moneyDigits(trimmed)), to);
                default -> fromDecimal(plain(trimmed), to);
            };
        } catch (NumberFormatException e) {
            throw ConversionErrors.failed(text, from, to);
        }
    }

    private static Object wholeFromText(String trimmed, String text, SqlType from, SqlType to) {
        BigInteger whole = new BigInteger(trimmed.startsWith("+") ? trimmed.substring(1) : trimmed);
        int bits = to.kind() == Kind.BIGINT ? 63 : to.kind() == Kind.INT ? 31 : to.kind() == Kind.SMALLINT ? 15 : 8;
        boolean negativeTiny = to.kind() == Kind.TINYINT && whole.signum() < 0;
        if (whole.bitLength() > bits || negativeTiny) {
            throw ConversionErrors.textOverflow(text, from, to);
        }
        return fromLong(whole.longValue(), to);
    }

    private static boolean bit(String trimmed, String text, SqlType from, SqlType to) {
        if (trimmed.equalsIgnoreCase("true")) {
            return true;
        }
        if (trimmed.equalsIgnoreCase("false") || trimmed.isEmpty()) {
            return false;
        }
        try {
            return new BigInteger(trimmed).signum() != 0;
        } catch (NumberFormatException e) {
            throw ConversionErrors.failed(text, from, to);
        }
    }

    private static BigDecimal plain(String text) {
        if (text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
            throw new NumberFormatException(text);
        }
        return new BigDecimal(text);
    }

    private static double approximate(String text) {
        char last = text.charAt(text.length() - 1);
        if (!Character.isDigit(last) && last != '.') {
            throw new NumberFormatException(text); // Java would take 1d, NaN and Infinity
        }
        return Double.parseDouble(text);
    }

    private static String moneyDigits(String text) {
        return text.replace(",", "").replace("$", "");
    }

    private static Object fromBytes(byte[] bytes, SqlType to) {
        long value = 0;
        int from = Math.max(0, bytes.length - 8);
        for (int i = from; i < bytes.length; i++) {
            value = value << 8 | (bytes[i] & 0xFF);
        }
        return switch (to.kind()) {
            case BIT -> value != 0;
            case TINYINT -> (int) (value & 0xFF);
            case SMALLINT -> (int) (short) value;
            case INT -> (int) value;
            case BIGINT -> value;
            case MONEY, SMALLMONEY -> BigDecimal.valueOf(value, 4);
            default -> throw ConversionErrors.error(SqlType.varbinary(8000), to);
        };
    }
}
