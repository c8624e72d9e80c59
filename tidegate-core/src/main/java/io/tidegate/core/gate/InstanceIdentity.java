package io.tidegate.core.gate;

import java.time.LocalDateTime;
import java.util.Objects;

/**
 * One life of one SQL Server instance: another name is another instance, another start time a restart. Immutable.
 *
 * <p>The start time is {@code create_date} of {@code tempdb} exactly as the server tells it, in its own local time. It is
 * a token to compare, not a time: converted by the offset of the moment, it would change when daylight saving does, and
 * that would look like a restart.
 *
 * @param serverName {@code SERVERPROPERTY('ServerName')}; on Azure SQL Database with the database, since law ONE is per
 *     database there
 * @param startedAt {@code create_date} of {@code tempdb}, never converted
 */
public record InstanceIdentity(String serverName, LocalDateTime startedAt) {
    /** Checks that both are there. */
    public InstanceIdentity {
        Objects.requireNonNull(serverName, "serverName");
        Objects.requireNonNull(startedAt, "startedAt");
    }

    /**
     * Tells whether two lives are those of one instance.
     *
     * @param other a life to compare with
     * @return true when the names are equal, whatever the start times
     */
    public boolean sameServerAs(InstanceIdentity other) {
        return serverName.equals(other.serverName);
    }
}
