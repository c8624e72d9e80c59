package io.sqlserversim.types;

import io.sqlserversim.types.SqlType.Kind;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.UUID;

/** Compares values of one type, and makes keys for hashing. */
public final class Values {
    private static final int[] GUID_ORDER = {10, 11, 12, 13, 14, 15, 8, 9, 6, 7, 4, 5, 0, 1, 2, 3};

    private Values() {}

    /**
     * Compares two values of one type.
     *
     * @param type their type
     * @param left one, not null
     * @param right other, not null
     * @return negative, zero or positive
     */
    public static int compare(SqlType type, Object left, Object right) {
        return switch (type.kind()) {
            case BIT -> Boolean.compare((Boolean) left, (Boolean) right);
            case TINYINT, SMALLINT, INT -> Integer.compare((Integer) left, (Integer) right);
            case BIGINT -> Long.compare((Long) left, (Long) right);
            case REAL -> Float.compare((Float) left + 0f, (Float) right + 0f);
            case FLOAT -> Double.compare((Double) left + 0d, (Double) right + 0d);
            case DECIMAL, MONEY, SMALLMONEY -> ((BigDecimal) left).compareTo((BigDecimal) right);
            case DATE -> ((LocalDate) left).compareTo((LocalDate) right);
            case TIME -> ((LocalTime) left).compareTo((LocalTime) right);
            case DATETIME, SMALLDATETIME, DATETIME2 -> ((LocalDateTime) left).compareTo((LocalDateTime) right);
            case DATETIMEOFFSET -> ((OffsetDateTime) left).toInstant().compareTo(((OffsetDateTime) right).toInstant());
            case UNIQUEIDENTIFIER -> compareGuids((UUID) left, (UUID) right);
            case BINARY, VARBINARY -> compareBytes((byte[]) left, (byte[]) right);
            case CHAR, VARCHAR, NCHAR, NVARCHAR, XML -> compareTexts(type.collation(), (String) left, (String) right);
            case SQL_VARIANT -> compareVariants((Variant) left, (Variant) right);
        };
    }

    private static int compareTexts(TextCollation collation, String left, String right) {
        return collation.isServers() ? Collation.compare(left, right) : collation.compare(left, right);
    }

    private static int compareVariants(Variant left, Variant right) {
        int family = Integer.compare(family(left.type()), family(right.type()));
        if (family != 0) {
            return family;
        }
        SqlType common = SqlTypes.common(left.type(), right.type());
        return compare(
                common,
                Conversions.convert(left.value(), left.type(), common),
                Conversions.convert(right.value(), right.type(), common));
    }

    private static int family(SqlType type) {
        return SqlTypes.isTemporal(type)
                ? 6
                : type.kind() == Kind.FLOAT || type.kind() == Kind.REAL
                        ? 5
                        : SqlTypes.isExact(type) ? 4 : SqlTypes.isText(type) ? 3 : SqlTypes.isBinary(type) ? 2 : 1;
    }

    /** Trailing zero bytes count for nothing, as trailing blanks do in text. */
    private static int compareBytes(byte[] left, byte[] right) {
        int longer = Math.max(left.length, right.length);
        return Arrays.compareUnsigned(
                left.length == longer ? left : Arrays.copyOf(left, longer),
                right.length == longer ? right : Arrays.copyOf(right, longer));
    }

    private static int compareGuids(UUID left, UUID right) {
        byte[] a = bytes(left);
        byte[] b = bytes(right);
        for (int i : GUID_ORDER) {
            int order = Byte.compareUnsigned(a[i], b[i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static byte[] bytes(UUID uuid) {
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    /**
     * A key for hashing: equal for values that compare as equal.
     *
     * @param type the value's type
     * @param value the value, not null
     * @return an object with equals and hashCode
     */
    public static Object key(SqlType type, Object value) {
        return switch (type.kind()) {
            case CHAR, VARCHAR, NCHAR, NVARCHAR, XML ->
                type.collation().isServers()
                        ? Collation.key((String) value)
                        : type.collation().key((String) value);
            case DECIMAL, MONEY, SMALLMONEY -> ((BigDecimal) value).stripTrailingZeros();
            case BINARY, VARBINARY -> ByteBuffer.wrap(withoutTrailingZeros((byte[]) value));
            case DATETIMEOFFSET -> ((OffsetDateTime) value).toInstant();
            case FLOAT -> (Double) value + 0d;
            case REAL -> (Float) value + 0f;
            case SQL_VARIANT -> variantKey((Variant) value);
            case BIT,
                    TINYINT,
                    SMALLINT,
                    INT,
                    BIGINT,
                    DATE,
                    TIME,
                    DATETIME,
                    SMALLDATETIME,
                    DATETIME2,
                    UNIQUEIDENTIFIER -> value;
        };
    }

    private static Object variantKey(Variant variant) {
        if (SqlTypes.isExact(variant.type())) {
            SqlType decimal = SqlTypes.asDecimal(variant.type());
            return key(decimal, Conversions.convert(variant.value(), variant.type(), decimal));
        }
        return key(variant.type(), variant.value());
    }

    private static byte[] withoutTrailingZeros(byte[] bytes) {
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
}
