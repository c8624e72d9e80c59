package io.sqlserversim.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What an operator does to servers, asked for over the control channel. Thread-safe. */
final class OperatorRequests {
    private final Fleet fleet;

    OperatorRequests(Fleet fleet) {
        this.fleet = fleet;
    }

    /** Restarts one server, or all. */
    Object restart(String body) {
        List<SimulatedServer> servers = fleet.named(Json.object(body, "server"));
        try {
            for (SimulatedServer server : servers) {
                server.restart();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.of("servers", servers.size());
    }

    /** Kills a session of one server, as KILL does. */
    Object kill(String body) {
        JsonNode request = Json.object(body, "server", "sessionId");
        if (!request.has("server") || !request.path("sessionId").isInt()) {
            throw new IllegalArgumentException("server and sessionId are required");
        }
        int sessionId = request.path("sessionId").asInt();
        boolean found = fleet.named(request).getFirst().instance().sessions().kill(sessionId);
        return Map.of("killed", found);
    }
}
