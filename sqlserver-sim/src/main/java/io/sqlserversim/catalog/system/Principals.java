package io.sqlserversim.catalog.system;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.Security;
import io.sqlserversim.session.Session;
import io.sqlserversim.sql.Statement;

/**
 * CREATE LOGIN and CREATE USER. A user has the name of its login, since what makes a login a user here is CONNECT.
 * Thread-safe, but for two of one name at once.
 */
final class Principals {
    private static final int FIRST_ID = 257;

    private final Instance instance;
    private final Security security;

    Principals(Instance instance, Security security) {
        this.instance = instance;
        this.security = security;
    }

    void create(Session session, Statement.CreatePrincipal principal) {
        if (!principal.user()) {
            login(session, principal);
        } else if (principal.login().isEmpty()) {
            contained(session, principal);
        } else {
            user(session, principal);
        }
    }

    private void login(Session session, Statement.CreatePrincipal principal) {
        if (!security.grants(session).isSysadmin()) {
            throw new SqlError(15247, 16, 1, "User does not have permission to perform this action.");
        }
        if (instance.login(principal.name()) != null) {
            throw new SqlError(15025, 16, 2, "The server principal '" + principal.name() + "' already exists.");
        }
        instance.add(new Login(
                nextId(),
                principal.name(),
                principal.password(),
                "master",
                Grants.NONE.with(Permission.VIEW_ANY_DATABASE)));
    }

    private void user(Session session, Statement.CreatePrincipal principal) {
        requireControl(session);
        Login login = instance.login(principal.login());
        if (login == null || !principal.name().equalsIgnoreCase(principal.login())) {
            throw new SqlError(
                    15007, 16, 1, "'" + principal.login() + "' is not a valid login or you do not have permission.");
        }
        requireNew(session, principal, login);
        login.grants(login.grants().withDatabase(session.database(), Permission.CONNECT));
    }

    /** A user without a login, as a contained database has; only Azure SQL Database is one here. */
    private void contained(Session session, Statement.CreatePrincipal principal) {
        requireControl(session);
        if (!instance.profile().isAzureDatabase()) {
            throw new SqlError(33233, 16, 1, "You can only create a user with a password in a contained database.");
        }
        Login known = instance.login(principal.name());
        requireNew(session, principal, known);
        Grants before = known == null ? Grants.NONE : known.grants();
        Grants grants = before.withDatabase(session.database(), Permission.CONNECT);
        instance.add(new Login(nextId(), principal.name(), principal.password(), session.database(), grants));
    }

    private static void requireNew(
            Session session, Statement.CreatePrincipal principal, @org.jspecify.annotations.Nullable Login login) {
        if (login != null && login.grants().isUserOf(session.database())) {
            throw new SqlError(
                    15023,
                    16,
                    1,
                    "User, group, or role '" + principal.name() + "' already exists in the current database.");
        }
    }

    private void requireControl(Session session) {
        Database current = security.current(session);
        if (current == null || !security.has(session, current, Permission.CONTROL)) {
            throw new SqlError(15247, 16, 1, "User does not have permission to perform this action.");
        }
    }

    private int nextId() {
        return instance.logins().stream().mapToInt(Login::principalId).max().orElse(FIRST_ID - 1) + 1;
    }
}
