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
 * @param recoveryFork {@code recovery_fork_guid} as last seen at that server; empty while it was not seen there
 */
public record SeriesRecord(
        SeriesKey key,
        int serverId,
        String database,
        int sourceDatabaseId,
        Instant firstContact,
        Instant sourceNow,
        String recoveryFork) {
    /**
     * One whose recovery fork was not seen.
     *
     * @param key as the component
     * @param serverId as the component
     * @param database as the component
     * @param sourceDatabaseId as the component
     * @param firstContact as the component
     * @param sourceNow as the component
     */
    public SeriesRecord(
            SeriesKey key,
            int serverId,
            String database,
            int sourceDatabaseId,
            Instant firstContact,
            Instant sourceNow) {
        this(key, serverId, database, sourceDatabaseId, firstContact, sourceNow, "");
    }

    /**
     * After its recovery fork was looked at.
     *
     * @param seen the fork; empty where it was not seen
     * @return with the fork that was seen, else as it is
     */
    public SeriesRecord onFork(String seen) {
        return seen.isEmpty() || seen.equals(recoveryFork)
                ? this
                : new SeriesRecord(key, serverId, database, sourceDatabaseId, firstContact, sourceNow, seen);
    }

    /**
     * Whether the database was restored since its recovery fork was last seen. A server gives another fork to what it
     * recovers at another point than the end of its log.
     *
     * @param seen the fork now; empty where it is not seen
     * @return true only where both are known
     */
    public boolean isRestored(String seen) {
        return !seen.isEmpty() && !recoveryFork.isEmpty() && !seen.equals(recoveryFork);
    }
}
