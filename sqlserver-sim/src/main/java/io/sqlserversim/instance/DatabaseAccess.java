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
     * Enters a database; one that AUTO_CLOSE shut down is started by that, and a serverless one that is paused begins to
     * wake.
     *
     * @param visitor who
     * @param name the database as written
     * @return the database
     * @throws SqlError 911, 916, 922, 923, 924, 926, 927, 942, 945, 976, 978, 979, 983 or 40613
     */
    public Database enter(Visitor visitor, String name) {
        Database database = instance.database(visitor.resolve(name));
        if (database == null) {
            throw new SqlError(
                    911,
                    16,
                    1,
                    "Database '" + name + "' does not exist. Make sure that the name is entered correctly.");
        }
        DatabaseStatus status = database.status();
        checkState(database.name(), status.state());
        checkReplica(database.name(), status.role(), visitor.readOnlyIntent());
        checkAccess(visitor, database, status);
        if (!security.mayEnter(visitor, database)) {
            throw new SqlError(
                    916,
                    14,
                    2,
                    "The server principal \"" + visitor.loginName() + "\" is not able to access the database \""
                            + database.name() + "\" under the current security context.");
        }
        if (!database.visit(instance.clock().now())) {
            throw notAvailable(database.name());
        }
        if (!status.started()) {
            database.change(now -> now.autoClosing(true));
        }
        return database;
    }

    private void checkState(String name, DatabaseState state) {
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
            case COPYING, OFFLINE_SECONDARY -> throw notAvailable(name);
        }
    }

    private SqlError notAvailable(String name) {
        return new SqlError(
                40613,
                17,
                1,
                "Database '" + name + "' on server '" + instance.name() + "' is not currently available.  Please retry"
                        + " the connection later.  If the problem persists, contact customer support, and provide"
                        + " them the session tracing ID of ''.");
    }

    private static void checkReplica(String name, ReplicaRole role, boolean readOnlyIntent) {
        switch (role) {
            case NONE, PRIMARY, SECONDARY_READABLE -> {}
            case PRIMARY_READ_WRITE_ONLY -> {
                if (readOnlyIntent) {
                    throw new SqlError(
                            979,
                            14,
                            1,
                            "The target database ('" + name + "') is in an availability group and currently does not"
                                    + " allow read only connections. For more information about application intent, see"
                                    + " SQL Server Books Online.");
                }
            }
            case SECONDARY_READ_INTENT_ONLY -> {
                if (!readOnlyIntent) {
                    throw new SqlError(
                            978,
                            14,
                            1,
                            "The target database ('" + name + "') is in an availability group and is currently"
                                    + " accessible for connections when the application intent is set to read only. For"
                                    + " more information about application intent, see SQL Server Books Online.");
                }
            }
            case SECONDARY_NOT_READABLE ->
                throw new SqlError(
                        976,
                        14,
                        1,
                        "The target database, '" + name + "', is participating in an availability group and is"
                                + " currently not accessible for queries. Either data movement is suspended or the"
                                + " availability replica is not enabled for read access. To allow read-only access to"
                                + " this and other databases in the availability group, enable read access to one or"
                                + " more secondary availability replicas in the group.  For more information, see the"
                                + " ALTER AVAILABILITY GROUP statement in SQL Server Books Online.");
            case RESOLVING ->
                throw new SqlError(
                        983,
                        14,
                        1,
                        "Unable to access availability database '" + name + "' because the database replica is not in"
                                + " the PRIMARY or SECONDARY role. Connections to an availability database is permitted"
                                + " only when the database replica is in the PRIMARY or SECONDARY role. Try the"
                                + " operation again later.");
        }
    }

    private void checkAccess(Visitor visitor, Database database, DatabaseStatus status) {
        if (status.access() == UserAccess.SINGLE_USER && !isTheUser(visitor, database)) {
            throw new SqlError(
                    924,
                    14,
                    1,
                    "Database '" + database.name() + "' is already open and can only have one user at a time.");
        }
        if (status.access() == UserAccess.RESTRICTED_USER && !security.isPrivileged(visitor, database)) {
            throw new SqlError(
                    923,
                    14,
                    1,
                    "Database '" + database.name() + "' is in restricted mode. Only the database owner and members of"
                            + " the dbcreator and sysadmin roles can access it.");
        }
    }

    /** The single user is who has it; when that session is gone, or nobody had it yet, whoever comes. */
    private boolean isTheUser(Visitor visitor, Database database) {
        database.change(now -> now.access() == UserAccess.SINGLE_USER
                        && !instance.sessions().isTaken(now.singleUserSession())
                        && security.mayEnter(visitor, database)
                ? now.singleUser(visitor.sessionId())
                : now);
        return database.status().singleUserSession() == visitor.sessionId();
    }
}
