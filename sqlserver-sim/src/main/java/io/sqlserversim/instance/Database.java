package io.sqlserversim.instance;

import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.types.Collation;
import java.nio.charset.StandardCharsets;
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
    private final int id;
    private final String name;
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
        this.familyId = UUID.nameUUIDFromBytes((id + "/" + name + "/" + created).getBytes(StandardCharsets.UTF_8));
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
}
