package io.tidegate.core.ledger;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/**
 * Tells by the source's clock in which phase an interval is. Immutable.
 *
 * @param flush the source's data flush interval: executions may lie in its memory that long
 * @param margin what is waited beyond it, since registration is asynchronous
 */
public record IntervalClock(Duration flush, Duration margin) {
    /** The default margin. */
    public static final Duration DEFAULT_MARGIN = Duration.ofSeconds(60);

    /** Checks that neither is negative. */
    public IntervalClock {
        if (flush.isNegative() || margin.isNegative()) {
            throw new IllegalArgumentException(
                    "flush and margin must not be negative, were " + flush + " and " + margin);
        }
    }

    /**
     * The clock of a source with the default margin.
     *
     * @param options its options
     * @return flush interval and 60 s
     */
    public static IntervalClock of(QueryStoreOptions options) {
        return new IntervalClock(Duration.ofSeconds(Math.max(0, options.flushIntervalSeconds())), DEFAULT_MARGIN);
    }

    /**
     * The clock of a source whose options may not be known.
     *
     * @param options its options
     * @return with Query Store's own flush interval, 15 minutes, where they are not
     */
    public static IntervalClock of(Optional<QueryStoreOptions> options) {
        return options.map(IntervalClock::of)
                .orElseGet(() -> new IntervalClock(Duration.ofMinutes(15), DEFAULT_MARGIN));
    }

    /**
     * The phase of an interval.
     *
     * @param interval which
     * @param sourceNow the source's clock
     * @return settled only after {@link #settlesAfter} has passed
     */
    public Phase phase(RuntimeStatsInterval interval, Instant sourceNow) {
        if (sourceNow.isBefore(interval.end())) {
            return Phase.OPEN;
        }
        return sourceNow.isAfter(settlesAfter(interval)) ? Phase.SETTLED : Phase.CLOSED;
    }

    /**
     * Whether an interval is settled.
     *
     * @param interval which
     * @param sourceNow the source's clock
     * @return true when late and in-memory rows have arrived
     */
    public boolean isSettled(RuntimeStatsInterval interval, Instant sourceNow) {
        return phase(interval, sourceNow) == Phase.SETTLED;
    }

    /**
     * The last instant at which an interval is not settled yet.
     *
     * @param interval which
     * @return end + flush + margin, by the source's clock
     */
    public Instant settlesAfter(RuntimeStatsInterval interval) {
        return interval.end().plus(flush).plus(margin);
    }

    /**
     * When the next one of some intervals settles.
     *
     * @param intervals any
     * @param sourceNow the source's clock
     * @return the earliest {@link #settlesAfter} among those not settled; empty when all are
     */
    public Optional<Instant> nextSettle(Collection<RuntimeStatsInterval> intervals, Instant sourceNow) {
        return intervals.stream()
                .filter(interval -> !isSettled(interval, sourceNow))
                .map(this::settlesAfter)
                .min(Instant::compareTo);
    }

    /** Where an interval is in its life at the source. */
    public enum Phase {
        /** Its end has not come. */
        OPEN,
        /** Its end has passed; rows may still come. */
        CLOSED,
        /** All rows have arrived. */
        SETTLED
    }
}
