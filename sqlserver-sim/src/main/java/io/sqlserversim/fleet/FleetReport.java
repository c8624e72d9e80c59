package io.sqlserversim.fleet;

import io.sqlserversim.fault.HeldStatement;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.books.IntervalBook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the control channel tells of a fleet; instants are ISO 8601 in UTC by the fleet's clock. Thread-safe. */
final class FleetReport {
    private final Fleet fleet;

    FleetReport(Fleet fleet) {
        this.fleet = fleet;
    }

    Object status() {
        Instant now = fleet.clock().now();
        List<Object> servers = new ArrayList<>();
        for (SimulatedServer server : fleet.servers()) {
            Map<String, Object> line = counters(server);
            line.put("profile", server.instance().profile().label());
            line.put("instance", server.instance().name());
            line.put("sessions", server.instance().sessions().all().size());
            line.put("databases", server.queryStores().keySet());
            line.put("faultsTriggered", server.faults().triggered());
            line.put(
                    "held",
                    server.faults().held().stream().map(FleetReport::held).toList());
            servers.add(line);
        }
        return answer(now, servers);
    }

    Object books() {
        Instant now = fleet.clock().now();
        List<Object> servers = new ArrayList<>();
        for (SimulatedServer server : fleet.servers()) {
            Map<String, Object> line = counters(server);
            List<Object> databases = new ArrayList<>();
            server.queryStores().forEach((name, store) -> databases.add(database(name, store, now)));
            line.put("databases", databases);
            servers.add(line);
        }
        return answer(now, servers);
    }

    private static Map<String, Object> answer(Instant now, List<Object> servers) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("now", now.toString());
        answer.put("servers", servers);
        return answer;
    }

    private static Map<String, Object> counters(SimulatedServer server) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("server", server.name());
        line.put("port", server.port());
        line.put("statements", server.instance().statements().get());
        line.put("heavyMax", server.judge().maximum());
        line.put("heavyRunning", server.judge().running());
        line.put("heavyTotal", server.judge().total());
        line.put("bytesOut", server.bytesOut());
        return line;
    }

    private static Map<String, Object> held(HeldStatement held) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("sessionId", held.sessionId());
        line.put("rule", held.rule());
        line.put("since", held.since().toString());
        line.put("bytes", held.bytes());
        return line;
    }

    private static Map<String, Object> database(String name, QueryStore store, Instant now) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("database", name);
        line.put(
                "intervals",
                store.books().booksAt(now).stream().map(FleetReport::interval).toList());
        return line;
    }

    private static Map<String, Object> interval(IntervalBook book) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("epoch", book.epoch());
        line.put("id", book.intervalId());
        line.put("start", book.start().toString());
        line.put("end", book.end().toString());
        line.put("settledAt", book.settledAt().toString());
        line.put("rows", book.rows());
        line.put("executions", book.executions());
        line.put("presence", book.presence().name());
        return line;
    }
}
