package io.sqlserversim.types;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.types.SqlType.Kind;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Dates and times as text, by the styles of CONVERT. */
final class TemporalFormat {
    private TemporalFormat() {}

    static String format(Object value, SqlType type, int style) {
        int effective =
                style == Conversions.NO_STYLE || (style == 0 && !ToTemporal.isOld(type)) ? byDefault(type) : style;
        OffsetDateTime at = at(value, type);
        boolean date = type.kind() != Kind.TIME;
        boolean time = type.kind() != Kind.DATE;
        return switch (effective) {
            case 0, 100 -> old(at, date, time, "");
            case 1 -> pattern(at, "MM/dd/yy");
            case 101 -> pattern(at, "MM/dd/yyyy");
            case 102 -> pattern(at, "yyyy.MM.dd");
            case 3 -> pattern(at, "dd/MM/yy");
            case 103 -> pattern(at, "dd/MM/yyyy");
            case 104 -> pattern(at, "dd.MM.yyyy");
            case 105 -> pattern(at, "dd-MM-yyyy");
            case 106 -> pattern(at, "dd MMM yyyy");
            case 107 -> pattern(at, "MMM dd, yyyy");
            case 8, 24, 108 -> pattern(at, "HH:mm:ss");
            case 110 -> pattern(at, "MM-dd-yyyy");
            case 111 -> pattern(at, "yyyy/MM/dd");
            case 12 -> pattern(at, "yyMMdd");
            case 112 -> pattern(at, "yyyyMMdd");
            case 9, 109 -> old(at, date, time, ":" + pattern(at, "ss") + between(type) + fraction(at, type));
            case 13, 113 -> pattern(at, "dd MMM yyyy HH:mm:ss") + between(type) + fraction(at, type);
            case 2 -> pattern(at, "yy.MM.dd");
            case 4 -> pattern(at, "dd.MM.yy");
            case 5 -> pattern(at, "dd-MM-yy");
            case 6 -> pattern(at, "dd MMM yy");
            case 7 -> pattern(at, "MMM dd, yy");
            case 10 -> pattern(at, "MM-dd-yy");
            case 11 -> pattern(at, "yy/MM/dd");
            case 14, 114 -> pattern(at, "HH:mm:ss") + between(type) + fraction(at, type);
            case 20, 120 -> iso(at, type, date, time, false, " ");
            case 21, 25, 121 -> iso(at, type, date, time, true, " ");
            case 23 -> pattern(at, "yyyy-MM-dd");
            case 126 -> iso(at, type, date, time, hasFraction(at, type), "T");
            case 127 -> utc(at, type, date, time);
            default ->
                throw new SqlError(
                        281,
                        16,
                        1,
                        effective + " is not a valid style number when converting from " + TypeNames.name(type)
                                + " to a character string.");
        };
    }

    private static int byDefault(SqlType type) {
        return ToTemporal.isOld(type) ? 0 : 121;
    }

    private static OffsetDateTime at(Object value, SqlType type) {
        return switch (type.kind()) {
            case DATE -> ((LocalDate) value).atStartOfDay().atOffset(ZoneOffset.UTC);
            case TIME ->
                LocalDateTime.of(ToTemporal.ZERO.toLocalDate(), (LocalTime) value)
                        .atOffset(ZoneOffset.UTC);
            case DATETIMEOFFSET -> (OffsetDateTime) value;
            default -> ((LocalDateTime) value).atOffset(ZoneOffset.UTC);
        };
    }

    private static String pattern(OffsetDateTime at, String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).format(at);
    }

    /** What stands before a fraction in the older styles. */
    private static String between(SqlType type) {
        return ToTemporal.isOld(type) ? ":" : ".";
    }

    private static String old(OffsetDateTime at, boolean date, boolean time, String seconds) {
        String day = String.format(Locale.ROOT, "%2d", at.getDayOfMonth());
        String datePart = pattern(at, "MMM ") + day + pattern(at, " yyyy");
        int hour = at.getHour() % 12 == 0 ? 12 : at.getHour() % 12;
        String timePart = String.format(
                Locale.ROOT, "%2d:%02d%s%s", hour, at.getMinute(), seconds, at.getHour() < 12 ? "AM" : "PM");
        return date && time ? datePart + " " + timePart : date ? datePart : timePart.strip();
    }

    private static String iso(
            OffsetDateTime at, SqlType type, boolean date, boolean time, boolean fraction, String between) {
        StringBuilder text = new StringBuilder();
        if (date) {
            text.append(pattern(at, "yyyy-MM-dd"));
        }
        if (date && time) {
            text.append(between);
        }
        if (time) {
            text.append(pattern(at, "HH:mm:ss"));
            String digits = fraction(at, type);
            if (fraction && !digits.isEmpty()) {
                text.append('.').append(digits);
            }
        }
        if (type.kind() == Kind.DATETIMEOFFSET) {
            text.append(between.equals(" ") ? " " : "").append(zone(at));
        }
        return text.toString();
    }

    private static String utc(OffsetDateTime at, SqlType type, boolean date, boolean time) {
        if (type.kind() != Kind.DATETIMEOFFSET) {
            return iso(at, type, date, time, hasFraction(at, type), "T");
        }
        OffsetDateTime utc = at.withOffsetSameInstant(ZoneOffset.UTC);
        String text = iso(utc, type, date, time, hasFraction(at, type), "T");
        return text.substring(0, text.length() - 6) + "Z";
    }

    private static boolean hasFraction(OffsetDateTime at, SqlType type) {
        return at.getNano() != 0 || !ToTemporal.isOld(type);
    }

    private static String zone(OffsetDateTime at) {
        int minutes = at.getOffset().getTotalSeconds() / 60;
        return String.format(
                Locale.ROOT, "%s%02d:%02d", minutes < 0 ? "-" : "+", Math.abs(minutes) / 60, Math.abs(minutes) % 60);
    }

    private static String fraction(OffsetDateTime at, SqlType type) {
        int digits = switch (type.kind()) {
            case DATETIME -> 3;
            case SMALLDATETIME, DATE -> 0;
            default -> type.scale();
        };
        return String.format(Locale.ROOT, "%09d", at.getNano()).substring(0, digits);
    }
}
