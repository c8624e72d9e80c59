package io.sqlserversim.server;

import io.sqlserversim.tds.EncryptionPolicy;
import io.sqlserversim.tds.ServerVersion;

/**
 * What a server says of itself on the wire, and what it grants. Immutable; asked once per connection.
 *
 * @param serverName as ERROR and INFO tokens carry it, e.g. {@code sim-1}
 * @param version as PRELOGIN and LOGINACK carry it; keep it equal to {@code SERVERPROPERTY('ProductVersion')}
 * @param encryption what it does about encryption
 * @param packetSize the packet size in bytes for a client that asks for none, 512 to 32767
 * @param sessionRecovery whether feature 01 is acknowledged, which lets mssql-jdbc reconnect an idle connection
 */
public record WirePolicy(
        String serverName,
        ServerVersion version,
        EncryptionPolicy encryption,
        int packetSize,
        boolean sessionRecovery) {
    /**
     * A policy with SQL Server's defaults: encryption optional, 4096-byte packets, no session recovery.
     *
     * @param serverName the server's name
     * @param version the product version
     * @return the policy
     */
    public static WirePolicy of(String serverName, ServerVersion version) {
        return new WirePolicy(serverName, version, EncryptionPolicy.OPTIONAL, 4096, false);
    }
}
