package io.tidegate.sqlserver.fault;

import java.util.Objects;

/**
 * Where something went wrong, for the words of a fault. Immutable.
 *
 * @param server the server's configured name
 * @param login who we are there
 * @param database the database that was worked on; empty when none
 */
public record Where(String server, String login, String database) {
    /** Checks that all are there. */
    public Where {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(login, "login");
        Objects.requireNonNull(database, "database");
    }

    /**
     * The place in words.
     *
     * @return e.g. {@code sql-1, database Sales}
     */
    public String words() {
        return database.isEmpty() ? server : server + ", database " + database;
    }
}
