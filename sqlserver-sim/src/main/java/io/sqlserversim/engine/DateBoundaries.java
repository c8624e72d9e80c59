package io.sqlserversim.engine;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.Locale;

/** Parts of dates, and how many of their borders lie between two. DATEDIFF counts weeks from Sunday on, whatever DATEFIRST says. */
final class DateBoundaries {
    private DateBoundaries() {}

    static long between(DatePart part, LocalDateTime from, LocalDateTime to) {
        return switch (part) {
            case YEAR -> (long) to.getYear() - from.getYear();
            case QUARTER -> quarters(to) - quarters(from);
            case MONTH -> months(to) - months(from);
            case DAY, DAYOFYEAR, WEEKDAY -> ChronoUnit.DAYS.between(from.toLocalDate(), to.toLocalDate());
            case WEEK, ISO_WEEK ->
                ChronoUnit.DAYS.between(sunday(from).toLocalDate(), sunday(to).toLocalDate()) / 7;
            case HOUR -> ChronoUnit.HOURS.between(from.truncatedTo(ChronoUnit.HOURS), to.truncatedTo(ChronoUnit.HOURS));
            case MINUTE ->
                ChronoUnit.MINUTES.between(from.truncatedTo(ChronoUnit.MINUTES), to.truncatedTo(ChronoUnit.MINUTES));
            case SECOND ->
                ChronoUnit.SECONDS.between(from.truncatedTo(ChronoUnit.SECONDS), to.truncatedTo(ChronoUnit.SECONDS));
            case MILLISECOND, MICROSECOND, NANOSECOND -> fine(part, from, to);
            case TZOFFSET ->
                throw new SqlError(
                        9806, 16, 1, "The datepart tzoffset is not supported by date function" + " datediff.");
        };
    }

    private static long fine(DatePart part, LocalDateTime from, LocalDateTime to) {
        ChronoUnit unit = part == DatePart.MILLISECOND
                ? ChronoUnit.MILLIS
                : part == DatePart.MICROSECOND ? ChronoUnit.MICROS : ChronoUnit.NANOS;
        Duration between = Duration.between(from.truncatedTo(unit), to.truncatedTo(unit));
        try {
            return part == DatePart.NANOSECOND
                    ? between.toNanos()
                    : part == DatePart.MICROSECOND
                            ? Math.addExact(
                                    Math.multiplyExact(between.toSeconds(), 1_000_000L), between.toNanosPart() / 1000)
                            : between.toMillis();
        } catch (ArithmeticException e) {
            throw new SqlError(
                    535,
                    16,
                    0,
                    "The datediff function resulted in an overflow. The number of dateparts"
                            + " separating two date/time instances is too large. Try to use datediff with a less precise"
                            + " datepart.");
        }
    }

    private static long months(LocalDateTime at) {
        return at.getYear() * 12L + at.getMonthValue();
    }

    private static long quarters(LocalDateTime at) {
        return at.getYear() * 4L + (at.getMonthValue() - 1) / 3;
    }

    private static LocalDateTime sunday(LocalDateTime at) {
        return at.minusDays(at.getDayOfWeek().getValue() % 7);
    }

    /** The first day of the week is that of DATEFIRST: 1 for Monday to 7 for Sunday. */
    static int value(DatePart part, OffsetDateTime at, int firstDay) {
        return switch (part) {
            case YEAR -> at.getYear();
            case QUARTER -> (at.getMonthValue() - 1) / 3 + 1;
            case MONTH -> at.getMonthValue();
            case DAYOFYEAR -> at.getDayOfYear();
            case DAY -> at.getDayOfMonth();
            case WEEK -> week(at, firstDay);
            case ISO_WEEK -> at.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
            case WEEKDAY -> (at.getDayOfWeek().getValue() - firstDay + 7) % 7 + 1;
            case HOUR -> at.getHour();
            case MINUTE -> at.getMinute();
            case SECOND -> at.getSecond();
            case MILLISECOND -> at.getNano() / 1_000_000;
            case MICROSECOND -> at.getNano() / 1_000;
            case NANOSECOND -> at.getNano();
            case TZOFFSET -> at.getOffset().getTotalSeconds() / 60;
        };
    }

    private static int week(OffsetDateTime at, int firstDay) {
        int before = (at.withDayOfYear(1).getDayOfWeek().getValue() - firstDay + 7) % 7;
        return (at.getDayOfYear() - 1 + before) / 7 + 1;
    }

    static String name(DatePart part, OffsetDateTime at, int firstDay) {
        return switch (part) {
            case MONTH -> at.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case WEEKDAY -> at.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case TZOFFSET -> {
                int minutes = at.getOffset().getTotalSeconds() / 60;
                yield String.format(
                        Locale.ROOT,
                        "%s%02d:%02d",
                        minutes < 0 ? "-" : "+",
                        Math.abs(minutes) / 60,
                        Math.abs(minutes) % 60);
            }
            default -> Integer.toString(value(part, at, firstDay));
        };
    }

    /** The instant at which a part begins, for DATETRUNC. */
    static OffsetDateTime begin(DatePart part, OffsetDateTime at, int firstDay) {
        OffsetDateTime day = at.truncatedTo(ChronoUnit.DAYS);
        return switch (part) {
            case YEAR -> day.withDayOfYear(1);
            case QUARTER -> day.withDayOfMonth(1).withMonth((at.getMonthValue() - 1) / 3 * 3 + 1);
            case MONTH -> day.withDayOfMonth(1);
            case DAY, DAYOFYEAR -> day;
            case WEEK -> day.minusDays((at.getDayOfWeek().getValue() - firstDay + 7) % 7);
            case ISO_WEEK -> day.minusDays(at.getDayOfWeek().getValue() - 1L);
            case HOUR -> at.truncatedTo(ChronoUnit.HOURS);
            case MINUTE -> at.truncatedTo(ChronoUnit.MINUTES);
            case SECOND -> at.truncatedTo(ChronoUnit.SECONDS);
            case MILLISECOND -> at.truncatedTo(ChronoUnit.MILLIS);
            case MICROSECOND -> at.truncatedTo(ChronoUnit.MICROS);
            case WEEKDAY, NANOSECOND, TZOFFSET ->
                throw new SqlError(
                        9810,
                        16,
                        1,
                        "The datepart " + part.name().toLowerCase(Locale.ROOT)
                                + " is not supported by date function datetrunc for data type datetime2.");
        };
    }
}
