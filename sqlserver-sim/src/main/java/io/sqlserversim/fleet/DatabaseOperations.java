package io.sqlserversim.fleet;

import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.DatabaseStatus;
import io.sqlserversim.instance.GeoLink;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.ReplicaRole;
import io.sqlserversim.instance.UserAccess;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.sqlserversim.session.Session;
import io.sqlserversim.types.Collation;
import io.sqlserversim.types.TextCollation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a DBA does to the databases of one server, as if WITH ROLLBACK IMMEDIATE: whoever is in a database that shuts its
 * door is killed, and gone when its statement has noticed. Where the change stops a Query Store, that turns read-only for
 * the same reason, and back with it. Thread-safe; does not wait for the sessions that it ends.
 */
public final class DatabaseOperations {
    private static final int READ_ONLY_BIT = 1;
    private static final int SINGLE_USER_BIT = 2;
    private static final int EMERGENCY_BIT = 4;
    private static final int SECONDARY_BIT = 8;
    private static final int OWN_BITS = READ_ONLY_BIT | SINGLE_USER_BIT | EMERGENCY_BIT | SECONDARY_BIT;

    private final Instance instance;
    private final StoreMap stores;
    private final BiFunction<String, String, QueryStore> maker;

    /**
     * Operations on an instance.
     *
     * @param instance whose databases
     * @param stores their Query Stores
     * @param maker makes the Query Store of a new database from its name and a workload's name
     */
    DatabaseOperations(Instance instance, StoreMap stores, BiFunction<String, String, QueryStore> maker) {
        this.instance = instance;
        this.stores = stores;
        this.maker = maker;
    }

    /**
     * Puts a database into a state; SET OFFLINE, ONLINE and EMERGENCY do that, and so do restores and accidents.
     *
     * @param name the database
     * @param state its state from now on
     */
    public void state(String name, DatabaseState state) {
        Database database = change(name, now -> now.with(state));
        if (state != DatabaseState.ONLINE) {
            endSessions(database, session -> true);
        }
    }

    /**
     * SET SINGLE_USER: who comes first has it, until its session ends.
     *
     * @param name the database
     * @param sessionId who has it at once; 0 for nobody yet
     */
    public void singleUser(String name, int sessionId) {
        Database database = change(name, now -> now.singleUser(sessionId));
        endSessions(database, session -> session.sessionId() != sessionId);
    }

    /**
     * SET RESTRICTED_USER or MULTI_USER.
     *
     * @param name the database
     * @param restricted whether only its owner and sysadmin may enter
     */
    public void restricted(String name, boolean restricted) {
        Database database = change(name, now -> now.restricted(restricted));
        if (restricted) {
            endSessions(database, session -> true);
        }
    }

    /**
     * SET READ_ONLY or READ_WRITE.
     *
     * @param name the database
     * @param readOnly whether nothing can be written
     */
    public void readOnly(String name, boolean readOnly) {
        Database database = change(name, now -> now.withReadOnly(readOnly));
        endSessions(database, session -> true);
    }

    /**
     * RESTORE ... WITH STANDBY: readable between two logs.
     *
     * @param name the database
     * @param standby whether it is one
     */
    public void standby(String name, boolean standby) {
        Database database = change(name, now -> now.withStandby(standby));
        endSessions(database, session -> true);
    }

    /**
     * RESTORE DATABASE from an image of itself, and recovery there: its Query Store goes back, and it is on a new recovery
     * fork.
     *
     * @param name the database
     * @param image when it was taken, by the server's clock
     * @throws IllegalArgumentException when that is not in the past
     */
    public void restore(String name, Instant image) {
        Database database = find(name);
        QueryStore store = stores.get(database.name());
        if (store != null) {
            store.restore(image);
        }
        database.forked(UUID.randomUUID());
        endSessions(database, session -> true);
    }

    /**
     * SET AUTO_CLOSE: a database that nobody is in shuts down, and starts when somebody comes.
     *
     * @param name the database
     * @param on whether it does so
     */
    public void autoClose(String name, boolean on) {
        change(name, now -> on ? now.autoClosing(now.started()) : now.staysOpen());
        instance.closeUnused();
    }

    /**
     * Makes a database a copy in an availability group, or changes what it is there.
     *
     * @param name the database
     * @param group the group; empty to leave it
     * @param role what this copy is; {@link ReplicaRole#NONE} to leave the group
     */
    public void replica(String name, String group, ReplicaRole role) {
        if (group.isEmpty() != (role == ReplicaRole.NONE)) {
            throw new IllegalArgumentException("a copy in a group has a role there, and none outside");
        }
        Database database = change(name, now -> now.inGroup(group, role));
        boolean mayStay = role == ReplicaRole.NONE || role == ReplicaRole.PRIMARY;
        endSessions(database, session -> !mayStay);
    }

    /**
     * Pauses a serverless database of Azure SQL Database, as if nobody had used it: the next login is refused with 40613
     * and wakes it, and so are others until it is awake.
     *
     * @param name the database
     * @param resume how long it takes to wake, by the server's clock
     */
    public void pause(String name, Duration resume) {
        Database database = find(name);
        database.pause(instance.clock().now(), resume);
        endSessions(database, session -> true);
    }

