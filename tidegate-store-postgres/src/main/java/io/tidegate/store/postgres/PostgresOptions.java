package io.tidegate.store.postgres;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the shared store is, and its limits. Immutable. Its {@code toString} shows no password and no driver property.
 *
 * @param host host name or address
 * @param port TCP port
 * @param database the database, in UTF-8; must exist
 * @param schema the schema in it that holds the store: lower case letters, digits and underscores; is made when missing
 * @param login who writes; owns the schema
 * @param reader who answers pages, reports and a user's SQL; null for {@code login}. Needs SELECT on the schema's tables
 * @param collectorConnections connections for the collector's calls, at least 1
 * @param historyConnections connections for readers; these never take the collector's, at least 1
 * @param callLimit how long a call may take, the wait for a connection included; at least 1 s
 * @param driver further properties of the PostgreSQL JDBC driver, e.g. {@code sslmode} and {@code sslrootcert}
 */
public record PostgresOptions(
        String host,
        int port,
        String database,
        String schema,
        Login login,
        @Nullable Login reader,
        int collectorConnections,
        int historyConnections,
        Duration callLimit,
        Map<String, String> driver) {
    private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

    /** Checks the ranges and copies the map. */
    public PostgresOptions {
        driver = Map.copyOf(driver);
        if (!SCHEMA.matcher(schema).matches() || schema.startsWith("pg_")) {
            throw new IllegalArgumentException(
                    "schema must be lower case letters, digits and underscores, begin with no"
                            + " digit and not with pg_, and have at most 63, was \"" + schema + "\"");
        }
        atLeast("port", port, 1);
        atLeast("collectorConnections", collectorConnections, 1);
        atLeast("historyConnections", historyConnections, 1);
        if (callLimit.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("callLimit must be at least 1 s, was " + callLimit);
        }
    }

    /**
     * Port 5432, schema {@code tidegate}, 8 connections for the collector and 4 for readers, 30 s.
     *
     * @param host host name or address
     * @param database the database
     * @param login who writes and reads
     * @return options to be changed by the {@code with} methods
     */
    public static PostgresOptions of(String host, String database, Login login) {
        return new PostgresOptions(
                host, 5432, database, "tidegate", login, null, 8, 4, Duration.ofSeconds(30), Map.of());
    }

    private static void atLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", was " + value);
        }
    }

    /**
     * The same on another port.
     *
     * @param number TCP port
     * @return a copy
     */
    public PostgresOptions withPort(int number) {
        return new PostgresOptions(
                host,
                number,
                database,
                schema,
                login,
                reader,
                collectorConnections,
                historyConnections,
                callLimit,
                driver);
    }

    /**
     * The same in another schema.
     *
     * @param name its name
     * @return a copy
     */
    public PostgresOptions withSchema(String name) {
        return new PostgresOptions(
                host, port, database, name, login, reader, collectorConnections, historyConnections, callLimit, driver);
    }

    /**
     * The same with a login of its own for readers.
     *
     * @param other who answers pages, reports and a user's SQL
     * @return a copy
     */
    public PostgresOptions withReader(Login other) {
        return new PostgresOptions(
                host,
                port,
                database,
                schema,
                login,
                other,
                collectorConnections,
                historyConnections,
                callLimit,
                driver);
    }

    /**
     * The same with other numbers of connections.
     *
     * @param collector for the collector's calls
     * @param history for readers
     * @return a copy
     */
    public PostgresOptions withConnections(int collector, int history) {
        return new PostgresOptions(host, port, database, schema, login, reader, collector, history, callLimit, driver);
    }

    /**
     * The same with another time limit.
     *
     * @param limit at least 1 s
     * @return a copy
     */
    public PostgresOptions withCallLimit(Duration limit) {
        return new PostgresOptions(
                host, port, database, schema, login, reader, collectorConnections, historyConnections, limit, driver);
    }

    /** A call waits this long for a connection, and as long for a lock. */
    Duration waitLimit() {
        return callLimit.dividedBy(3);
    }

    /** The server stops a statement that runs longer: before its transaction's limit, so that the session lives on. */
    Duration statementLimit() {
        return callLimit.multipliedBy(3).dividedBy(5);
    }

    /** The server ends a transaction, and its session, that lasts longer. With the wait it makes the call's limit. */
    Duration transactionLimit() {
        return callLimit.minus(waitLimit());
    }

    /** Host, port and database, for messages. */
    String where() {
        return database + " on " + host + ":" + port;
    }

    @Override
    public String toString() {
        return "PostgresOptions[" + where() + ", schema " + schema + ", " + login + "]";
    }
}
