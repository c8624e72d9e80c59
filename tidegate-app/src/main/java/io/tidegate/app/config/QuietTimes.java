package io.tidegate.app.config;

import io.tidegate.collector.QuietHours;
import io.tidegate.collector.QuietHours.Span;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads quiet hours. Thread-safe, no state. */
final class QuietTimes {
    private static final Pattern SPAN = Pattern.compile(
            "(?:([A-Z]{3})(?:-([A-Z]{3}))?\\s+)?([0-2]\\d:[0-5]\\d)\\s*-\\s*([0-2]\\d:[0-5]\\d)",
            Pattern.CASE_INSENSITIVE);
    private static final int SHORT_NAME = 3;

    private QuietTimes() {}

    static QuietHours read(ConfigNode node) {
        ZoneId zone = node.parsed(
                "zone", ZoneOffset.UTC, QuietTimes::zone, "must be a time zone, such as UTC or Europe/Berlin");
        List<Span> spans = node.parsedList(
                "times",
                QuietTimes::span,
                "must be days and times, such as 'Mon-Fri 22:00-06:00' or '02:00-03:00', that end at another time than they begin"
                        + " (a whole day is 00:00-24:00; servers[].enabled: false switches a server off)");
        node.refuseUnknownKeys();
        return new QuietHours(zone, spans);
    }

    private static Optional<ZoneId> zone(String text) {
        try {
            return Optional.of(ZoneId.of(text));
        } catch (DateTimeException unknown) {
            return Optional.empty();
        }
    }

    private static Optional<Span> span(String text) {
        Matcher m = SPAN.matcher(text);
        if (!m.matches()) {
            return Optional.empty();
        }
        Set<DayOfWeek> days = m.group(1) == null
                ? EnumSet.allOf(DayOfWeek.class)
                : days(m.group(1), m.group(2) == null ? m.group(1) : m.group(2));
        Optional<LocalTime> from = time(m.group(3));
        Optional<LocalTime> to = time(m.group(4));
        boolean isWholeDay = m.group(3).equals("00:00") && m.group(4).equals("24:00");
        return days.isEmpty() || from.isEmpty() || to.isEmpty() || (from.equals(to) && !isWholeDay)
                ? Optional.empty()
                : Optional.of(new Span(days, from.get(), to.get()));
    }

    /** From one day to the other, over the week's end too; empty when either is none. */
    private static Set<DayOfWeek> days(String first, String last) {
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        Optional<DayOfWeek> from = day(first);
        Optional<DayOfWeek> to = day(last);
        if (from.isPresent() && to.isPresent()) {
            for (DayOfWeek at = from.get(); at != to.get(); at = at.plus(1)) {
                days.add(at);
            }
            days.add(to.get());
        }
        return days;
    }

    private static Optional<DayOfWeek> day(String name) {
        for (DayOfWeek day : DayOfWeek.values()) {
            if (day.name().substring(0, SHORT_NAME).equals(name.toUpperCase(Locale.ROOT))) {
                return Optional.of(day);
            }
        }
        return Optional.empty();
    }

    /** 24:00 is the midnight at which the day ends. */
    private static Optional<LocalTime> time(String text) {
        try {
            return Optional.of(text.equals("24:00") ? LocalTime.MIDNIGHT : LocalTime.parse(text));
        } catch (DateTimeException none) {
            return Optional.empty();
        }
    }
}
