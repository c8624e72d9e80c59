package io.tidegate.app.demo;

import io.sqlserversim.fleet.SimCommand;
import io.tidegate.sqlserver.Login;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.web.http.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** A simulated fleet in a process of its own, with its control channel. Thread-safe; ended by {@link #close()}. */
public final class FleetProcess implements AutoCloseable {
    private static final int FIRST_PORT = 14_330;
    private static final int PORT_STEP = 1_000;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Process process;
    private final String control;
    private final String token;
    private final List<ServerTarget> targets;
    private final HttpClient client = HttpClient.newHttpClient();

    private FleetProcess(Process process, String control, String token, List<ServerTarget> targets) {
        this.process = process;
        this.control = control;
        this.token = token;
        this.targets = List.copyOf(targets);
    }

    /**
     * Starts a fleet. Blocks until its servers are announced.
     *
     * @param servers how many
     * @param options more options of {@code sim}
     * @return the running fleet
     * @throws IOException when it does not start
     */
    public static FleetProcess start(int servers, String... options) throws IOException {
        return start(servers, () -> {}, options);
    }

    /**
     * The same, with something else to do while the fleet's JVM starts.
     *
     * @param servers how many
     * @param meanwhile done here, before this blocks
     * @param options more options of {@code sim}
     * @return the running fleet
     * @throws IOException when it does not start
     */
    static FleetProcess start(int servers, Runnable meanwhile, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                SimCommand.class.getName(),
                "--servers",
                Integer.toString(servers),
                "--port-base",
                Integer.toString(freeRange(servers)),
                "--control",
                "--until-stdin-closes"));
        command.addAll(Arrays.asList(options));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            meanwhile.run();
            return announced(process, servers);
        } catch (IOException | RuntimeException failed) {
            process.destroyForcibly();
            throw failed;
        }
    }

    private static FleetProcess announced(Process process, int servers) throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        Map<String, String> channel = Map.of();
        List<ServerTarget> targets = new ArrayList<>();
        while (targets.size() < servers) {
            String line = out.readLine();
            if (line == null) {
                throw new IOException("the simulated fleet ended before it listened; its words are above");
            }
            Map<String, String> words = words(line);
            if (words.containsKey("control")) {
                channel = words;
            } else if (words.containsKey("server")) {
                targets.add(target(words));
            }
        }
        return new FleetProcess(
                process, channel.getOrDefault("control", ""), channel.getOrDefault("token", ""), targets);
    }

    private static ServerTarget target(Map<String, String> words) {
        return ServerTarget.trusted(
                words.getOrDefault("server", ""),
                words.getOrDefault("host", ""),
                Integer.parseInt(words.getOrDefault("port", "0")),
                new Login(words.getOrDefault("user", ""), new Secret(words.getOrDefault("password", ""))));
    }

    private static Map<String, String> words(String line) {
        Map<String, String> words = new HashMap<>();
        for (String word : List.of(line.split(" ", -1))) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                words.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return words;
    }

    private static int freeRange(int servers) throws IOException {
        for (int base = FIRST_PORT; base + servers < 65_000; base += PORT_STEP) {
            if (isFree(base, servers)) {
                return base;
            }
        }
        throw new IOException("no " + servers + " free ports in a row from " + FIRST_PORT + " on");
    }

    private static boolean isFree(int base, int servers) throws IOException {
        for (int port = base; port < base + servers; port++) {
            try (ServerSocket probe = new ServerSocket()) {
                probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            } catch (java.net.BindException taken) {
                return false;
            }
        }
        return true;
    }

    /**
     * Which process it is.
     *
     * @return its id
     */
    public long pid() {
        return process.pid();
    }

    /**
     * The servers, as a monitor logs in.
     *
     * @return in the order of their ports
     */
    public List<ServerTarget> targets() {
        return targets;
    }

    /**
     * Stops the fleet's clock, so that its books stand still. Blocks for an answer.
     *
     * @throws IOException when the fleet does not answer
     */
    public void freeze() throws IOException {
        post("/freeze", "");
    }

    /**
     * The fleet's own books. Blocks for an answer.
     *
     * @return as the control channel's {@code /books} says
     * @throws IOException when the fleet does not answer
     */
    public JsonNode books() throws IOException {
        return ask("/books", "GET", "");
    }

    /**
     * What runs at the servers now. Blocks for an answer.
     *
     * @return as the control channel's {@code /status} says
     * @throws IOException when the fleet does not answer
     */
    public JsonNode status() throws IOException {
        return ask("/status", "GET", "");
    }

    /**
     * Asks for something to be done. Blocks for an answer.
     *
     * @param path of the control channel, e.g. {@code /faults}
     * @param json the request; may be empty
     * @return the answer
     * @throws IOException when the fleet does not answer, or refuses
     */
    public JsonNode post(String path, String json) throws IOException {
        return ask(path, "POST", json);
    }

    private JsonNode ask(String path, String method, String json) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(control + path))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + token)
                .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
                .build();
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IOException("the fleet answered " + response.statusCode() + " to " + path);
            }
            return Json.mapper().readTree(response.body());
        } catch (InterruptedException leaving) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", leaving);
        }
    }

    /** Ends the fleet: by the end of its input, and by force when it does not listen to that. */
    @Override
    public void close() {
        client.close();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException gone) {
            process.destroyForcibly();
        } catch (InterruptedException leaving) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
