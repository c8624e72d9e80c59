package io.sqlserversim.fleet;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;

/** Turns requests of the control channel into rules of fault plans. Thread-safe. */
final class FaultRequests {
    private static final String[] KEYS = {
        "server",
        "name",
        "fault",
        "match",
        "first",
        "gap",
        "pauseSeconds",
        "times",
        "afterRows",
        "afterBytes",
        "seconds",
        "deaf",
        "perRowMillis",
        "number",
        "severity",
        "state",
        "text"
    };
    private static final String FAULTS = "hang, trickle, drop, error, refuse-login, deny-locks, allow-locks";

    private final Fleet fleet;
    private final AtomicInteger unnamed = new AtomicInteger();

    FaultRequests(Fleet fleet) {
        this.fleet = fleet;
    }

    /** Adds a rule to one server, or to all. */
    Object add(String body) {
        JsonNode request = Json.object(body, KEYS);
        List<SimulatedServer> servers = fleet.named(request);
        String kind = request.path("fault").asString("");
        if (kind.equals("deny-locks") || kind.equals("allow-locks")) {
            servers.forEach(server -> server.locks().deny(kind.equals("deny-locks")));
            return Map.of("servers", servers.size());
        }
        String name = request.path("name").asString("rule-" + unnamed.incrementAndGet());
        FaultRule rule = new FaultRule(name, match(request.path("match")), occurrence(request), fault(kind, request));
        servers.forEach(server -> server.faults().add(rule));
        return Map.of("name", name, "servers", servers.size());
    }

    /** Removes all rules from one server, or from all; what is held is held on. */
    Object clear(String body) {
        List<SimulatedServer> servers = fleet.named(Json.object(body, "server"));
        servers.forEach(server -> server.faults().clear());
        return Map.of("servers", servers.size());
    }

    /** Lets held statements go on: those of one rule or all, on one server or all. */
    Object release(String body) {
        JsonNode request = Json.object(body, "server", "rule");
        List<SimulatedServer> servers = fleet.named(request);
        for (SimulatedServer server : servers) {
            if (request.has("rule")) {
                server.faults().release(request.path("rule").asString());
            } else {
                server.faults().release();
            }
        }
        return Map.of("servers", servers.size());
    }

    private static Match match(JsonNode wanted) {
        if (wanted.isMissingNode()) {
            return Match.HEAVY;
        }
        Json.check(wanted, "heavy", "text", "database", "program");
        Match match = wanted.path("heavy").asBoolean(false) ? Match.HEAVY : Match.ANY;
        try {
            match = wanted.has("text") ? match.withText(wanted.path("text").asString()) : match;
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("match.text: " + e.getDescription(), e);
        }
        match = wanted.has("database")
                ? match.inDatabase(wanted.path("database").asString())
                : match;
        return wanted.has("program") ? match.byProgram(wanted.path("program").asString()) : match;
    }

    private static Occurrence occurrence(JsonNode request) {
        JsonNode gap = request.path("gap");
        long least = gap.isArray() ? gap.path(0).asLong(1) : gap.asLong(1);
        long most = gap.isArray() ? gap.path(1).asLong(least) : least;
        return new Occurrence(
                request.path("first").asLong(1),
                least,
                most,
                seconds(request.path("pauseSeconds"), 0),
                request.path("times").asLong(Long.MAX_VALUE));
    }

    private static Fault fault(String kind, JsonNode request) {
        Point at = new Point(
                request.path("afterRows").asLong(0), request.path("afterBytes").asLong(0));
        boolean deaf = request.path("deaf").asBoolean(false);
        return switch (kind) {
            case "hang" -> new Fault.Hang(at, hold(request.path("seconds")), deaf);
            case "trickle" ->
                new Fault.Trickle(Duration.ofMillis(request.path("perRowMillis").asLong(10)), deaf);
            case "drop" -> new Fault.Drop(at);
            case "error" -> new Fault.Fail(at, error(request));
            case "refuse-login" -> new Fault.RefuseLogin(List.of(error(request)));
            default -> throw new IllegalArgumentException("fault: no fault '" + kind + "'; there are " + FAULTS);
        };
    }

    private static Hold hold(JsonNode seconds) {
        return seconds.isMissingNode() ? Hold.UNTIL_RELEASED : Hold.real(seconds(seconds, 0));
    }

    private static Duration seconds(JsonNode seconds, double otherwise) {
        return Duration.ofMillis(Math.round(seconds.asDouble(otherwise) * 1000));
    }

    private static SqlError error(JsonNode request) {
        int number = request.path("number").asInt(50_000);
        return new SqlError(
                number,
                request.path("severity").asInt(16),
                request.path("state").asInt(1),
                request.path("text").asString("Simulated error " + number + "."));
    }
}
