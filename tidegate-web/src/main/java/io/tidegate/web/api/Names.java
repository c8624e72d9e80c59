package io.tidegate.web.api;

import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.HistoryReader.ServerRecord;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.Stretch;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The servers and databases that a store knows: a question about any other is refused, since an empty answer would look like
 * one about idle times. Thread-safe; each call blocks for the store.
 *
 * @param history what is stored
 */
record Names(HistoryReader history) {
    /**
     * Refuses a name that the store does not know.
     *
     * @param server null when all are asked for
     * @throws BadQuestion with the nearest name
     */
    void require(@Nullable String server) {
        if (server != null) {
            require("server", server, servers().values());
        }
    }

    /**
     * Refuses names that the store does not know.
     *
     * @param server null when all are asked for
     * @param database null when all are asked for; else one of this server's
     * @throws BadQuestion with the nearest name
     */
    void require(@Nullable String server, @Nullable String database) {
        require(server);
        if (database != null) {
            Set<String> listed =
                    series(server, null).map(SeriesRecord::database).collect(Collectors.toCollection(TreeSet::new));
            if (!listed.contains(database)) {
                listed.addAll(recorded(server));
            }
            require("database", database, listed);
        }
    }

    /** Those of which something was recorded, though no interval of them was ever listed. */
    private Set<String> recorded(@Nullable String server) {
        return servers().entrySet().stream()
                .filter(one -> server == null || server.equals(one.getValue()))
                .flatMap(one -> history.stretches(one.getKey()).stream())
                .map(Stretch::database)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toSet());
    }

    /**
     * The series that a question is about, of every epoch.
     *
     * @param server null when all are asked for
     * @param database null when all are asked for
     * @return as the store has them
     */
    Stream<SeriesRecord> series(@Nullable String server, @Nullable String database) {
        Map<Integer, String> servers = servers();
        return history.allSeries().stream()
                .filter(series -> server == null || server.equals(servers.get(series.serverId())))
                .filter(series -> database == null || database.equals(series.database()));
    }

    /**
     * Names of servers.
     *
     * @return by their numbers
     */
    Map<Integer, String> servers() {
        return history.servers().stream().collect(Collectors.toMap(ServerRecord::id, ServerRecord::name));
    }

    /** Refuses a value that is not among those that exist. */
    static void require(String parameter, String value, Collection<String> existing) {
        if (!existing.contains(value)) {
            throw new BadQuestion(
                    parameter, "no such " + parameter + " '" + value + "'; " + Nearest.hint(value, existing));
        }
    }
}
