package io.tidegate.core.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * What is done once per hour or day of the source's clock and database: by the source's hour, so that a source whose
 * clock runs faster gets its duties in its own time. A server's hour and day begin at an instant of its own, so that a fleet's
 * duties are spread. What was done is not stored: after a start each is done once, and then at the same instants as before it.
 * Immutable.
 *
 * @param lastDone the source's clock when each was done last; absent when it never was
 * @param phase how long after midnight, UTC, the server's day begins; its hours begin as long after the full hour as that does
 */
public record HourlyDuties(Map<Duty, Instant> lastDone, Duration phase) {
    /** Lists of up to this many intervals are read whole every hour, longer ones every day. */
    public static final long HOURLY_LIST = 5_000;

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    /** Copies the map. */
    public HourlyDuties {
        lastDone = Map.copyOf(lastDone);
    }

    /**
     * Nothing was done yet.
     *
     * @param server its name, by which the duties of a fleet are spread
     * @return all due
     */
    public static HourlyDuties of(String server) {
        return new HourlyDuties(Map.of(), Spread.phase(server, DAY));
    }

    /**
     * Of another database or epoch on the same server.
     *
     * @return nothing done, at the same phase
     */
    public HourlyDuties anew() {
        return new HourlyDuties(Map.of(), phase);
    }

    /**
     * What is due.
     *
     * @param sourceNow the source's clock
     * @param listed how many intervals the source lists
     * @return duties not done yet in this hour, or day, of the server; all that were done more than an hour ahead of this clock, which
     *     was wrong then
     */
    public Set<Duty> due(Instant sourceNow, long listed) {
        Set<Duty> due = EnumSet.noneOf(Duty.class);
        for (Duty duty : Duty.values()) {
            Instant last = lastDone.get(duty);
            Duration period = duty == Duty.WHOLE_LIST && listed > HOURLY_LIST ? DAY : HOUR;
            if (last == null || turn(sourceNow, period) > turn(last, period) || sourceNow.isBefore(last.minus(HOUR))) {
                due.add(duty);
            }
        }
        return due;
    }

    private long turn(Instant at, Duration period) {
        return Math.floorDiv(at.getEpochSecond() - phase.toSeconds(), period.toSeconds());
    }

    /**
     * After a duty was done, or there was nothing to do; one that was deferred or failed stays due.
     *
     * @param duty which
     * @param sourceNow the source's clock
     * @return with it
     */
    public HourlyDuties done(Duty duty, Instant sourceNow) {
        Map<Duty, Instant> next = new EnumMap<>(Duty.class);
        next.putAll(lastDone);
        next.put(duty, sourceNow);
        return new HourlyDuties(next, phase);
    }

    /** What is done by the hour. */
    public enum Duty {
        /** Read the whole interval list. */
        WHOLE_LIST,
        /** Count held intervals that no census has verified, and the month's sample. */
        CENSUS,
        /** Read options, hints and what else is light of Query Store's own state. */
        STATE,
        /** Read what was compiled and what is forced, under a lease. */
        FORCING
    }
}
