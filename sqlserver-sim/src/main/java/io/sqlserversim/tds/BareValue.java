package io.sqlserversim.tds;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.wire.TdsWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;

/** Writes the data of values of fixed or short length, without a length before it. */
final class BareValue {
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long THREE_HUNDREDTHS_PER_DAY = 300 * SECONDS_PER_DAY;
    private static final long DAYS_TO_1970 = 719_162; // from 0001-01-01
    private static final long DAYS_1900_TO_1970 = 25_567;
    private static final long[] NANOS_PER_UNIT = {
        1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100
    };

    private BareValue() {}

    /**
     * Writes a value of a type that is not of characters, bytes, xml or a variant.
     *
     * @param out where to
     * @param type its type
     * @param value of the class that the type's kind names
     */
    static void write(TdsWriter out, SqlType type, Object value) {
        switch (type.kind()) {
            case BIT -> out.u8((Boolean) value ? 1 : 0);
            case TINYINT -> out.u8(((Number) value).intValue());
            case SMALLINT -> out.u16(((Number) value).intValue());
            case INT -> out.i32(((Number) value).intValue());
            case BIGINT -> out.i64(((Number) value).longValue());
            case REAL -> out.i32(Float.floatToRawIntBits(((Number) value).floatValue()));
            case FLOAT -> out.i64(Double.doubleToRawLongBits(((Number) value).doubleValue()));
            case DECIMAL -> decimal(out, (BigDecimal) value, type.precision(), type.scale());
            case MONEY -> money(out, (BigDecimal) value);
            case SMALLMONEY -> out.i32((int) tenThousandths((BigDecimal) value));
            case DATE -> out.u24((int) (((LocalDate) value).toEpochDay() + DAYS_TO_1970));
            case TIME -> time(out, ((LocalTime) value).toNanoOfDay(), type.scale());
            case DATETIME -> dateTime(out, (LocalDateTime) value);
            case SMALLDATETIME -> smallDateTime(out, (LocalDateTime) value);
            case DATETIME2 -> dateTime2(out, (LocalDateTime) value, type.scale());
            case DATETIMEOFFSET -> dateTimeOffset(out, (OffsetDateTime) value, type.scale());
            case UNIQUEIDENTIFIER -> guid(out, (UUID) value);
            case BINARY, VARBINARY, CHAR, VARCHAR, NCHAR, NVARCHAR, XML, SQL_VARIANT ->
                throw new IllegalArgumentException(type + " has no bare form");
        }
    }

    /**
     * The bytes of a decimal's magnitude.
     *
     * @param precision 1 to 38
     * @return 4, 8, 12 or 16
     */
    static int magnitudeBytes(int precision) {
        if (precision <= 9) {
            return 4;
        }
        if (precision <= 19) {
            return 8;
        }
        return precision <= 28 ? 12 : 16;
    }

    private static void decimal(TdsWriter out, BigDecimal value, int precision, int scale) {
        BigDecimal scaled = value.scale() == scale ? value : value.setScale(scale, RoundingMode.HALF_UP);
        BigInteger unscaled = scaled.unscaledValue();
        int bytes = magnitudeBytes(precision);
        out.u8(unscaled.signum() < 0 ? 0 : 1);
        if (unscaled.bitLength() < Long.SIZE) {
            out.lowBytes(Math.abs(unscaled.longValue()), 8);
            if (bytes < 8) {
                out.truncate(out.size() - 8 + bytes);
            } else {
                out.fill(0, bytes - 8);
            }
            return;
        }
        byte[] magnitude = unscaled.abs().toByteArray();
        int from = magnitude[0] == 0 ? 1 : 0;
        if (magnitude.length - from > bytes) {
            throw new IllegalArgumentException("a value too large for decimal(" + precision + ")");
        }
        for (int i = magnitude.length - 1; i >= from; i--) {
            out.u8(magnitude[i]);
        }
        out.fill(0, bytes - (magnitude.length - from));
    }

    private static void money(TdsWriter out, BigDecimal value) {
        long units = tenThousandths(value);
        out.i32((int) (units >> 32));
        out.i32((int) units);
    }

    private static long tenThousandths(BigDecimal value) {
        return value.setScale(4, RoundingMode.HALF_UP).unscaledValue().longValueExact();
    }

    private static void time(TdsWriter out, long nanoOfDay, int scale) {
        out.lowBytes(nanoOfDay / NANOS_PER_UNIT[scale], timeBytes(scale));
    }

    /**
     * The bytes of a time of day.
     *
     * @param scale 0 to 7
     * @return 3, 4 or 5
     */
    static int timeBytes(int scale) {
        if (scale <= 2) {
            return 3;
        }
        return scale <= 4 ? 4 : 5;
    }

    private static void dateTime(TdsWriter out, LocalDateTime value) {
        long ticks = (value.toLocalTime().toNanoOfDay() * 3 + 5_000_000) / 10_000_000;
        long days = value.toLocalDate().toEpochDay() + DAYS_1900_TO_1970;
        if (ticks == THREE_HUNDREDTHS_PER_DAY) {
            ticks = 0;
            days++;
        }
        out.i32((int) days);
        out.i32((int) ticks);
    }

    private static void smallDateTime(TdsWriter out, LocalDateTime value) {
        out.u16((int) (value.toLocalDate().toEpochDay() + DAYS_1900_TO_1970));
        out.u16(value.getHour() * 60 + value.getMinute());
    }

    private static void dateTime2(TdsWriter out, LocalDateTime value, int scale) {
        time(out, value.toLocalTime().toNanoOfDay(), scale);
        out.u24((int) (value.toLocalDate().toEpochDay() + DAYS_TO_1970));
    }

    private static void dateTimeOffset(TdsWriter out, OffsetDateTime value, int scale) {
        long epochSecond = value.toEpochSecond();
        long day = Math.floorDiv(epochSecond, SECONDS_PER_DAY);
        long second = epochSecond - day * SECONDS_PER_DAY;
        time(out, second * NANOS_PER_SECOND + value.getNano(), scale);
        out.u24((int) (day + DAYS_TO_1970));
        out.u16(value.getOffset().getTotalSeconds() / 60);
    }

    private static void guid(TdsWriter out, UUID value) {
        long high = value.getMostSignificantBits();
        out.i32((int) (high >> 32));
        out.u16((int) (high >> 16));
        out.u16((int) high);
        out.i64(Long.reverseBytes(value.getLeastSignificantBits()));
    }
}
