package io.sqlserversim.instance;

import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.types.Collation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One database of an instance. Thread-safe: its status changes while sessions run. */
public final class Database {
    /** The collation of databases that were made without one, and of the server. */
    public static final String DEFAULT_COLLATION = "SQL_Latin1_General_CP1_CI_AS";

    private static final int MODEL = 3;

    private final int id;
    private volatile String name;
    private volatile String owner = "sa";
    private volatile String collation = DEFAULT_COLLATION;
    private volatile boolean guest;
    private volatile String serviceObjective = "";
    private volatile ServiceLoad serviceLoad = ServiceLoad.IDLE;
    private volatile List<GeoLink> geoLinks = List.of();
    private final AtomicReference<ServerlessSleep> sleep = new AtomicReference<>(ServerlessSleep.NEVER);
    private final Instant created;
    private final UUID familyId;
    private final AtomicReference<UUID> recoveryFork;
    private final Map<String, VirtualTable> tables = new LinkedHashMap<>();
    private final BooleanSupplier queryStoreOn;
    private final AtomicReference<DatabaseStatus> status = new AtomicReference<>(DatabaseStatus.NORMAL);

    /**
     * A database that is on line.
     *
     * @param id its id; system databases have 1 to 4
     * @param name its name
     * @param created by the server's clock
     * @param tables its own views, Query Store's usually
     * @param queryStoreOn whether its Query Store is on now
     */
    public Database(
            int id, String name, Instant created, List<? extends VirtualTable> tables, BooleanSupplier queryStoreOn) {
        this.id = id;
        this.name = name;
        this.created = created;
        this.queryStoreOn = queryStoreOn;
        this.guest = id <= 4 && id != MODEL;
        this.familyId = uuid(id + "/" + name + "/" + created);
        this.recoveryFork = new AtomicReference<>(familyId);
        for (VirtualTable table : tables) {
            this.tables.put(Collation.key(table.name()), table);
        }
    }

    /**
     * Its id.
     *
     * @return {@code database_id}
     */
    public int id() {
        return id;
    }

    /**
     * Its name.
     *
     * @return in its own spelling
     */
    public String name() {
        return name;
    }

    /** Changes its name; the instance does that, which finds it by name. */
    void rename(String changed) {
        name = changed;
    }

    /**
     * Who owns it.
     *
     * @return a login's name, {@code sa} at first
     */
    public String owner() {
        return owner;
    }

    /**
     * Gives it to another login.
     *
     * @param login the new owner's name
     */
    public void owner(String login) {
        owner = login;
    }

    /**
     * Its collation.
     *
     * @return e.g. {@code Turkish_CI_AS}
     */
    public String collation() {
        return collation;
    }

    /**
     * Changes its collation.
     *
     * @param changed a name that SQL Server knows
     */
    public void collation(String changed) {
        collation = changed;
    }

    /**
     * Whether its guest user may connect, so that any login may enter.
     *
     * @return true for master, tempdb and msdb at first
     */
    public boolean guest() {
        return guest;
    }

    /**
     * Lets everybody in as guest, or no longer.
     *
     * @param enabled whether guest may connect
     */
    public void guest(boolean enabled) {
        guest = enabled;
    }

    /**
     * What it was bought as in Azure SQL Database.
     *
     * @return e.g. {@code GP_S_Gen5_2}; empty elsewhere, and where nobody said
     */
    public String serviceObjective() {
        return serviceObjective;
    }

    /**
     * Buys it as something else.
     *
     * @param objective e.g. {@code S0}
     */
    public void serviceObjective(String objective) {
        serviceObjective = objective;
    }

    /**
     * How much of what was bought in Azure SQL Database it uses.
     *
     * @return as last set
     */
    public ServiceLoad serviceLoad() {
        return serviceLoad;
    }

    /**
     * Sets how much of what was bought it uses.
     *
     * @param now from now on, and in what its view has kept of the last hour
     */
    public void serviceLoad(ServiceLoad now) {
        serviceLoad = now;
    }

