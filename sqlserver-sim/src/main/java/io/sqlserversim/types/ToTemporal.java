package io.sqlserversim.types;

import io.sqlserversim.types.SqlType.Kind;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;

/** Conversions to dates and times. */
final class ToTemporal {
    static final LocalDateTime ZERO = LocalDateTime.of(1900, 1, 1, 0, 0);
    private static final LocalDateTime DATETIME_MIN = LocalDateTime.of(1753, 1, 1, 0, 0);
    private static final LocalDateTime SMALLDATETIME_MAX = LocalDateTime.of(2079, 6, 6, 23, 59, 59);
    private static final long[] UNIT_NANOS = {
        1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100
    };

    private ToTemporal() {}

    static Object convert(Object value, SqlType from, SqlType to, int style) {
        OffsetDateTime at = switch (from.kind()) {
            case DATE -> ((LocalDate) value).atStartOfDay().atOffset(ZoneOffset.UTC);
            case TIME -> LocalDateTime.of(ZERO.toLocalDate(), (LocalTime) value).atOffset(ZoneOffset.UTC);
            case DATETIME, SMALLDATETIME, DATETIME2 -> ((LocalDateTime) value).atOffset(ZoneOffset.UTC);
            case DATETIMEOFFSET -> (OffsetDateTime) value;
            case CHAR, VARCHAR, NCHAR, NVARCHAR -> TemporalText.parse((String) value, from, to, style);
            case BIT, TINYINT, SMALLINT, INT, BIGINT, DECIMAL, MONEY, SMALLMONEY, REAL, FLOAT ->
                fromDays(value, from, to);
            case BINARY, VARBINARY, UNIQUEIDENTIFIER, XML, SQL_VARIANT -> throw ConversionErrors.error(from, to);
        };
        return fit(at, from, to);
    }

    private static OffsetDateTime fromDays(Object value, SqlType from, SqlType to) {
        BigDecimal days =
                new BigDecimal(ToNumber.convert(value, from, SqlType.FLOAT).toString());
        long ticks = days.multiply(BigDecimal.valueOf(25_920_000L))
                .setScale(0, java.math.RoundingMode.HALF_UP)
                .longValue();
        if (Math.abs(days.doubleValue()) > 3_000_000) {
            throw ConversionErrors.overflow(to);
        }
        return ZERO.plusDays(Math.floorDiv(ticks, 25_920_000L))
                .plusNanos(Math.floorMod(ticks, 25_920_000L) * 10_000_000L / 3)
                .atOffset(ZoneOffset.UTC);
    }

    private static Object fit(OffsetDateTime at, SqlType from, SqlType to) {
        LocalDateTime local = at.toLocalDateTime();
        return switch (to.kind()) {
            case DATE -> local.toLocalDate();
            case TIME -> round(local, to.scale()).toLocalTime();
            case DATETIME -> {
                LocalDateTime ticks = toTicks(local);
                if (ticks.isBefore(DATETIME_MIN) || ticks.getYear() > 9999) {
                    throw ConversionErrors.dateOutOfRange(from, to);
                }
                yield ticks;
            }
            case SMALLDATETIME -> {
                if (local.isBefore(ZERO) || local.isAfter(SMALLDATETIME_MAX)) {
                    throw ConversionErrors.dateOutOfRange(from, to);
                }
                yield local.plusNanos(30_001_000_000L).truncatedTo(ChronoUnit.MINUTES);
            }
            case DATETIME2 -> round(local, to.scale());
            default -> round(local, to.scale()).atOffset(at.getOffset());
        };
    }

    static LocalDateTime round(LocalDateTime value, int scale) {
        long unit = UNIT_NANOS[scale];
        long nanos = value.get(ChronoField.NANO_OF_SECOND);
        long rounded = (nanos + unit / 2) / unit * unit;
        LocalDateTime result = value.minusNanos(nanos).plusNanos(rounded);
        return result.getYear() > 9999 ? value.minusNanos(nanos % unit) : result;
    }

    /** Three hundredths of a second, as datetime has them: .000, .003, .007. */
    static LocalDateTime toTicks(LocalDateTime value) {
        long ticks = (value.get(ChronoField.NANO_OF_SECOND) * 300L + 500_000_000L) / 1_000_000_000L;
        LocalDateTime second = value.truncatedTo(ChronoUnit.SECONDS);
        return second.plusNanos(tickNanos(ticks));
    }

    private static long tickNanos(long ticks) {
        return Math.round(ticks * 10 / 3d) * 1_000_000L;
    }

    static boolean isOld(SqlType type) {
        return type.kind() == Kind.DATETIME || type.kind() == Kind.SMALLDATETIME;
    }
}
