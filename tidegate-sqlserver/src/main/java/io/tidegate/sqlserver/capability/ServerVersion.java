package io.tidegate.sqlserver.capability;

import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.Channel;
import java.util.Objects;

/**
 * What a server says it is. Immutable.
 *
 * @param productVersion e.g. {@code 16.0.4135.4}
 * @param productLevel e.g. {@code RTM}
 * @param edition e.g. {@code Standard Edition (64-bit)}
 * @param engineEdition 2 Standard, 3 Enterprise, 4 Express, 5 Azure SQL Database, 8 Managed Instance
 * @param serverName its own name
 */
public record ServerVersion(
        String productVersion, String productLevel, String edition, int engineEdition, String serverName) {
    /** Source: SERVERPROPERTY('EngineEdition'). Versions of both say 12 and tell nothing. */
    private static final int AZURE_SQL_DATABASE = 5;

    private static final int MANAGED_INSTANCE = 8;
    private static final int NEWEST = 17;

    /**
     * Asks a server. Blocks for a light batch.
     *
     * @param channel any session there
     * @return its answer
     */
    public static ServerVersion read(Channel channel) {
        return channel.one(
                Statements.SERVER_VERSION.text().bind().build(),
                row -> new ServerVersion(
                        Objects.requireNonNullElse(row.getString("product_version"), ""),
                        Objects.requireNonNullElse(row.getString("product_level"), ""),
                        Objects.requireNonNullElse(row.getString("edition"), ""),
                        row.getInt("engine_edition"),
                        Objects.requireNonNullElse(row.getString("server_name"), "")));
    }

    /**
     * The major version of the engine, for what follows from it, such as the assumed layout.
     *
     * @return 13 for SQL Server 2016, and so on; the newest one for the Azure services
     */
    public int major() {
        if (isAzureSqlDatabase() || engineEdition == MANAGED_INSTANCE) {
            return NEWEST;
        }
        int dot = productVersion.indexOf('.');
        return dot > 0 ? Integer.parseInt(productVersion.substring(0, dot)) : 0;
    }

    /**
     * Whether this is Azure SQL Database, where a session cannot name another database.
     *
     * @return true for engine edition 5
     */
    public boolean isAzureSqlDatabase() {
        return engineEdition == AZURE_SQL_DATABASE;
    }
}
