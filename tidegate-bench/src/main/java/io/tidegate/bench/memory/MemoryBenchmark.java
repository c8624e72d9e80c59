package io.tidegate.bench.memory;

import io.tidegate.app.demo.FleetProcess;
import io.tidegate.bench.run.Benchmark;
import io.tidegate.bench.run.Folders;
import io.tidegate.bench.run.Report;
import io.tidegate.bench.run.Table;
import io.tidegate.sqlserver.ServerTarget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** How much memory a whole import takes with a live tick beside it, the collector in a process of its own. */
@Command(name = "memory", description = "Peak memory of a collector that imports a large catalogue with a live tick.")
public final class MemoryBenchmark extends Benchmark {
    private static final int ROWS_PER_INTERVAL = 1_250;
    private static final double MB = 1e6;

    /** Peak resident set that must not be exceeded, in bytes. */
    private static final double MOST_RSS = 1.1e9;

    @Option(names = "--rows", paramLabel = "N", description = "Runtime rows of history, in whole intervals. [800000]")
    private int rows = 800_000;

    @Option(names = "--heap-mb", paramLabel = "N", description = "The collector's -Xmx. [512]")
    private int heapMb = 512;

    @Option(names = "--limit", paramLabel = "SECONDS", description = "End then, complete or not. [1800]")
    private int limit = 1_800;

    /** Nothing set. */
    public MemoryBenchmark() {}

    @Override
    protected boolean run(Report out) throws Exception {
        inRange("--rows", rows, ROWS_PER_INTERVAL, 40_000_000);
        inRange("--heap-mb", heapMb, 128, 65_536);
        inRange("--limit", limit, 1, 86_400);
        String[] options = {
            "--databases",
            "2",
            "--workload",
            "big,oltp",
            "--interval-minutes",
            "1",
            "--flush-seconds",
            "60",
            "--history",
            rows / ROWS_PER_INTERVAL + "m"
        };
        try (FleetProcess fleet = FleetProcess.start(1, options);
                Folders folders = new Folders()) {
            Map<String, String> words = collect(fleet.targets().getFirst(), folders.inside("store"));
            JsonNode server = fleet.status().path("servers").path(0);
            double rss = Double.parseDouble(words.getOrDefault("rss", "0"));
            new Table("import complete", "wire MB", "peak RSS MB", "heap after a collection MB", "heavy at once")
                    .row(
                            words.getOrDefault("complete", "false"),
                            Table.number(server.path("bytesOut").asLong() / MB, 1),
                            Table.number(rss / MB, 1),
                            Table.number(Double.parseDouble(words.getOrDefault("live", "0")) / MB, 1),
                            server.path("heavyMax").asString())
                    .print(out);
            return Boolean.parseBoolean(words.getOrDefault("complete", "false"))
                    && rss <= MOST_RSS
                    && server.path("heavyMax").asInt() <= 1;
        }
    }

    private Map<String, String> collect(ServerTarget target, Path store) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Xmx" + heapMb + "m",
                        "-XX:+UseG1GC",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CollectorUnderTest.class.getName(),
                        Integer.toString(target.port()),
                        target.login().user(),
                        store.toString(),
                        Integer.toString(limit))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment()
                .put(CollectorUnderTest.PASSWORD, target.login().password().reveal());
        Process collector = builder.start();
        try {
            List<String> said = new String(collector.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            if (collector.waitFor() != 0) {
                throw new IOException("the collector ended with exit code " + collector.exitValue());
            }
            return said.stream()
                    .filter(line -> line.startsWith("complete="))
                    .flatMap(line -> Stream.of(line.split(" ", -1)))
                    .map(word -> word.split("=", 2))
                    .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        } finally {
            collector.destroyForcibly();
        }
    }
}
