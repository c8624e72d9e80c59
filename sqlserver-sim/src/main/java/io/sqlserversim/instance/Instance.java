package io.sqlserversim.instance;

import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.types.Collation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One simulated SQL Server instance: what it is, what it holds and who is on it; not how it is reached. Thread-safe.
 */
public final class Instance {
    private static final List<String> SYSTEM_DATABASES = List.of("master", "tempdb", "model", "msdb");
    private static final List<String> CONTAINED = List.of("master", "msdb");
    private static final int FIRST_CONTAINED = 32_762;

    private volatile String name;
    private final VersionProfile profile;
    private final ServerClock clock;
    private final SessionRegistry sessions;
    private final HeavyJudge judge = new HeavyJudge();
    private final Map<String, Database> databases = new ConcurrentSkipListMap<>();
    private final Map<String, Login> logins = new ConcurrentSkipListMap<>();
    private final AtomicLong statements = new AtomicLong();
    private volatile Instant started;
    private volatile Pressure pressure = Pressure.NONE;

    /**
     * An instance with its system databases and nobody on it.
     *
     * @param name what it calls itself
     * @param profile which SQL Server it plays
     * @param clock its time
     * @param systemTables the views that each system database brings along, Query Store's empty ones usually
     */
    public Instance(String name, VersionProfile profile, ServerClock clock, List<? extends VirtualTable> systemTables) {
        this.name = name;
        this.profile = profile;
        this.clock = clock;
        this.sessions = new SessionRegistry(clock);
        this.started = clock.now();
        for (int i = 0; i < (profile.isAzureDatabase() ? 2 : SYSTEM_DATABASES.size()); i++) {
            add(new Database(i + 1, SYSTEM_DATABASES.get(i), started, systemTables, () -> false));
        }
        if (profile.isRds()) {
            Database own = new Database(
                    SYSTEM_DATABASES.size() + 1, VersionProfile.RDS_DATABASE, started, systemTables, () -> false);
            own.owner("rdsa");
            add(own);
        }
    }

    /**
     * Makes a contained availability group, which has a {@code master} and an {@code msdb} of its own.
     *
     * @param group its name
     * @param role what this instance's copies of its databases are
     * @param systemTables the views of its system databases
     */
    public void addContainedGroup(String group, ReplicaRole role, List<? extends VirtualTable> systemTables) {
        for (int i = 0; i < CONTAINED.size(); i++) {
            Database own = new Database(
                    FIRST_CONTAINED + i, group + "_" + CONTAINED.get(i), clock.now(), systemTables, () -> false);
            own.guest(true);
            own.change(now -> now.inGroup(group, role));
            add(own);
        }
    }

    /** Shuts down each started AUTO_CLOSE database that no session is in. */
    public void closeUnused() {
        for (Database database : databases()) {
            DatabaseStatus status = database.status();
            boolean unused = status.autoClose() && status.started() && !isCurrent(database);
            if (unused) {
                database.change(now -> now.autoClose() ? now.autoClosing(false) : now);
            }
        }
    }

    private boolean isCurrent(Database database) {
        return sessions.all().stream().anyMatch(session -> Collation.same(session.database(), database.name()));
    }

    /**
     * Whether an availability group is contained.
     *
     * @param group its name
     * @return true when it has a master of its own
     */
    public boolean isContained(String group) {
        return database(group + "_" + CONTAINED.getFirst()) != null;
    }

    /**
     * The lowest id that no database has, from 5 up, as CREATE DATABASE gives it.
     *
     * @return the id
     */
    public int nextDatabaseId() {
        int id = SYSTEM_DATABASES.size() + 1;
        for (Database database : databases()) {
            id = database.id() == id ? id + 1 : id;
        }
        return id;
    }

    /**
     * What it calls itself.
     *
     * @return {@code @@SERVERNAME}
     */
    public String name() {
        return name;
    }

    /**
     * Which SQL Server it plays.
     *
     * @return the profile
     */
    public VersionProfile profile() {
        return profile;
    }

    /**
     * Its time.
     *
     * @return the clock
     */
    public ServerClock clock() {
        return clock;
    }

    /**
     * When it last started; also when {@code tempdb} was created.
     *
     * @return by its own clock
     */
    public Instant started() {
        return started;
    }

    /** Takes note of a restart: a new start time, a new {@code tempdb}. Who restarts it ends the sessions first. */
    public void restarted() {
        started = clock.now();
    }

    /**
     * Takes note of a failover to another instance, which has a name of its own and started some time ago. Who fails it
     * over ends the sessions first.
     *
     * @param other what the other instance calls itself
     * @param since when that one was started, by the server's clock
     */
    public void failedOver(String other, Instant since) {
        name = other;
        started = since;
    }

    /**
     * Who is on it.
     *
     * @return the sessions
     */
    public SessionRegistry sessions() {
        return sessions;
    }

    /**
     * The count of heavy statements that run at once.
     *
     * @return the judge; it outlives restarts
     */
    public HeavyJudge judge() {
        return judge;
    }

    /**
     * Adds a database.
     *
     * @param database its name must be new
     */
    public void add(Database database) {
        if (databases.putIfAbsent(Collation.key(database.name()), database) != null) {
            throw new IllegalArgumentException("database " + database.name() + " exists");
        }
    }

    /**
     * Renames a database, as ALTER DATABASE ... MODIFY NAME does; its id stays. Who renames it ends the sessions first.
     *
     * @param from its name
     * @param to a name that no database has
     */
    public synchronized void rename(String from, String to) {
        Database database = database(from);
        if (database == null) {
            throw new IllegalArgumentException("no database " + from);
        }
        if (databases.putIfAbsent(Collation.key(to), database) != null && !Collation.same(from, to)) {
            throw new IllegalArgumentException("database " + to + " exists");
        }
        database.rename(to);
        if (!Collation.same(from, to)) {
            databases.remove(Collation.key(from));
        }
    }

    /**
     * Removes a database, as DROP does.
     *
     * @param database its name
     */
    public void drop(String database) {
        databases.remove(Collation.key(database));
    }

    /**
     * Finds a database.
     *
     * @param database its name in any case
     * @return null when there is none
     */
    public @Nullable Database database(String database) {
        return databases.get(Collation.key(database));
    }

    /**
     * All databases.
     *
     * @return by id, ascending
     */
    public List<Database> databases() {
        List<Database> all = new ArrayList<>(databases.values());
        all.sort((one, other) -> Integer.compare(one.id(), other.id()));
        return all;
    }

    /**
     * Adds a login or replaces the one of this name.
     *
     * @param login the login
     */
    public void add(Login login) {
        logins.put(Collation.key(login.name()), login);
    }

    /**
     * Finds a login.
     *
     * @param login its name in any case
     * @return null when there is none
     */
    public @Nullable Login login(String login) {
        return logins.get(Collation.key(login));
    }

    /**
     * All logins.
     *
     * @return in order of name
     */
    public List<Login> logins() {
        return List.copyOf(logins.values());
    }

    /**
     * How many batches and calls it was sent.
     *
     * @return a counter; it outlives restarts
     */
    public AtomicLong statements() {
        return statements;
    }

    /**
     * How hard it works for others.
     *
     * @return as last set; a restart does not change it
     */
    public Pressure pressure() {
        return pressure;
    }

    /**
     * Sets how hard it works for others.
     *
     * @param now from now on
     */
    public void pressure(Pressure now) {
        pressure = now;
    }
}
