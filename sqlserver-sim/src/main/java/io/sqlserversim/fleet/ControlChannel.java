package io.sqlserversim.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * The control channel of a fleet: HTTP on a free loopback port, JSON in and out, every request with the header
 * {@code Authorization: Bearer TOKEN}. Thread-safe.
 */
final class ControlChannel implements AutoCloseable {
    private static final int LARGEST_BODY = 1 << 16;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final String token;
    private final Map<String, Map<String, FleetRequests.Action>> actions = new TreeMap<>();

    private ControlChannel(HttpServer server, Fleet fleet, String token) {
        this.server = server;
        this.token = token;
        FleetReport report = new FleetReport(fleet);
        FleetRequests requests = new FleetRequests(fleet);
        requests.names().forEach(name -> actions.put("/" + name, Map.of("POST", requests.named(name))));
        actions.put("/faults", Map.of("POST", requests.named("faults"), "DELETE", requests.clearFaults()));
        actions.put(
                "/freeze", Map.of("POST", body -> Map.of("now", fleet.freeze().toString())));
        actions.put("/status", Map.of("GET", body -> report.status()));
        actions.put("/books", Map.of("GET", body -> report.books()));
    }

    /**
     * Opens the channel.
     *
     * @param fleet what it controls
     * @return the open channel
     * @throws IOException when no port can be had
     */
    static ControlChannel open(Fleet fleet) throws IOException {
        byte[] secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        HttpServer server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        ControlChannel channel =
                new ControlChannel(server, fleet, HexFormat.of().formatHex(secret));
        server.createContext("/", channel::handle);
        server.setExecutor(channel.threads);
        server.start();
        return channel;
    }

    /**
     * Where it is.
     *
     * @return e.g. {@code http://127.0.0.1:40123}
     */
    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /**
     * What each request must carry.
     *
     * @return letters and digits
     */
    String token() {
        return token;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Reply reply = reply(exchange);
            byte[] bytes = Json.bytes(reply.body);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(reply.status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private record Reply(int status, Object body) {
        static Reply error(int status, String text) {
            return new Reply(status, Map.of("error", text));
        }
    }

    private Reply reply(HttpExchange exchange) throws IOException {
        if (!isAuthorized(exchange.getRequestHeaders().getFirst("Authorization"))) {
            return Reply.error(401, "the header 'Authorization: Bearer TOKEN' is missing or wrong");
        }
        String path = exchange.getRequestURI().getPath();
        Map<String, FleetRequests.Action> methods = actions.get(path);
        if (methods == null) {
            return Reply.error(404, "no such path; there are " + actions.keySet());
        }
        FleetRequests.Action action = methods.get(exchange.getRequestMethod());
        if (action == null) {
            return Reply.error(405, path + " takes " + new TreeMap<>(methods).keySet());
        }
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY);
        try {
            return new Reply(200, action.run(new String(body, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException e) {
            return Reply.error(400, String.valueOf(e.getMessage()));
        }
    }

    private boolean isAuthorized(@Nullable String header) {
        byte[] offered = String.valueOf(header).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(offered, ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
