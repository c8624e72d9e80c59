package io.sqlserversim.fleet;

import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Pressure;
import io.sqlserversim.instance.ServiceLoad;
import io.sqlserversim.instance.SessionRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What an operator does to servers, asked for over the control channel. Thread-safe. */
final class OperatorRequests {
    private final Fleet fleet;

    OperatorRequests(Fleet fleet) {
        this.fleet = fleet;
    }

    /** Restarts one server, or all; with {@code crash} what the Query Stores had in memory is lost. */
    Object restart(String body) {
        JsonNode request = Json.object(body, "server", "crash");
        List<SimulatedServer> servers = fleet.named(request);
        boolean crash = request.path("crash").asBoolean(false);
        try {
            for (SimulatedServer server : servers) {
                if (crash) {
                    server.crash();
                } else {
                    server.restart();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.of("servers", servers.size());
    }

    /** Fails one server over to an instance of another name, which was started an hour ago. */
    Object failover(String body) {
        JsonNode request = Json.object(body, "server", "to");
        String other = request.path("to").asString("");
        if (!request.has("server") || other.isEmpty()) {
            throw new IllegalArgumentException("server and to are required");
        }
        try {
            fleet.named(request).getFirst().failover(other, fleet.clock().now().minus(Duration.ofHours(1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.of("servers", 1);
    }

    /** Switches session recovery for connections that begin afterwards. */
    Object sessionRecovery(String body) {
        JsonNode request = Json.object(body, "server", "on");
        if (!request.path("on").isBoolean()) {
            throw new IllegalArgumentException("on must be true or false");
        }
        List<SimulatedServer> servers = fleet.named(request);
        servers.forEach(server -> server.sessionRecovery(request.path("on").asBoolean()));
        return Map.of("servers", servers.size());
    }

    /** Puts one server, or all, under pressure; what is not named is as on an idle server. */
    Object pressure(String body) {
        JsonNode request = Json.object(body, "server", "runnableTasks", "waitingGrants", "workers", "logSendKilobytes");
        Pressure idle = Pressure.NONE;
        Pressure pressure = new Pressure(
                request.path("runnableTasks").asInt(idle.runnableTasks()),
                request.path("waitingGrants").asInt(idle.waitingGrants()),
                request.path("workers").asInt(idle.workers()),
                request.path("logSendKilobytes").asLong(idle.logSendKilobytes()));
        List<SimulatedServer> servers = fleet.named(request);
        servers.forEach(server -> server.instance().pressure(pressure));
        return Map.of("servers", servers.size());
    }

    /** Puts a database of Azure SQL Database under load, on one server or all; what is not named is as on an idle one. */
    Object serviceLoad(String body) {
        JsonNode request = Json.object(
                body,
                "server",
                "database",
                "cpu",
                "dataIo",
                "logWrite",
                "workers",
                "sessions",
                "memory",
                "instanceCpu",
                "cores");
        String name = request.path("database").asString("");
        ServiceLoad idle = ServiceLoad.IDLE;
        ServiceLoad load = new ServiceLoad(
                request.path("cpu").asDouble(idle.cpuPercent()),
                request.path("dataIo").asDouble(idle.dataIoPercent()),
                request.path("logWrite").asDouble(idle.logWritePercent()),
                request.path("workers").asDouble(idle.workerPercent()),
                request.path("sessions").asDouble(idle.sessionPercent()),
                request.path("memory").asDouble(idle.memoryPercent()),
                request.path("instanceCpu").asDouble(idle.instanceCpuPercent()),
                request.path("cores").isNumber()
                        ? Double.valueOf(request.path("cores").asDouble())
                        : idle.cores());
        List<SimulatedServer> servers = fleet.named(request);
        for (SimulatedServer server : servers) {
            Database database = server.instance().database(name);
            if (database == null) {
                throw new IllegalArgumentException("database: " + server.name() + " has no database '" + name + "'");
            }
            database.serviceLoad(load);
        }
        return Map.of("servers", servers.size());
    }

    /** Kills a session of one server, as KILL does; or all sessions of programs whose name begins so, on one server or all. */
    Object kill(String body) {
        JsonNode request = Json.object(body, "server", "sessionId", "program");
        if (request.has("program")) {
            return Map.of("killed", killProgram(request));
        }
        if (!request.has("server") || !request.path("sessionId").isInt()) {
            throw new IllegalArgumentException("program, or server and sessionId, are required");
        }
        int sessionId = request.path("sessionId").asInt();
        boolean found = fleet.named(request).getFirst().instance().sessions().kill(sessionId);
        return Map.of("killed", found);
    }

    private long killProgram(JsonNode request) {
        String program = request.path("program").asString();
        long killed = 0;
        for (SimulatedServer server : fleet.named(request)) {
            SessionRegistry sessions = server.instance().sessions();
            killed += sessions.all().stream()
                    .filter(session -> session.login().programName().startsWith(program))
                    .filter(session -> sessions.kill(session.sessionId()))
                    .count();
        }
        return killed;
    }
}
