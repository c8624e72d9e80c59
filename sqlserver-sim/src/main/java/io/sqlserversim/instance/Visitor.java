package io.sqlserversim.instance;

import io.sqlserversim.types.Collation;

/**
 * Somebody who wants to enter a database. Immutable.
 *
 * @param loginName whose
 * @param grants what it may do
 * @param sessionId the session, for SINGLE_USER
 * @param readOnlyIntent whether its login asked for a read-only replica
 * @param group the contained availability group that it came through; empty for the instance itself
 */
public record Visitor(String loginName, Grants grants, int sessionId, boolean readOnlyIntent, String group) {
    /**
     * The database that a name stands for: through a contained availability group, {@code master} and {@code msdb} are
     * the group's own.
     *
     * @param name as written
     * @return the name of a database of the instance
     */
    public String resolve(String name) {
        boolean own = !group.isEmpty() && (Collation.same(name, "master") || Collation.same(name, "msdb"));
        return own ? group + "_" + name : name;
    }

    /**
     * What this visitor calls a database.
     *
     * @param database its name on the instance
     * @return {@code master} or {@code msdb} for a contained group's own, else the same
     */
    public String display(String database) {
        for (String own : java.util.List.of("master", "msdb")) {
            if (!group.isEmpty() && Collation.same(database, group + "_" + own)) {
                return own;
            }
        }
        return database;
    }
}
