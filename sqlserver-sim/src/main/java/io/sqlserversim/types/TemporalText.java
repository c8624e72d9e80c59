package io.sqlserversim.types;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates and times out of text, language us_english, order mdy. */
final class TemporalText {
    private static final String TIME = "(?<hour>\\d{1,2})(?::(?<minute>\\d{1,2})(?::(?<second>\\d{1,2})"
            + "(?:[.:](?<fraction>\\d{1,9}))?)?)?\\s*(?<half>[AaPp][Mm])?"
            + "\\s*(?<zone>Z|z|[+-]\\d{1,2}:\\d{2})?";
    private static final List<Pattern> DATES = List.of(
            Pattern.compile("(?<year>\\d{4})-(?<month>\\d{1,2})-(?<day>\\d{1,2})"),
            Pattern.compile("(?<year>\\d{4})[/.](?<month>\\d{1,2})[/.](?<day>\\d{1,2})"),
            Pattern.compile("(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})"),
            Pattern.compile("(?<month>\\d{1,2})[-/.](?<day>\\d{1,2})[-/.](?<year>\\d{4}|\\d{2})"),
            Pattern.compile("(?<word>[A-Za-z]{3,9})\\.?\\s+(?<day>\\d{1,2}),?\\s+(?<year>\\d{4})"),
            Pattern.compile("(?<day>\\d{1,2})\\s+(?<word>[A-Za-z]{3,9}),?\\s+(?<year>\\d{4})"));
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final Pattern TIME_ONLY = Pattern.compile(TIME);
    private static final Pattern AFTER_DATE = Pattern.compile("(?:[Tt]|\\s+)" + TIME);
    private static final Pattern ZONE_ONLY = Pattern.compile("\\s*(?<zone>Z|z|[+-]\\d{1,2}:\\d{2})");

    private TemporalText() {}

    static OffsetDateTime parse(String text, SqlType from, SqlType to, int style) {
        String trimmed = text.strip();
        if (trimmed.isEmpty()) {
            return ToTemporal.ZERO.atOffset(ZoneOffset.UTC);
        }
        try {
            return parse(trimmed, to, style);
        } catch (DateTimeException e) {
            if (ToTemporal.isOld(to)) {
                throw ConversionErrors.dateOutOfRange(from, to);
            }
            throw ConversionErrors.badDate();
        }
    }

    private static OffsetDateTime parse(String text, SqlType to, int style) {
        for (Pattern pattern : DATES) {
            Matcher date = pattern.matcher(text);
            if (date.lookingAt()) {
                LocalDate day = date(date, style);
                String rest = text.substring(date.end());
                if (rest.isEmpty()) {
                    return day.atStartOfDay().atOffset(ZoneOffset.UTC);
                }
                Matcher zone = ZONE_ONLY.matcher(rest);
                if (zone.matches()) {
                    return day.atStartOfDay().atOffset(zone(zone));
                }
                Matcher time = AFTER_DATE.matcher(rest);
                if (time.matches()) {
                    return at(day, time, to);
                }
            }
        }
        Matcher time = TIME_ONLY.matcher(text);
        if (time.matches() && (time.group("minute") != null || time.group("half") != null)) {
            return at(ToTemporal.ZERO.toLocalDate(), time, to);
        }
        throw ConversionErrors.badDate();
    }

    private static LocalDate date(Matcher date, int style) {
        int year = Integer.parseInt(date.group("year"));
        if (date.group("year").length() == 2) {
            year += year < 50 ? 2000 : 1900;
        }
        int day = Integer.parseInt(date.group("day"));
        boolean named = date.pattern().pattern().contains("<word>");
        int month = named ? month(date.group("word")) : Integer.parseInt(date.group("month"));
        boolean dayFirst = (style == 103 || style == 104 || style == 105) && date.start("month") < date.start("day");
        if (dayFirst && date.start("month") == 0) {
            return LocalDate.of(year, day, month);
        }
        return LocalDate.of(year, month, day);
    }

    private static int month(String word) {
        int month = MONTHS.indexOf(word.substring(0, 3).toLowerCase(Locale.ROOT)) + 1;
        if (month == 0) {
            throw ConversionErrors.badDate();
        }
        return month;
    }

    private static OffsetDateTime at(LocalDate day, Matcher time, SqlType to) {
        int hour = Integer.parseInt(time.group("hour"));
        String half = time.group("half");
        if (half != null) {
            hour = hour % 12 + (half.equalsIgnoreCase("PM") ? 12 : 0);
        } else if (time.group("minute") == null) {
            throw ConversionErrors.badDate();
        }
        int minute = number(time.group("minute"));
        int second = number(time.group("second"));
        String fraction = time.group("fraction");
        if (fraction != null && fraction.length() > (ToTemporal.isOld(to) ? 3 : 7)) {
            throw ConversionErrors.badDate();
        }
        int nanos = fraction == null ? 0 : Integer.parseInt((fraction + "000000000").substring(0, 9));
        LocalDateTime local = LocalDateTime.of(day, LocalTime.of(hour, minute, second, nanos));
        if (time.group("zone") == null) {
            return local.atOffset(ZoneOffset.UTC);
        }
        ZoneOffset zone = zone(time);
        boolean keeps = to.kind() == SqlType.Kind.DATETIMEOFFSET;
        boolean old = ToTemporal.isOld(to) && !zone.equals(ZoneOffset.UTC);
        if (old) {
            throw ConversionErrors.badDate();
        }
        return keeps ? local.atOffset(zone) : local.atOffset(ZoneOffset.UTC);
    }

    private static int number(@org.jspecify.annotations.Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private static ZoneOffset zone(Matcher matcher) {
        String zone = matcher.group("zone");
        if (zone.equalsIgnoreCase("Z")) {
            return ZoneOffset.UTC;
        }
        int colon = zone.indexOf(':');
        int hours = Integer.parseInt(zone.substring(1, colon));
        int minutes = Integer.parseInt(zone.substring(colon + 1));
        if (hours > 14 || minutes > 59) {
            throw ConversionErrors.badDate();
        }
        int seconds = (hours * 60 + minutes) * 60;
        return ZoneOffset.ofTotalSeconds(zone.charAt(0) == '-' ? -seconds : seconds);
    }
}
