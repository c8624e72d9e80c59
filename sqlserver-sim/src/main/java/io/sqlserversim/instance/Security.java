package io.sqlserversim.instance;

import io.sqlserversim.session.Session;
import io.sqlserversim.types.Collation;
import org.jspecify.annotations.Nullable;

/** Answers who may do what on an instance. Thread-safe. */
public final class Security {
    private final Instance instance;

    /**
     * For one instance.
     *
     * @param instance whose logins and databases
     */
    public Security(Instance instance) {
        this.instance = instance;
    }

    /**
     * What a session's login may do.
     *
     * @param session whose
     * @return the grants now; none for a login that is gone
     */
    public Grants grants(Session session) {
        Login login = instance.login(session.login().loginName());
        return login == null ? Grants.NONE : login.grants();
    }

    /**
     * Whether a session sees what belongs to others on the server.
     *
     * @param session whose
     * @return true with VIEW SERVER [PERFORMANCE] STATE
     */
    public boolean seesServer(Session session) {
        return grants(session).has(instance.profile().serverStatePermission());
    }

    /**
     * Whether a login may enter a database by permission; its state is another question. Everybody may enter
     * {@code master}, {@code tempdb} and {@code msdb} as guest.
     *
     * @param grants the login's
     * @param database which
     * @return true when it may
     */
    public boolean mayEnter(Grants grants, Database database) {
        return (database.isSystem() && !Collation.same(database.name(), "model"))
                || grants.has(database.name(), Permission.CONNECT);
    }

    /**
     * HAS_PERMS_BY_NAME.
     *
     * @param session who asks
     * @param database null for the server
     * @param permission as written
     * @return null for an unknown permission, or one of the other scope, or an unknown database
     */
    public @Nullable Integer hasPermission(Session session, @Nullable String database, String permission) {
        Permission known = Permission.parse(permission);
        if (known == null || !instance.profile().knows(known) || known.ofDatabase() != (database != null)) {
            return null;
        }
        Grants grants = grants(session);
        if (database == null) {
            return grants.has(known) ? 1 : 0;
        }
        Database entered = instance.database(database);
        if (entered == null) {
            return null;
        }
        return mayEnter(grants, entered) && (known == Permission.CONNECT || grants.has(database, known)) ? 1 : 0;
    }

    /**
     * Whether a session may execute a system procedure.
     *
     * @param session who
     * @param procedure without schema
     * @return false when EXECUTE is denied to its login
     */
    public boolean mayExecute(Session session, String procedure) {
        return !grants(session).deniedProcedures().contains(Collation.key(procedure));
    }
}
