package io.sqlserversim.fleet;

import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What happens to Query Stores, asked for over the control channel. Thread-safe. */
final class QueryStoreRequests {
    private static final String[] KEYS = {
        "server",
        "database",
        "event",
        "secondsAgo",
        "desired",
        "actual",
        "reason",
        "intervalMinutes",
        "flushSeconds",
        "maxStorageMb",
        "staleDays",
        "sizeBasedCleanup",
        "replicaGroup",
        "role",
        "name",
        "delaySeconds",
        "shown"
    };
    private static final String EVENTS =
            "clear, flush, crash, restore, clean-up, state, options, replica-group, provisional-ids";

    private final Fleet fleet;

    QueryStoreRequests(Fleet fleet) {
        this.fleet = fleet;
    }

    private record Target(SimulatedServer server, String database, QueryStore store) {}

    /** Lets one event happen to the stores of one database, or of all. */
    Object event(String body) {
        JsonNode request = Json.object(body, KEYS);
        List<Target> targets = targets(request);
        for (Target target : targets) {
            happen(request, target);
        }
        return Map.of("stores", targets.size());
    }

    private List<Target> targets(JsonNode request) {
        String wanted = request.path("database").asString("");
        List<Target> targets = new ArrayList<>();
        for (SimulatedServer server : fleet.named(request)) {
            server.queryStores().forEach((database, store) -> {
                if (wanted.isEmpty() || wanted.equalsIgnoreCase(database)) {
                    targets.add(new Target(server, database, store));
                }
            });
        }
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("database: no database '" + wanted + "'");
        }
        return targets;
    }

    private void happen(JsonNode request, Target target) {
        QueryStore store = target.store();
        String event = request.path("event").asString("");
        switch (event) {
            case "clear" -> store.clear();
            case "flush" -> store.flush();
            case "crash" -> store.crash();
            case "restore" -> restore(request, target);
            case "clean-up" -> store.cleanUp();
            case "replica-group" -> addReplicaGroup(request, store);
            case "provisional-ids" ->
                store.showProvisionalIds(request.path("shown").asBoolean(true));
            case "state" -> store.alter(state(request, store.options()));
            case "options" -> store.alter(options(request, store.options()));
            default -> throw new IllegalArgumentException("event: no event '" + event + "'; there are " + EVENTS);
        }
    }

    /** The database gets a new recovery fork, too. */
    private void restore(JsonNode request, Target target) {
        if (!request.path("secondsAgo").isIntegralNumber()) {
            throw new IllegalArgumentException("secondsAgo is required: how old the image is, by the servers' clock");
        }
        Instant image =
                fleet.clock().now().minusSeconds(request.path("secondsAgo").asLong());
        target.server().databases().restore(target.database(), image);
    }

    private static void addReplicaGroup(JsonNode request, QueryStore store) {
        int role = request.path("role").asInt(2);
        String name = request.path("name").asString("SECONDARY");
        Duration delay = Duration.ofSeconds(request.path("delaySeconds").asLong(3600));
        store.addReplicaGroup(request.path("replicaGroup").asLong(2), role, name, delay);
    }

    private static QueryStoreOptions state(JsonNode request, QueryStoreOptions now) {
        QueryStoreState desired = state(request, "desired", now.desired());
        QueryStoreState actual = state(request, "actual", request.has("desired") ? desired : now.actual());
        return now.withState(desired, actual, request.path("reason").asInt(0));
    }

    private static QueryStoreState state(JsonNode request, String key, QueryStoreState absent) {
        String name = request.path(key).asString("");
        try {
            return name.isEmpty() ? absent : QueryStoreState.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            String states = List.of(QueryStoreState.values()).toString();
            throw new IllegalArgumentException(key + ": no state '" + name + "'; there are " + states, e);
        }
    }

    private static QueryStoreOptions options(JsonNode request, QueryStoreOptions now) {
        int minutes = request.path("intervalMinutes").asInt(now.intervalLengthMinutes());
        int seconds = request.path("flushSeconds").asInt(now.flushIntervalSeconds());
        long storage = request.path("maxStorageMb").asLong(now.maxStorageSizeMb());
        int days = request.path("staleDays").asInt(now.staleQueryThresholdDays());
        boolean bySize = request.path("sizeBasedCleanup").asBoolean(now.sizeBasedCleanup());
        return now.withIntervals(minutes, seconds).withLimits(storage, days).withSizeBasedCleanup(bySize);
    }
}
