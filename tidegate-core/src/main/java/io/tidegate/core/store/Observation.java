package io.tidegate.core.store;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a probe of one database saw. Immutable.
 *
 * @param series whose Query Store
 * @param sourceNow the source's clock
 * @param listed intervals of the source's list that may be new or changed, ascending by id
 * @param complete ids of which {@code listed} has all that the source lists: others of these are gone from the source, and
 *     nothing is said of any other id
 * @param lowestId the source's lowest interval id: those below are gone from the source; {@link Long#MIN_VALUE} when
 *     unknown
 * @param options options and state as read; null when they, and the recovery fork, are as they were observed last
 * @param kinds what the source keeps per interval: for each of these the intervals are listed
 * @param recoveryFork the database's recovery fork; empty where it was not seen: what was seen before stays
 */
public record Observation(
        SeriesKey series,
        Instant sourceNow,
        List<RuntimeStatsInterval> listed,
        IdRange complete,
        long lowestId,
        @Nullable QueryStoreOptions options,
        Set<Kind> kinds,
        String recoveryFork) {
    /** Copies the kinds. */
    public Observation {
        kinds = Set.copyOf(kinds);
    }

    /**
     * Of a source whose recovery fork was not seen.
     *
     * @param series as the component
     * @param sourceNow as the component
     * @param listed as the component
     * @param wholeList whether it has all ids, or says of none that it is gone
     * @param lowestId as the component
     * @param options as the component
     * @param kinds as the component
     */
    public Observation(
            SeriesKey series,
            Instant sourceNow,
            List<RuntimeStatsInterval> listed,
            boolean wholeList,
            long lowestId,
            @Nullable QueryStoreOptions options,
            Set<Kind> kinds) {
        this(series, sourceNow, listed, wholeList ? IdRange.ALL : IdRange.NONE, lowestId, options, kinds, "");
    }

    /**
     * Of a source without wait stats.
     *
     * @param series as the component
     * @param sourceNow as the component
     * @param listed as the component
     * @param wholeList whether it has all ids, or says of none that it is gone
     * @param lowestId as the component
     * @param options as the component
     */
    public Observation(
            SeriesKey series,
            Instant sourceNow,
            List<RuntimeStatsInterval> listed,
            boolean wholeList,
            long lowestId,
            QueryStoreOptions options) {
        this(series, sourceNow, listed, wholeList, lowestId, options, Set.of(Kind.RUNTIME));
    }
}
