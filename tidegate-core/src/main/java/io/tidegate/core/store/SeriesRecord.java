package io.tidegate.core.store;

import io.tidegate.core.model.SeriesKey;
import java.time.Instant;

/**
 * What the registry holds of a series. Immutable.
 *
 * @param key the series
 * @param serverId the server it was last read from
 * @param database the database's name when last seen
 * @param sourceDatabaseId its {@code database_id} when last seen
 * @param firstContact start of the interval open at the first successful probe, by the source's clock; never moved
 * @param sourceNow the source's clock at the last probe
 */
public record SeriesRecord(
        SeriesKey key, int serverId, String database, int sourceDatabaseId, Instant firstContact, Instant sourceNow) {}
