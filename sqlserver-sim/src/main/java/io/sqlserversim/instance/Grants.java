package io.sqlserversim.instance;

import io.sqlserversim.types.Collation;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a login may do, and what is denied to it. Immutable. A denial wins over each grant, except over CONTROL SERVER,
 * which is what sysadmin has. Names of databases, objects and procedures are compared without case.
 *
 * @param server permissions at the server
 * @param databases permissions per database, by lower-case name
 * @param deniedServer permissions denied at the server
 * @param deniedDatabases permissions denied per database, by lower-case name
 * @param deniedProcedures lower-case procedures without schema that it may not execute
 * @param deniedSelects what it may not read, as {@code database/object} or {@code database/object/column}, lower-case
 */
public record Grants(
        Set<Permission> server,
        Map<String, Set<Permission>> databases,
        Set<Permission> deniedServer,
        Map<String, Set<Permission>> deniedDatabases,
        Set<String> deniedProcedures,
        Set<String> deniedSelects) {
    /** Nothing but the login itself. */
    public static final Grants NONE = new Grants(Set.of(), Map.of(), Set.of(), Map.of(), Set.of(), Set.of());

    /** What a monitoring login usually has: VIEW SERVER STATE, CONNECT ANY DATABASE and VIEW ANY DATABASE. */
    public static final Grants MONITOR = NONE.with(Permission.VIEW_SERVER_STATE)
            .with(Permission.CONNECT_ANY_DATABASE)
            .with(Permission.VIEW_ANY_DATABASE);

    /** Copies the parts. */
    public Grants {
        server = Set.copyOf(server);
        databases = Map.copyOf(databases);
        deniedServer = Set.copyOf(deniedServer);
        deniedDatabases = Map.copyOf(deniedDatabases);
        deniedProcedures = Set.copyOf(deniedProcedures);
        deniedSelects = Set.copyOf(deniedSelects);
    }

    /**
     * With one more permission at the server.
     *
     * @param permission of server scope
     * @return new grants
     */
    public Grants with(Permission permission) {
        return granted(plus(server, permission), databases);
    }

    /**
     * Without a permission at the server.
     *
     * @param permission of server scope
     * @return new grants
     */
    public Grants without(Permission permission) {
        return granted(minus(server, permission), databases);
    }

    /**
     * With one more permission in a database. CONNECT is what makes the login a user there.
     *
     * @param database the database's name
     * @param permission of database scope
     * @return new grants
     */
    public Grants withDatabase(String database, Permission permission) {
        return granted(server, plus(databases, database, permission));
    }

    /**
     * Without any permission in a database: the login is no user there any more.
     *
     * @param database the database's name
     * @return new grants
     */
    public Grants withoutDatabase(String database) {
        Map<String, Set<Permission>> fewer = new HashMap<>(databases);
        fewer.remove(Collation.key(database));
        return granted(server, fewer);
    }

    /**
     * With a permission denied at the server.
     *
     * @param permission of server scope
     * @return new grants
     */
    public Grants deny(Permission permission) {
        return denied(plus(deniedServer, permission), deniedDatabases, deniedProcedures, deniedSelects);
    }

    /**
     * With a permission denied in a database.
     *
     * @param database the database's name
     * @param permission of database scope
     * @return new grants
     */
    public Grants denyDatabase(String database, Permission permission) {
        return denied(deniedServer, plus(deniedDatabases, database, permission), deniedProcedures, deniedSelects);
    }

    /**
     * With a permission at the server neither granted nor denied, as REVOKE leaves it.
     *
     * @param permission of server scope
     * @return new grants
     */
    public Grants revoke(Permission permission) {
        return granted(minus(server, permission), databases)
                .denied(minus(deniedServer, permission), deniedDatabases, deniedProcedures, deniedSelects);
    }

    /**
     * With a permission in a database neither granted nor denied.
     *
     * @param database the database's name
     * @param permission of database scope
     * @return new grants
     */
    public Grants revoke(String database, Permission permission) {
        return granted(server, minus(databases, database, permission))
                .denied(deniedServer, minus(deniedDatabases, database, permission), deniedProcedures, deniedSelects);
    }

    /**
     * Whether the login is a user of a database, and does not only get in as guest or by CONNECT ANY DATABASE.
     *
     * @param database the database's name
     * @return true when something in it was granted or denied
     */
    public boolean isUserOf(String database) {
        String key = Collation.key(database);
        return databases.containsKey(key) || deniedDatabases.containsKey(key);
    }

    /**
     * With EXECUTE on a procedure not denied any more.
     *
     * @param procedure without schema
     * @return new grants
     */
    public Grants allowExecute(String procedure) {
        Set<String> fewer = new TreeSet<>(deniedProcedures);
        fewer.remove(Collation.key(procedure));
        return denied(deniedServer, deniedDatabases, fewer, deniedSelects);
    }

    /**
     * With SELECT not denied any more.
     *
     * @param database where
     * @param path a view without schema, or {@code view/column}
     * @return new grants
     */
    public Grants allowSelect(String database, String path) {
        Set<String> fewer = new HashSet<>(deniedSelects);
        fewer.remove(Collation.key(database + "/" + path));
        return denied(deniedServer, deniedDatabases, deniedProcedures, fewer);
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
        return denied(deniedServer, deniedDatabases, more, deniedSelects);
    }

    /**
     * With SELECT denied on a view.
     *
     * @param database where
     * @param object without schema, e.g. {@code query_store_query_text}
     * @return new grants
     */
    public Grants denySelect(String database, String object) {
        Set<String> more = new HashSet<>(deniedSelects);
        more.add(Collation.key(database + "/" + object));
        return denied(deniedServer, deniedDatabases, deniedProcedures, more);
    }

    /**
     * With SELECT denied on one column of a view.
     *
     * @param database where
     * @param object without schema
     * @param column the column
     * @return new grants
     */
    public Grants denySelect(String database, String object, String column) {
        return denySelect(database, object + "/" + column);
    }

    /**
     * Whether SELECT is denied.
     *
     * @param database where
     * @param path a view without schema, or {@code view/column}
     * @return true when it is denied by that very path, and the login is not sysadmin
     */
    public boolean deniesSelect(String database, String path) {
        return !deniedSelects.isEmpty()
                && !isSysadmin()
                && deniedSelects.contains(Collation.key(database + "/" + path));
    }

    /**
     * Whether it has CONTROL SERVER, as members of sysadmin do.
     *
     * @return true when nothing can be denied to it
     */
    public boolean isSysadmin() {
        return server.contains(Permission.CONTROL_SERVER);
    }

    /**
     * Whether a permission at the server is held, directly or by a wider one, and not denied.
     *
     * @param permission of server scope
     * @return true when held
     */
    public boolean has(Permission permission) {
        return isSysadmin() || (!covered(deniedServer, permission) && covered(server, permission));
    }

    /**
     * Whether a permission in a database is held, directly, by a wider one, or by one at the server, and not denied.
     *
     * @param database the database's name
     * @param permission of database scope
     * @return true when held
     */
    public boolean has(String database, Permission permission) {
        String key = Collation.key(database);
        return isSysadmin()
                || (!covered(deniedDatabases.getOrDefault(key, Set.of()), deniedServer, permission)
                        && covered(databases.getOrDefault(key, Set.of()), server, permission));
    }

    /**
     * Whether a permission is denied in a database itself.
     *
     * @param database the database's name
     * @param permission of database scope
     * @return true when it is, and the login is not sysadmin
     */
    public boolean denies(String database, Permission permission) {
        return !isSysadmin()
                && covered(deniedDatabases.getOrDefault(Collation.key(database), Set.of()), Set.of(), permission);
    }

    private static boolean covered(Set<Permission> held, Permission permission) {
        for (@Nullable Permission at = permission; at != null; at = at.wider()) {
            if (held.contains(at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean covered(Set<Permission> ofDatabase, Set<Permission> ofServer, Permission permission) {
        for (@Nullable Permission at = permission; at != null; at = at.wider()) {
            Permission wide = at.serverWide();
            if (ofDatabase.contains(at) || (wide != null && covered(ofServer, wide))) {
                return true;
            }
        }
        return false;
    }

    private Grants granted(Set<Permission> atServer, Map<String, Set<Permission>> inDatabases) {
        return new Grants(atServer, inDatabases, deniedServer, deniedDatabases, deniedProcedures, deniedSelects);
    }

    private Grants denied(
            Set<Permission> atServer,
            Map<String, Set<Permission>> inDatabases,
            Set<String> procedures,
            Set<String> selects) {
        return new Grants(server, databases, atServer, inDatabases, procedures, selects);
    }

    private static Map<String, Set<Permission>> plus(
            Map<String, Set<Permission>> some, String database, Permission permission) {
        Map<String, Set<Permission>> more = new HashMap<>(some);
        String key = Collation.key(database);
        more.put(key, plus(more.getOrDefault(key, Set.of()), permission));
        return more;
    }

    private static Map<String, Set<Permission>> minus(
            Map<String, Set<Permission>> some, String database, Permission permission) {
        Map<String, Set<Permission>> fewer = new HashMap<>(some);
        fewer.computeIfPresent(Collation.key(database), (key, held) -> minus(held, permission));
        return fewer;
    }

    private static Set<Permission> plus(Set<Permission> some, Permission one) {
        Set<Permission> more = copy(some);
        more.add(one);
        return more;
    }

    private static Set<Permission> minus(Set<Permission> some, Permission one) {
        Set<Permission> fewer = copy(some);
        fewer.remove(one);
        return fewer;
    }

    private static Set<Permission> copy(Set<Permission> some) {
        return some.isEmpty() ? EnumSet.noneOf(Permission.class) : EnumSet.copyOf(some);
    }
}