    /**
     * Its links to copies on other servers of Azure SQL Database.
     *
     * @return empty for most
     */
    public List<GeoLink> geoLinks() {
        return geoLinks;
    }

    /**
     * Sets its links; who does that also makes it writable or not.
     *
     * @param links from now on
     */
    public void geoLinks(List<GeoLink> links) {
        geoLinks = List.copyOf(links);
    }

    /**
     * Pauses it, as Azure does with a serverless database that nobody uses; who does that ends its sessions.
     *
     * @param now by the server's clock
     * @param resume how long it takes to wake, by that clock
     */
    public void pause(Instant now, Duration resume) {
        sleep.updateAndGet(before -> before.paused(now, resume));
    }

    /**
     * Somebody comes to a serverless database; one that is paused begins to wake.
     *
     * @param now by the server's clock
     * @return whether it is awake; always true for one that was never paused
     */
    public boolean visit(Instant now) {
        ServerlessSleep after = sleep.updateAndGet(before -> before.visited(now));
        return !now.isBefore(after.awakeAt());
    }

    /**
     * How often it was woken.
     *
     * @return 0 or more
     */
    public int wakings() {
        return sleep.get().wakings();
    }

    /**
     * Whether it was awake at an instant, as far as its last sleep goes.
     *
     * @param at by the server's clock
     * @return true for one that was never paused
     */
    public boolean wasAwake(Instant at) {
        return sleep.get().wasAwake(at);
    }

    /**
     * When it was created.
     *
     * @return by the server's clock
     */
    public Instant created() {
        return created;
    }

    /**
     * What it shares with its backups and restores.
     *
     * @return for {@code sys.database_recovery_status.family_guid}
     */
    public UUID familyId() {
        return familyId;
    }

    /**
     * The recovery fork that it is on.
     *
     * @return for {@code sys.database_recovery_status.recovery_fork_guid}
     */
    public UUID recoveryFork() {
        return recoveryFork.get();
    }

    /**
     * Puts it on a new recovery fork, as a restore does.
     *
     * @param fork the new fork
     */
    public void forked(UUID fork) {
        recoveryFork.set(fork);
    }

    /**
     * Whether it comes with the server.
     *
     * @return true for ids 1 to 4
     */
    public boolean isSystem() {
        return id <= 4;
    }

    /**
     * Whether its Query Store is on.
     *
     * @return for {@code sys.databases.is_query_store_on}
     */
    public boolean isQueryStoreOn() {
        return queryStoreOn.getAsBoolean();
    }

    /**
     * One of its own views.
     *
     * @param qualifiedName with schema, e.g. {@code sys.query_store_plan}, in any case
     * @return null when it has none of this name
     */
    public @Nullable VirtualTable table(String qualifiedName) {
        return tables.get(Collation.key(qualifiedName));
    }

    /**
     * Its own views.
     *
     * @return in the order given
     */
    public List<VirtualTable> tables() {
        return List.copyOf(tables.values());
    }

    /**
     * How it stands.
     *
     * @return the status now
     */
    public DatabaseStatus status() {
        return status.get();
    }

    /**
     * Changes how it stands; running statements are not touched.
     *
     * @param change from the old status to the new one
     */
    public void change(UnaryOperator<DatabaseStatus> change) {
        status.updateAndGet(change);
    }

    /**
     * What names it in its availability group: the same for every copy.
     *
     * @return for {@code sys.databases.group_database_id}; null outside of a group
     */
    public @Nullable UUID groupDatabaseId() {
        String group = status().group();
        return group.isEmpty() ? null : uuid("group " + group + "/" + name);
    }

    /**
     * What names an instance in the availability group.
     *
     * @param instance the instance's name
     * @return for {@code sys.databases.replica_id}; null outside of a group
     */
    public @Nullable UUID replicaId(String instance) {
        String group = status().group();
        return group.isEmpty() ? null : uuid("replica " + group + "/" + instance);
    }

    private static UUID uuid(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
