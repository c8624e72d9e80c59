package io.tidegate.app.doctor;

import io.tidegate.app.holder.HolderFile;
import io.tidegate.app.holder.StoreAccess;
import io.tidegate.core.status.ServerStatus;
import io.tidegate.core.store.StoreException;
import io.tidegate.store.duckdb.DuckDbStores;
import io.tidegate.web.api.Answers;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What our own store knows of a server: what is held, what its leases have cost, and what a process that collects it says.
 * A store that is not there, or cannot be asked, knows nothing, and says why. Confined to one thread; each call blocks as
 * asking a store does.
 */
public final class StoreSide implements AutoCloseable {
    private static final Duration LEASES = Duration.ofDays(7);
    private static final int MOST_LEASES = 10_000;

    private final String server;
    private final @Nullable StoreAccess access;
    private final String why;
    private final boolean isKnown;

    private StoreSide(String server, @Nullable StoreAccess access, String why, boolean isKnown) {
        this.server = server;
        this.access = access;
        this.why = why;
        this.isKnown = isKnown;
    }

    /**
     * Opens a store for questions, through the process that holds it if there is one.
     *
     * @param directory the store's folder; nothing is made in it
     * @param server which server
     * @return to be closed
     */
    public static StoreSide open(Path directory, String server) {
        if (HolderFile.read(directory).isEmpty() && !DuckDbStores.isThere(directory)) {
            return new StoreSide(server, null, "there is no store in " + directory + " yet: nothing is held", false);
        }
        try {
            StoreAccess access = StoreAccess.open(directory);
            boolean known = access.answers().servers().registered().contains(server);
            String words = known ? "" : "the store in " + directory + " has nothing of this server yet";
            return new StoreSide(server, access, words, known);
        } catch (StoreException | UncheckedIOException closed) {
            return new StoreSide(
                    server,
                    null,
                    "the store could not be asked, so all of it counts as not held: " + closed.getMessage(),
                    false);
        }
    }

    /**
     * Why the store has nothing to say.
     *
     * @return for a user; empty when it has
     */
    public String why() {
        return why;
    }

    /** How many intervals of a database's present life are held, from an instant on. */
    long held(String database, Instant from) {
        if (access == null || !isKnown) {
            return 0;
        }
        String of = "server_name = " + literal(server) + " AND database_name = " + literal(database);
        List<List<@Nullable Object>> rows = access.answers()
                .sql(
                        "SELECT count(*) AS held FROM query_store_runtime_stats_interval WHERE " + of
                                + " AND state IN ('HELD', 'INHERITED') AND start_time >= TIMESTAMP '"
                                + from.toString().replace('T', ' ').replace("Z", "")
                                + "' AND epoch = (SELECT max(epoch)"
                                + " FROM query_store_runtime_stats_interval WHERE " + of + ")",
                        1)
                .rows();
        return rows.getFirst().getFirst() instanceof Number count ? count.longValue() : 0;
    }

    /** How fast its history has come so far. */
    ImportRate rate() {
        return access == null || !isKnown
                ? ImportRate.DOCUMENTED
                : ImportRate.of(
                        access.answers().leases(server, LEASES, MOST_LEASES).rows());
    }

    /** How the process that collects it says it stands; empty when none does. */
    Optional<ServerStatus> status() {
        if (access == null) {
            return Optional.empty();
        }
        Answers.Servers servers = access.answers().servers();
        return servers.servers().stream()
                .filter(one -> one.name().equals(server))
                .findFirst();
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    @Override
    public void close() {
        if (access != null) {
            access.close();
        }
    }
}
