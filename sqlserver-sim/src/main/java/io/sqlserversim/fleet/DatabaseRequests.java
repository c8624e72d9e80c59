package io.sqlserversim.fleet;

import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.ReplicaRole;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** What a DBA does to databases, asked for over the control channel. Thread-safe. */
final class DatabaseRequests {
    /** What one word does to one database. */
    private interface Action {
        void run(DatabaseOperations databases, String name, JsonNode request);
    }

    private static final Map<String, Action> ACTIONS = new TreeMap<>();

    static {
        for (DatabaseState state : DatabaseState.values()) {
            ACTIONS.put(word(state), (databases, name, request) -> databases.state(name, state));
        }
        for (ReplicaRole role : ReplicaRole.values()) {
            if (role != ReplicaRole.NONE) {
                ACTIONS.put(
                        word(role),
                        (databases, name, request) -> databases.replica(name, text(request, "group", "ag1"), role));
            }
        }
        ACTIONS.put("leave-group", (databases, name, request) -> databases.replica(name, "", ReplicaRole.NONE));
        ACTIONS.put(
                "single-user",
                (databases, name, request) ->
                        databases.singleUser(name, request.path("sessionId").asInt(0)));
        ACTIONS.put("restricted-user", (databases, name, request) -> databases.restricted(name, true));
        ACTIONS.put("multi-user", (databases, name, request) -> databases.restricted(name, false));
        ACTIONS.put("read-only", (databases, name, request) -> databases.readOnly(name, true));
        ACTIONS.put("read-write", (databases, name, request) -> databases.readOnly(name, false));
        ACTIONS.put("standby", (databases, name, request) -> databases.standby(name, true));
        ACTIONS.put("auto-close", (databases, name, request) -> databases.autoClose(name, true));
        ACTIONS.put("stay-open", (databases, name, request) -> databases.autoClose(name, false));
        ACTIONS.put(
                "pause",
                (databases, name, request) -> databases.pause(
                        name, Duration.ofSeconds(request.path("seconds").asInt(60))));
        ACTIONS.put("create", (databases, name, request) -> databases.create(name, text(request, "workload", "small")));
        ACTIONS.put("drop", (databases, name, request) -> databases.drop(name));
        ACTIONS.put("rename", (databases, name, request) -> databases.rename(name, text(request, "to", "")));
        ACTIONS.put(
                "collation",
                (databases, name, request) ->
                        databases.collation(name, text(request, "collation", Database.DEFAULT_COLLATION)));
        ACTIONS.put(
                "contained-group",
                (databases, name, request) -> databases.addContainedGroup(name, ReplicaRole.PRIMARY));
    }

    private final Fleet fleet;

    DatabaseRequests(Fleet fleet) {
        this.fleet = fleet;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String text(JsonNode request, String key, String absent) {
        return request.has(key) ? request.path(key).asString() : absent;
    }

    /** Does one action to one database of one server, or of all. */
    Object change(String body) {
        JsonNode request = Json.object(
                body, "server", "database", "action", "group", "sessionId", "seconds", "workload", "to", "collation");
        String database = text(request, "database", "");
        if (database.isEmpty()) {
            throw new IllegalArgumentException("database is required");
        }
        String word = text(request, "action", "");
        Action action = ACTIONS.get(word);
        if (action == null) {
            throw new IllegalArgumentException("action: no action '" + word + "'; there are " + ACTIONS.keySet());
        }
        List<SimulatedServer> servers = fleet.named(request);
        servers.forEach(server -> action.run(server.databases(), database, request));
        return Map.of("servers", servers.size());
    }
}
