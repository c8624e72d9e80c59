package io.tidegate.core.state;

import io.tidegate.core.model.SeriesKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of state. Immutable.
 *
 * @param series whose
 * @param at when it was first seen, by the source's clock: it happened after the reading before
 * @param kind what changed
 * @param subject on what: an option's name, {@code plan 7}, {@code query 3}
 * @param queryId the query, where one is meant
 * @param planId the plan, where one is meant
 * @param oldValue before; null when there was nothing
 * @param newValue after; null when there is nothing any more
 */
public record StateEvent(
        SeriesKey series,
        Instant at,
        EventKind kind,
        String subject,
        @Nullable Long queryId,
        @Nullable Long planId,
        @Nullable String oldValue,
        @Nullable String newValue) {
    /**
     * The begin of a new epoch.
     *
     * @param next the new epoch
     * @param at the source's clock
     * @return an event of the new epoch
     */
    public static StateEvent newEpoch(SeriesKey next, Instant at) {
        return new StateEvent(
                next,
                at,
                EventKind.NEW_EPOCH,
                "epoch",
                null,
                null,
                Integer.toString(next.epoch() - 1),
                Integer.toString(next.epoch()));
    }

    /**
     * Another name of the database.
     *
     * @param series its current epoch
     * @param at the source's clock when that was settled
     * @param before its name before
     * @param after its name from now on
     * @return an event of that epoch
     */
    public static StateEvent renamed(SeriesKey series, Instant at, String before, String after) {
        return new StateEvent(series, at, EventKind.DATABASE_RENAMED, "name", null, null, before, after);
    }
}
