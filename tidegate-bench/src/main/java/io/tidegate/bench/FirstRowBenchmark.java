package io.tidegate.bench;

import io.tidegate.bench.run.Benchmark;
import io.tidegate.bench.run.Polling;
import io.tidegate.bench.run.Report;
import io.tidegate.bench.run.Table;
import io.tidegate.web.http.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** From the start of the demo of a built clone to the first rows that its page can show. */
@Command(
        name = "firstrow",
        description =
                "Time from './tidegate demo' of a built clone to the first rows, against './tidegate --version', and to its end.")
final class FirstRowBenchmark extends Benchmark {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int END_AFTER_SECONDS = 10;

    @Option(names = "--rounds", paramLabel = "N", description = "How often. [3]")
    private int rounds = 3;

    @Option(
            names = "--with",
            paramLabel = "COMMAND",
            split = " ",
            description = "What starts Tidegate, words with spaces between. [./tidegate]")
    private List<String> starter = List.of(launcher());

    private static String launcher() {
        return Path.of(System.getProperty("tidegate.root", "."), "tidegate").toString();
    }

    @Override
    protected boolean run(Report out) throws Exception {
        inRange("--rounds", rounds, 1, 100);
        version();
        Table table = new Table(
                "round", "--version s (baseline)", "page answers s", "first rows s", "times the baseline", "end s");
        for (int round = 1; round <= rounds; round++) {
            double baseline = version();
            double[] demo = demo();
            table.row(
                    Integer.toString(round),
                    Table.number(baseline, 2),
                    Table.number(demo[0], 2),
                    Table.number(demo[1], 2),
                    Table.number(demo[1] / baseline, 1),
                    Table.number(end(), 2));
        }
        table.print(out);
        out.note("end: from the moment that --exit-after names to the end of the process, " + END_AFTER_SECONDS
                + " s after the line 'collecting'.");
        return true;
    }

    private double version() throws IOException, InterruptedException {
        long begun = System.nanoTime();
        Process process = start("--version");
        process.getInputStream().readAllBytes();
        if (process.waitFor() != 0) {
            throw new IOException("--version ended with exit code " + process.exitValue());
        }
        return seconds(begun);
    }

    /** Seconds until the page's address is said, and until it has rows. */
    private double[] demo() throws Exception {
        long begun = System.nanoTime();
        Process process = start("demo", "--faults", "none", "--exit-after", "600s");
        try (BufferedReader said =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                HttpClient client = HttpClient.newHttpClient()) {
            URI top = URI.create(address(said) + "/api/top?metric=cpu&last=24h");
            double page = seconds(begun);
            Polling.until("the page has rows", PATIENCE, () -> rows(client, top) > 0);
            return new double[] {page, seconds(begun)};
        } finally {
            process.destroy();
            if (!process.waitFor(40, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }

    /** Seconds that the demo takes to end, behind what {@code --exit-after} counts. */
    private double end() throws IOException, InterruptedException {
        Process process = start("demo", "--faults", "none", "--exit-after", END_AFTER_SECONDS + "s");
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = said.readLine();
            while (line != null && !line.startsWith("collecting")) {
                line = said.readLine();
            }
            long begun = System.nanoTime();
            said.transferTo(Writer.nullWriter());
            if (process.waitFor() != 0) {
                throw new IOException("the demo ended with exit code " + process.exitValue());
            }
            return seconds(begun) - END_AFTER_SECONDS;
        } finally {
            process.destroy();
        }
    }

    private static String address(BufferedReader said) throws IOException {
        String line = said.readLine();
        while (line != null && !line.startsWith("http://")) {
            line = said.readLine();
        }
        if (line == null) {
            throw new IOException("the demo ended before it said where its page is");
        }
        return line;
    }

    private static int rows(HttpClient client, URI top) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(top).timeout(PATIENCE).build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        return answer.statusCode() == 200
                ? Json.mapper().readTree(answer.body()).path("rows").size()
                : 0;
    }

    private Process start(String... args) throws IOException {
        List<String> command = new ArrayList<>(starter);
        command.addAll(List.of(args));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static double seconds(long begunNanos) {
        return (System.nanoTime() - begunNanos) / 1e9;
    }
}
