package io.sqlserversim.instance;

import io.sqlserversim.types.Collation;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a login may do. Immutable. Names of databases and procedures are compared without case.
 *
 * @param server permissions at the server
 * @param databases permissions per database, by lower-case name
 * @param deniedProcedures lower-case procedures without schema that it may not execute
 */
public record Grants(Set<Permission> server, Map<String, Set<Permission>> databases, Set<String> deniedProcedures) {
    /** Nothing but the login itself. */
    public static final Grants NONE = new Grants(Set.of(), Map.of(), Set.of());

    /** What a monitoring login usually has: VIEW SERVER STATE, CONNECT ANY DATABASE and VIEW ANY DATABASE. */
    public static final Grants MONITOR = NONE.with(Permission.VIEW_SERVER_STATE)
            .with(Permission.CONNECT_ANY_DATABASE)
            .with(Permission.VIEW_ANY_DATABASE);

    /** Copies the parts. */
    public Grants {
        server = Set.copyOf(server);
        databases = Map.copyOf(databases);
        deniedProcedures = Set.copyOf(deniedProcedures);
    }

    /**
     * With one more permission at the server.
     *
     * @param permission of server scope
     * @return new grants
     */
    public Grants with(Permission permission) {
        return new Grants(plus(server, permission), databases, deniedProcedures);
    }

    /**
     * Without a permission at the server.
     *
     * @param permission of server scope
     * @return new grants
     */
    public Grants without(Permission permission) {
        Set<Permission> fewer = copy(server);
        fewer.remove(permission);
        return new Grants(fewer, databases, deniedProcedures);
    }

    /**
     * With one more permission in a database.
     *
     * @param database the database's name
     * @param permission of database scope
     * @return new grants
     */
    public Grants withDatabase(String database, Permission permission) {
        Map<String, Set<Permission>> more = new HashMap<>(databases);
        String key = Collation.key(database);
        more.put(key, plus(more.getOrDefault(key, Set.of()), permission));
        return new Grants(server, more, deniedProcedures);
    }

    /**
     * With EXECUTE denied on a procedure.
     *
     * @param procedure without schema, e.g. {@code sp_getapplock}
     * @return new grants
     */
    public Grants denyExecute(String procedure) {
        Set<String> more = new TreeSet<>(deniedProcedures);
        more.add(Collation.key(procedure));
        return new Grants(server, databases, more);
    }

    /**
     * Whether a permission at the server is held, directly or by a wider one.
     *
     * @param permission of server scope
     * @return true when held
     */
    public boolean has(Permission permission) {
        return covered(server, permission);
    }

    /**
     * Whether a permission in a database is held, directly, by a wider one, or by one at the server.
     *
     * @param database the database's name
     * @param permission of database scope
     * @return true when held
     */
    public boolean has(String database, Permission permission) {
        Set<Permission> own = databases.getOrDefault(Collation.key(database), Set.of());
        for (Permission at = permission; at != null; at = at.wider()) {
            Permission wide = at.serverWide();
            if (own.contains(at) || (wide != null && has(wide))) {
                return true;
            }
        }
        return false;
    }

    private static boolean covered(Set<Permission> held, Permission permission) {
        for (@Nullable Permission at = permission; at != null; at = at.wider()) {
            if (held.contains(at)) {
                return true;
            }
        }
        return false;
    }

    private static Set<Permission> plus(Set<Permission> some, Permission one) {
        Set<Permission> more = copy(some);
        more.add(one);
        return more;
    }

    private static Set<Permission> copy(Set<Permission> some) {
        return some.isEmpty() ? EnumSet.noneOf(Permission.class) : EnumSet.copyOf(some);
    }
}
