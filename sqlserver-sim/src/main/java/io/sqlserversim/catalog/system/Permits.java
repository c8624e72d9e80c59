package io.sqlserversim.catalog.system;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.Security;
import io.sqlserversim.session.Session;
import io.sqlserversim.sql.Securable;
import io.sqlserversim.types.Collation;
import java.util.List;

/** GRANT, DENY and REVOKE of one permission for one login. Thread-safe, but for two changes of one login at once. */
final class Permits {
    private final Instance instance;
    private final Security security;

    Permits(Instance instance, Security security) {
        this.instance = instance;
        this.security = security;
    }

    /** Changes what a login may do at the server or in the current database. */
    void change(Session session, String verb, String permission, String principal) {
        Permission known = Permission.parse(permission);
        if (known == null || !instance.profile().knows(known)) {
            throw new SqlError(102, 15, 1, "Incorrect syntax near '" + permission + "'.");
        }
        Login login = known.ofDatabase() ? user(session, known, principal) : login(session, principal);
        String database = session.database();
        Grants now = login.grants();
        Grants without = known.ofDatabase() ? now.revoke(database, known) : now.revoke(known);
        login.grants(
                switch (verb) {
                    case "GRANT" -> known.ofDatabase() ? without.withDatabase(database, known) : without.with(known);
                    case "DENY" -> known.ofDatabase() ? without.denyDatabase(database, known) : without.deny(known);
                    default -> without;
                });
    }

    /** Denies SELECT on a view of the current database or on columns of it, or EXECUTE on a procedure; or takes it back. */
    void object(Session session, String verb, String permission, Securable on, String principal) {
        Login login = user(session, Permission.CONTROL, principal);
        String object = on.name().getLast();
        boolean deny = verb.equals("DENY");
        Grants now = login.grants();
        if (permission.equals("EXECUTE")) {
            login.grants(deny ? now.denyExecute(object) : now.allowExecute(object));
            return;
        }
        if (!permission.equals("SELECT")) {
            throw new SqlError(102, 15, 1, "Incorrect syntax near '" + permission + "'.");
        }
        List<String> paths = on.columns().isEmpty()
                ? List.of(object)
                : on.columns().stream().map(column -> object + "/" + column).toList();
        for (String path : paths) {
            now = deny ? now.denySelect(session.database(), path) : now.allowSelect(session.database(), path);
        }
        login.grants(now);
    }

    private Login login(Session session, String principal) {
        if (instance.profile().isAzureDatabase()) {
            throw new SqlError(40520, 16, 1, "Securable class 'server' not supported in this version of SQL Server.");
        }
        if (!Collation.same(session.database(), "master")) {
            throw new SqlError(
                    4621,
                    16,
                    10,
                    "Permissions at the server scope can only be granted when the current database is master");
        }
        Login login = instance.login(principal);
        if (login == null || !security.grants(session).isSysadmin()) {
            throw notFound("login", principal);
        }
        return login;
    }

    /** A login that is a user of the current database, or is about to be made one by CONNECT. */
    private Login user(Session session, Permission permission, String principal) {
        Login login = instance.login(principal);
        Database current = security.current(session);
        boolean allowed = current != null && security.has(session, current, Permission.CONTROL);
        boolean user = login != null
                && (permission == Permission.CONNECT || login.grants().isUserOf(session.database()));
        if (login == null || !allowed || !user) {
            throw notFound("user", principal);
        }
        return login;
    }

    private static SqlError notFound(String kind, String principal) {
        return new SqlError(
                15151,
                16,
                1,
                "Cannot find the " + kind + " '" + principal + "', because it does not exist or you do not have"
                        + " permission.");
    }
}
