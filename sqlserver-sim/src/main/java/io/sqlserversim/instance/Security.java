package io.sqlserversim.instance;

import io.sqlserversim.session.Session;
import io.sqlserversim.types.Collation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers who may do what on an instance. Thread-safe. */
public final class Security {
    private static final int MASTER = 1;
    private static final int TEMPDB = 2;

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
     * Who a session is, as a database's door sees it.
     *
     * @param session whose
     * @return the visitor
     */
    public Visitor visitor(Session session) {
        Login login = instance.login(session.login().loginName());
        return new Visitor(
                session.login().loginName(),
                login == null ? Grants.NONE : login.grants(),
                session.sessionId(),
                session.login().readOnlyIntent(),
                login == null ? "" : login.group());
    }

    /**
     * The database that a session is in.
     *
     * @param session whose
     * @return null when that is gone
     */
    public @Nullable Database current(Session session) {
        return instance.database(visitor(session).resolve(session.database()));
    }

    /**
     * Whether a session sees what belongs to others on the server; in Azure SQL Database a server is the database.
     *
     * @param session whose
     * @return true with VIEW SERVER [PERFORMANCE] STATE, in Azure with VIEW DATABASE [PERFORMANCE] STATE
     */
    public boolean seesServer(Session session) {
        VersionProfile profile = instance.profile();
        if (profile.isAzureDatabase()) {
            Database current = current(session);
            return current != null && has(session, current, profile.databaseStatePermission());
        }
        return grants(session).has(profile.serverStatePermission());
    }

    /**
     * Whether a session has a permission in a database; the owner has all.
     *
     * @param session whose
     * @param database where
     * @param permission of database scope
     * @return true when it has
     */
    public boolean has(Session session, Database database, Permission permission) {
        return Collation.same(database.owner(), session.login().loginName())
                || grants(session).has(database.name(), permission);
    }

    /**
     * Whether somebody may enter a database by permission; its state is another question. A login without user gets in
     * as guest, where guest may connect, or by CONNECT ANY DATABASE; not even so into RDS's own database.
     *
     * @param visitor who
     * @param database which
     * @return true when it may
     */
    public boolean mayEnter(Visitor visitor, Database database) {
        Grants grants = visitor.grants();
        if (grants.isSysadmin()) {
            return true;
        }
        if (grants.denies(database.name(), Permission.CONNECT) || isProvidersOwn(database)) {
            return false;
        }
        return database.guest() || isOwner(visitor, database) || grants.has(database.name(), Permission.CONNECT);
    }

    private boolean isProvidersOwn(Database database) {
        return instance.profile().isRds() && Collation.same(database.name(), VersionProfile.RDS_DATABASE);
    }

    /**
     * Whether somebody may enter a database in RESTRICTED_USER mode.
     *
     * @param visitor who
     * @param database which
     * @return true for its owner, those with CONTROL of it, and sysadmin
     */
    public boolean isPrivileged(Visitor visitor, Database database) {
        return isOwner(visitor, database) || visitor.grants().has(database.name(), Permission.CONTROL);
    }

    private static boolean isOwner(Visitor visitor, Database database) {
        return Collation.same(database.owner(), visitor.loginName());
    }

    /**
     * The rows of {@code sys.databases}: without VIEW ANY DATABASE only master, tempdb, the current database and the
     * login's own ones; in Azure SQL Database only master and the current one, from master all; through a contained
     * availability group only the group's own and tempdb.
     *
     * @param session who asks
     * @return by id, ascending
     */
    public List<Database> visibleDatabases(Session session) {
        instance.closeUnused();
        Visitor visitor = visitor(session);
        if (!visitor.group().isEmpty()) {
            return instance.databases().stream()
                    .filter(database -> database.id() == TEMPDB
                            || Collation.same(database.status().group(), visitor.group()))
                    .toList();
        }
        Grants grants = visitor.grants();
        boolean azure = instance.profile().isAzureDatabase();
        boolean all = azure
                ? Collation.same(session.database(), "master")
                : grants.has(Permission.VIEW_ANY_DATABASE) || grants.has(Permission.ALTER_ANY_DATABASE);
        return instance.databases().stream()
                .filter(database -> !(azure && database.id() == TEMPDB))
                .filter(database -> all
                        || database.id() == MASTER
                        || database.id() == TEMPDB
                        || Collation.same(database.name(), session.database())
                        || Collation.same(database.owner(), session.login().loginName()))
                .toList();
    }

    /**
     * The sessions that a session sees: itself, or all of the server; in Azure SQL Database all of its database.
     *
     * @param session who asks
     * @return by id, ascending
     */
    public List<Session> visibleSessions(Session session) {
        if (!seesServer(session)) {
            return List.of(session);
        }
        List<Session> all = instance.sessions().all();
        return instance.profile().isAzureDatabase()
                ? all.stream()
                        .filter(other -> Collation.same(other.database(), session.database()))
                        .toList()
                : all;
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
        if (database == null) {
            return grants(session).has(known) ? 1 : 0;
        }
        Visitor visitor = visitor(session);
        Database entered = instance.database(visitor.resolve(database));
        if (entered == null) {
            return null;
        }
        return mayEnter(visitor, entered) && (known == Permission.CONNECT || has(session, entered, known)) ? 1 : 0;
    }

    /**
     * Whether a session may end others.
     *
     * @param session who
     * @return true with ALTER ANY CONNECTION, in Azure SQL Database with KILL DATABASE CONNECTION
     */
    public boolean mayKill(Session session) {
        if (instance.profile().isAzureDatabase()) {
            return grants(session).has(session.database(), Permission.KILL_DATABASE_CONNECTION);
        }
        return grants(session).has(Permission.ALTER_ANY_CONNECTION);
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
