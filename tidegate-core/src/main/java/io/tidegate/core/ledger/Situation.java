package io.tidegate.core.ledger;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a source is like at the moment at which work is planned. Immutable.
 *
 * @param sourceNow the source's clock
 * @param firstContact start of the interval that was open at the first successful probe
 * @param options the source's options
 * @param clock tells settled intervals
 * @param layout which reads are cheap
 * @param horizon how far back history is wanted; the retention
 * @param recoveryFork the database's recovery fork; empty where it is not seen
 * @param hasOtherGroups whether the source says that other replica groups than the local one may report to it
 */
public record Situation(
        Instant sourceNow,
        Instant firstContact,
        QueryStoreOptions options,
        IntervalClock clock,
        Layout layout,
        Duration horizon,
        String recoveryFork,
        boolean hasOtherGroups) {
    /** The default horizon. */
    public static final Duration DEFAULT_HORIZON = Duration.ofDays(400);

    /**
     * Of a source whose recovery fork is not seen, and of which no other replica group is known.
     *
     * @param sourceNow as the component
     * @param firstContact as the component
     * @param options as the component
     * @param clock as the component
     * @param layout as the component
     * @param horizon as the component
     */
    public Situation(
            Instant sourceNow,
            Instant firstContact,
            QueryStoreOptions options,
            IntervalClock clock,
            Layout layout,
            Duration horizon) {
        this(sourceNow, firstContact, options, clock, layout, horizon, "", false);
    }

    /**
     * The length of an interval.
     *
     * @return as the options say; at least a minute
     */
    public Duration intervalLength() {
        return Duration.ofMinutes(Math.max(1, options.intervalLengthMinutes()));
    }

    /**
     * Whether an interval is not too old for us.
     *
     * @param interval any of the source's
     * @return false when the retention would remove its rows at once
     */
    public boolean isWanted(RuntimeStatsInterval interval) {
        return isWanted(interval, sourceNow, horizon);
    }

    /** The same for readers; all are wanted where the horizon is not known. */
    static boolean isWanted(RuntimeStatsInterval interval, Instant sourceNow, @Nullable Duration horizon) {
        return horizon == null || interval.end().isAfter(sourceNow.minus(horizon));
    }

    /**
     * The oldest interval end that is not wanted any more.
     *
     * @return the source's clock less the horizon
     */
    public Instant oldestWanted() {
        return sourceNow.minus(horizon);
    }
}
