package io.tidegate.app.e2e;

import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.tidegate.app.Main;
import io.tidegate.app.holder.StoreAccess;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.time.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** {@code tidegate lite} in a process of its own, asked through the file by which its store is held. Confined to one thread. */
final class LiteChild implements AutoCloseable {
    private static final String PASSWORD = "TIDEGATE_E2E_PASSWORD";

    private final Process process;
    private final Path store;
    private final Path out;

    private LiteChild(Process process, Path store, Path out) {
        this.process = process;
        this.store = store;
        this.out = out;
    }

    /** Starts one whose store is in the folder, with more arguments where there are any; blocks until it collects. */
    static LiteChild start(Fleet fleet, Path folder, Duration deadline, String... more) throws IOException {
        Files.createDirectories(folder);
        Path config = folder.resolve("tidegate.yaml");
        Files.writeString(config, config(fleet, deadline));
        Path out = folder.resolve("out.log");
        Files.deleteIfExists(out);
        List<String> arguments = new ArrayList<>(List.of("lite", "--config", config.toString()));
        arguments.addAll(List.of(more));
        Process process = launch(out, arguments.toArray(new String[0]));
        LiteChild child = new LiteChild(process, folder.resolve("store"), out);
        Await.until("the child collects", Pace.BOUND, child::collects);
        return child;
    }

    /** A command in a process of its own, which knows the password of a fleet for tests. */
    static Process launch(Path out, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put(PASSWORD, FleetSpec.TEST.password());
        return builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    }

    private boolean collects() {
        String said = said();
        if (!process.isAlive()) {
            throw new AssertionError("the child has ended with " + process.exitValue() + ": " + said);
        }
        return said.contains("collecting") || said.contains("processId");
    }

    /** All that it has printed so far. */
    String said() {
        try {
            return Files.readString(out);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String config(Fleet fleet, Duration deadline) {
        StringBuilder text = new StringBuilder("servers:\n");
        for (SimulatedServer server : fleet.servers()) {
            text.append("""
                      - name: %s
                        host: 127.0.0.1
                        port: %d
                        encryption: off
                        trustServerCertificate: true
                        login: {user: monitor, password: "env:%s"}
                    """.formatted(server.name(), server.port(), PASSWORD));
        }
        return text + """
                cadence: {tick: 1s, backfill: 1s, deadline: %ds}
                budgets: {read: 2s}
                store: {directory: store, memory: 128MB}
                web: {port: 0}
                """.formatted(deadline.toSeconds());
    }

    Path store() {
        return store;
    }

    long processId() {
        return process.pid();
    }

    /** Rows of runtime stats that are stored. */
    long rows() {
        try (StoreAccess access = StoreAccess.open(store)) {
            Object count = access.answers()
                    .sql("select count(*) from query_store_runtime_stats", 1)
                    .rows()
                    .getFirst()
                    .getFirst();
            return Long.parseLong(Objects.requireNonNull(count).toString());
        }
    }

    /** Tries that were refused. */
    long deferrals() {
        try (StoreAccess access = StoreAccess.open(store)) {
            return access.answers().leases(null, Duration.ofHours(1), 1_000).rows().stream()
                    .filter(row -> row.ending() == LeaseEnding.DEFERRED)
                    .count();
        }
    }

    /** Whether the child ended by itself within a time: it should not. */
    boolean endsWithin(Duration time) throws InterruptedException {
        return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** SIGTERM, which ends it as a Ctrl-C does; its exit code. Blocks until it has ended. */
    int end() throws InterruptedException {
        process.destroy();
        return process.waitFor();
    }

    /** kill -9. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            kill();
        }
    }
}
