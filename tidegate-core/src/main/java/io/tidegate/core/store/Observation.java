package io.tidegate.core.store;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import java.time.Instant;
import java.util.List;

/**
 * What a probe of one database saw. Immutable.
 *
 * @param series whose Query Store
 * @param sourceNow the source's clock
 * @param listed intervals of the source's list that may be new or changed, ascending by id
 * @param wholeList whether {@code listed} is the whole list: intervals that are not in it are gone from the source
 * @param lowestId the source's lowest interval id: those below are gone from the source; {@link Long#MIN_VALUE} when
 *     unknown
 * @param options options and state as read
 */
public record Observation(
        SeriesKey series,
        Instant sourceNow,
        List<RuntimeStatsInterval> listed,
        boolean wholeList,
        long lowestId,
        QueryStoreOptions options) {}
