package io.tidegate.core.ledger;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * What is done once per hour or day of the source's clock and database: by the source's hour, so that a source whose
 * clock runs faster gets its duties in its own time. Immutable.
 *
 * @param lastDone the source's hour (or day) in which each was done last; absent when it never was
 */
public record HourlyDuties(Map<Duty, Instant> lastDone) {
    /** Lists of up to this many intervals are read whole every hour, longer ones every day. */
    public static final long HOURLY_LIST = 5_000;

    /** Nothing was done yet. */
    public static final HourlyDuties NONE = new HourlyDuties(Map.of());

    /** Copies the map. */
    public HourlyDuties {
        lastDone = Map.copyOf(lastDone);
    }

    /**
     * What is due.
     *
     * @param sourceNow the source's clock
     * @param listed how many intervals the source lists
     * @return duties not done yet in this hour, or day
     */
    public Set<Duty> due(Instant sourceNow, long listed) {
        Set<Duty> due = EnumSet.noneOf(Duty.class);
        for (Duty duty : Duty.values()) {
            Instant last = lastDone.get(duty);
            ChronoUnit unit = duty == Duty.WHOLE_LIST && listed > HOURLY_LIST ? ChronoUnit.DAYS : ChronoUnit.HOURS;
            if (last == null || sourceNow.truncatedTo(unit).isAfter(last.truncatedTo(unit))) {
                due.add(duty);
            }
        }
        return due;
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
        return new HourlyDuties(next);
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
