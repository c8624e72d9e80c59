package io.tidegate.app.config;

import io.tidegate.collector.QuietHours;
import java.util.List;

/**
 * One monitored server. Immutable; its {@code toString} does not show the password.
 *
 * @param name the host's own key for it
 * @param host DNS name or address
 * @param port TCP port
 * @param user SQL login
 * @param password resolved from its reference
 * @param encryption how the connection is encrypted
 * @param trustServerCertificate whether any certificate is accepted
 * @param authority file with the certificates of the authority that vouches for the server's; empty for those that Java knows
 * @param include database name patterns with {@code *}; empty means all
 * @param exclude database name patterns with {@code *}
 * @param allowUnproven whether it is read heavily where the end of a statement cannot be proven
 * @param enabled whether it is collected
 * @param tickEnabled whether its tick runs
 * @param backfillEnabled whether its backfill runs
 * @param quiet when it is left alone
 * @param database the one database of Azure SQL Database that it is; empty for a whole instance
 * @param budgets what may be taken from it: the file's, but for what the server has of its own
 */
public record ServerConfig(
        String name,
        String host,
        int port,
        String user,
        String password,
        Encryption encryption,
        boolean trustServerCertificate,
        String authority,
        List<String> include,
        List<String> exclude,
        boolean allowUnproven,
        boolean enabled,
        boolean tickEnabled,
        boolean backfillEnabled,
        QuietHours quiet,
        String database,
        TidegateConfig.BudgetConfig budgets) {
    /** Copies the lists. */
    public ServerConfig {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }

    /** How a connection is encrypted. */
    public enum Encryption {
        /** Only the login is. */
        OFF,
        /** All of it, TLS inside TDS 7. */
        ON,
        /** All of it, TLS first (TDS 8). */
        STRICT
    }

    @Override
    public String toString() {
        return "ServerConfig[" + name + ", " + user + "@" + host + ":" + port + "]";
    }

    /**
     * The same as one database of several.
     *
     * @param key the host's own key for it
     * @param one the database
     * @return a copy
     */
    ServerConfig ofDatabase(String key, String one) {
        return new ServerConfig(
                key,
                host,
                port,
                user,
                password,
                encryption,
                trustServerCertificate,
                authority,
                include,
                exclude,
                allowUnproven,
                enabled,
                tickEnabled,
                backfillEnabled,
                quiet,
                one,
                budgets);
    }
}
