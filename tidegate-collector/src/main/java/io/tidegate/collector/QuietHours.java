package io.tidegate.collector;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Hours in which a server is left alone: not even probed. By the wall clock of a zone, daylight saving time included.
 * Immutable.
 *
 * @param zone whose wall clock
 * @param spans when; empty for never
 */
public record QuietHours(ZoneId zone, List<Span> spans) {
    /** Never. */
    public static final QuietHours NEVER = new QuietHours(ZoneOffset.UTC, List.of());

    /** Copies the list. */
    public QuietHours {
        spans = List.copyOf(spans);
    }

    /**
     * A stretch of each of some days. Immutable.
     *
     * @param days the days on which it begins; never empty
     * @param from inclusive
     * @param to exclusive; at or before {@code from} it lies on the next day
     */
    public record Span(Set<DayOfWeek> days, LocalTime from, LocalTime to) {
        /** Copies the set. */
        public Span {
            days = Set.copyOf(days);
        }

        private boolean has(ZonedDateTime at) {
            LocalTime time = at.toLocalTime();
            boolean overnight = !from.isBefore(to);
            boolean begunToday = days.contains(at.getDayOfWeek()) && !time.isBefore(from);
            if (!overnight) {
                return begunToday && time.isBefore(to);
            }
            return begunToday || (days.contains(at.getDayOfWeek().minus(1)) && time.isBefore(to));
        }
    }

    /**
     * Whether it is quiet.
     *
     * @param at an instant
     * @return the words for it, such as {@code quiet hours until 06:00 Europe/Berlin}; empty when it is not
     */
    public Optional<String> at(Instant at) {
        ZonedDateTime here = at.atZone(zone);
        return spans.stream()
                .filter(span -> span.has(here))
                .map(span -> "quiet hours until " + span.to() + " " + zone)
                .findFirst();
    }
}
