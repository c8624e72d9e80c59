package io.tidegate.web.api;

import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.HistoryReader.ServerRecord;
import io.tidegate.core.store.SeriesRecord;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
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
            Map<Integer, String> servers = servers();
            require(
                    "database",
                    database,
                    history.allSeries().stream()
                            .filter(series -> server == null || server.equals(servers.get(series.serverId())))
                            .map(SeriesRecord::database)
                            .distinct()
                            .sorted()
                            .toList());
        }
    }

    private Map<Integer, String> servers() {
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
