package io.sqlserversim.sql;

import java.util.List;

/**
 * What a permission is on. Immutable.
 *
 * @param kind the class before two colons in upper case, such as {@code DATABASE}; empty when none is written
 * @param name the name's parts; empty where there is no ON
 * @param columns of that object; empty for all
 */
public record Securable(String kind, List<String> name, List<String> columns) {
    /** The server, or the current database: no ON. */
    static final Securable CURRENT = new Securable("", List.of(), List.of());

    /**
     * Whether it is a view, a procedure or the like, and not the server or a database.
     *
     * @return true when it has a name and is no database
     */
    public boolean isObject() {
        return !name.isEmpty() && !kind.equals("DATABASE");
    }
}