    /**
     * Makes a database of Azure SQL Database one end of geo-replication, or swaps its part in that; a secondary takes no
     * writes and can be read.
     *
     * @param name the database
     * @param links its links; none to end that, with it writable
     */
    public void geoReplicated(String name, List<GeoLink> links) {
        boolean writable = links.stream().allMatch(GeoLink::isPrimary);
        Database database =
                change(name, now -> now.inGroup("", writable ? ReplicaRole.NONE : ReplicaRole.SECONDARY_READABLE));
        database.geoLinks(links);
        endSessions(database, session -> true);
    }

    /**
     * CREATE DATABASE, with a Query Store and a history.
     *
     * @param name a new name, 1 to 128 characters of any kind
     * @param workload what its application does: oltp, big or small
     * @return the database
     */
    public Database create(String name, String workload) {
        checkNew(name);
        QueryStore store = maker.apply(name, workload);
        Database database = new Database(
                instance.nextDatabaseId(),
                name,
                instance.clock().now(),
                store.tables(),
                () -> store.options().actual() != QueryStoreState.OFF);
        instance.add(database);
        stores.put(name, store);
        return database;
    }

    /**
     * DROP DATABASE.
     *
     * @param name the database
     */
    public void drop(String name) {
        Database database = find(name);
        instance.drop(name);
        stores.remove(database.name());
        endSessions(database, session -> true);
    }

    /**
     * ALTER DATABASE ... MODIFY NAME: the id and the Query Store stay.
     *
     * @param from its name
     * @param to a new name
     */
    public void rename(String from, String to) {
        Database database = find(from);
        if (!Collation.same(from, to)) {
            checkNew(to);
        }
        endSessions(database, session -> true);
        String before = database.name();
        instance.rename(before, to);
        stores.rename(before, to);
    }

    /**
     * ALTER DATABASE ... COLLATE.
     *
     * @param name the database
     * @param collation a collation that the engine compares by, e.g. {@code Turkish_CI_AS}
     * @throws IllegalArgumentException when it knows none of this name
     */
    public void collation(String name, String collation) {
        if (TextCollation.find(collation) == null) {
            throw new IllegalArgumentException("collation: no collation '" + collation + "' is known here");
        }
        find(name).collation(collation);
    }

    /**
     * Makes a contained availability group with its own {@code master} and {@code msdb}; logins of the group see those.
     *
     * @param group its name
     * @param role what this instance is in it
     */
    public void addContainedGroup(String group, ReplicaRole role) {
        QueryStoreProfile profile = QueryStoreProfile.of(instance.profile().label());
        instance.addContainedGroup(group, role, QueryStore.emptyTables(profile));
    }

    private void checkNew(String name) {
        if (name.isEmpty() || name.length() > 128) {
            throw new IllegalArgumentException("a database's name has 1 to 128 characters");
        }
        if (instance.database(name) != null) {
            throw new IllegalArgumentException("database " + name + " exists");
        }
    }

    private Database find(String name) {
        Database database = instance.database(name);
        if (database == null) {
            throw new IllegalArgumentException("no database '" + name + "'; there are "
                    + instance.databases().stream().map(Database::name).toList());
        }
        return database;
    }

    private Database change(String name, UnaryOperator<DatabaseStatus> change) {
        Database database = find(name);
        database.change(change);
        QueryStore store = stores.get(database.name());
        if (store != null) {
            follow(store, database.status());
        }
        return database;
    }

    /** A Query Store that shall write is read-only as long as its database forbids it; other reasons are left alone. */
    static void follow(QueryStore store, DatabaseStatus status) {
        QueryStoreOptions options = store.options();
        if (options.desired() != QueryStoreState.READ_WRITE || options.actual() == QueryStoreState.ERROR) {
            return;
        }
        int reason = (options.readonlyReason() & ~OWN_BITS) | bits(status);
        QueryStoreState actual = reason == 0 ? QueryStoreState.READ_WRITE : QueryStoreState.READ_ONLY;
        if (reason != options.readonlyReason() || actual != options.actual()) {
            store.alter(options.withState(options.desired(), actual, reason));
        }
    }

    private static int bits(DatabaseStatus status) {
        return (status.readOnly() ? READ_ONLY_BIT : 0)
                | (status.access() == UserAccess.SINGLE_USER ? SINGLE_USER_BIT : 0)
                | (status.state() == DatabaseState.EMERGENCY ? EMERGENCY_BIT : 0)
                | (status.role().isWritable() ? 0 : SECONDARY_BIT);
    }

    private void endSessions(Database database, Predicate<Session> which) {
        for (Session session : instance.sessions().all()) {
            @Nullable Database current = instance.database(session.database());
            boolean inIt = current == database || Collation.same(session.database(), database.name());
            if (inIt && which.test(session)) {
                instance.sessions().kill(session.sessionId());
            }
        }
    }
}
