package io.tidegate.sqlserver;

import java.util.Objects;

/**
 * A server to be monitored, as configured. Immutable; its {@code toString} holds no secret.
 *
 * @param name what users call it, and the key of its gate
 * @param host name or address
 * @param port TCP port
 * @param login who we are there
 * @param encryption how the connection is encrypted
 * @param trustServerCertificate whether any certificate is taken; ignored by {@link Encryption#STRICT}
 * @param databases which databases are collected
 * @param allowUnproven the operator allows heavy reads although their end cannot be proven
 * @param database the one database of Azure SQL Database that this is, in which sessions begin and the lock is taken; empty
 *     for a whole instance, whose sessions begin in {@code tempdb}
 * @param authority file with the certificates of the authority that vouches for its own; empty for those that Java knows
 */
public record ServerTarget(
        String name,
        String host,
        int port,
        Login login,
        Encryption encryption,
        boolean trustServerCertificate,
        DatabaseFilter databases,
        boolean allowUnproven,
        String database,
        String authority) {
    /** Where no user's Query Store records what we run, and where the lock of an instance is. */
    private static final String TEMPDB = "tempdb";

    /** Checks that all are there and that the port is one. */
    public ServerTarget {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(login, "login");
        Objects.requireNonNull(encryption, "encryption");
        Objects.requireNonNull(databases, "databases");
        Objects.requireNonNull(database, "database");
        Objects.requireNonNull(authority, "authority");
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port must be 1 to 65535, was " + port);
        }
    }

    /**
     * A whole instance.
     *
     * @param name what users call it
     * @param host name or address
     * @param port TCP port
     * @param login who we are there
     * @param encryption how the connection is encrypted
     * @param trustServerCertificate whether any certificate is taken
     * @param databases which databases are collected
     * @param allowUnproven the operator allows heavy reads although their end cannot be proven
     */
    public ServerTarget(
            String name,
            String host,
            int port,
            Login login,
            Encryption encryption,
            boolean trustServerCertificate,
            DatabaseFilter databases,
            boolean allowUnproven) {
        this(name, host, port, login, encryption, trustServerCertificate, databases, allowUnproven, "", "");
    }

    /**
     * A server whose certificate nobody can vouch for, as a simulated one's: encryption as the server wants it, any
     * certificate, all databases, nothing unproven.
     *
     * @param name what users call it
     * @param host name or address
     * @param port TCP port
     * @param login who we are there
     * @return the target
     */
    public static ServerTarget trusted(String name, String host, int port, Login login) {
        return new ServerTarget(name, host, port, login, Encryption.OPTIONAL, true, DatabaseFilter.ALL, false);
    }

    /**
     * The same with another word of the operator's.
     *
     * @param allowed whether heavy reads are allowed although their end cannot be proven
     * @return a copy
     */
    public ServerTarget withAllowUnproven(boolean allowed) {
        return new ServerTarget(
                name, host, port, login, encryption, trustServerCertificate, databases, allowed, database, authority);
    }

    /**
     * The same as one database of Azure SQL Database.
     *
     * @param one its name; empty for a whole instance
     * @return a copy
     */
    public ServerTarget ofDatabase(String one) {
        return new ServerTarget(
                name, host, port, login, encryption, trustServerCertificate, databases, allowUnproven, one, authority);
    }

    /**
     * The same with an authority of its own.
     *
     * @param pem file with its certificates, {@link CertificateAuthority}; empty for those that Java knows
     * @return a copy
     */
    public ServerTarget vouchedForBy(String pem) {
        return new ServerTarget(
                name, host, port, login, encryption, trustServerCertificate, databases, allowUnproven, database, pem);
    }

    /**
     * Whether it is one database and not an instance.
     *
     * @return true for Azure SQL Database
     */
    public boolean isDatabase() {
        return !database.isEmpty();
    }

    /**
     * Where its sessions begin, and where its lock is.
     *
     * @return the database; {@code tempdb} of an instance
     */
    public String sessionDatabase() {
        return isDatabase() ? database : TEMPDB;
    }

    /**
     * Where it is, for a user.
     *
     * @return host and port, e.g. {@code db1.example:1433}
     */
    public String address() {
        return host + ":" + port;
    }
}
