package io.sqlserversim.instance;

import io.sqlserversim.engine.SqlError;

/** Decides whether somebody may enter a database now, and says no as SQL Server does. Thread-safe. */
public final class DatabaseAccess {
    private final Instance instance;
    private final Security security;

    /**
     * For one instance.
     *
     * @param instance whose databases
     * @param security who may do what
     */
    public DatabaseAccess(Instance instance, Security security) {
        this.instance = instance;
        this.security = security;
    }

    /**
     * Enters a database; one that AUTO_CLOSE shut down is started by that.
     *
     * @param loginName whose
     * @param grants what it may do
     * @param sessionId the session, for SINGLE_USER
     * @param name the database as written
     * @return the database
     * @throws SqlError 911, 916, 922, 924, 926, 927, 942 or 945
     */
    public Database enter(String loginName, Grants grants, int sessionId, String name) {
        Database database = instance.database(name);
        if (database == null) {
            throw new SqlError(
                    911,
                    16,
                    1,
                    "Database '" + name + "' does not exist. Make sure that the name is entered correctly.");
        }
        DatabaseStatus status = database.status();
        checkState(database.name(), status.state());
        if (status.access() == UserAccess.SINGLE_USER && status.singleUserSession() != sessionId) {
            throw new SqlError(
                    924,
                    14,
                    1,
                    "Database '" + database.name() + "' is already open and can only have one user at a time.");
        }
        if (!security.mayEnter(grants, database)) {
            throw new SqlError(
                    916,
                    14,
                    2,
                    "The server principal \"" + loginName + "\" is not able to access the database \"" + database.name()
                            + "\" under the current security context.");
        }
        if (!status.started()) {
            database.change(now -> now.autoClosing(true));
        }
        return database;
    }

    private static void checkState(String name, DatabaseState state) {
        String quoted = "Database '" + name + "' ";
        switch (state) {
            case ONLINE, EMERGENCY -> {}
            case OFFLINE -> throw new SqlError(942, 14, 4, quoted + "cannot be opened because it is offline.");
            case RESTORING ->
                throw new SqlError(927, 14, 2, quoted + "cannot be opened. It is in the middle of a restore.");
            case RECOVERING ->
                throw new SqlError(922, 14, 1, quoted + "is being recovered. Waiting until recovery is finished.");
            case SUSPECT ->
                throw new SqlError(
                        926,
                        14,
                        1,
                        quoted + "cannot be opened. It has been marked SUSPECT by recovery. See the SQL Server"
                                + " errorlog for more information.");
            case RECOVERY_PENDING ->
                throw new SqlError(
                        945,
                        16,
                        2,
                        quoted + "cannot be opened due to inaccessible files or insufficient memory or disk space."
                                + "  See the SQL Server errorlog for details.");
        }
    }
}
