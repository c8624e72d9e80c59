package io.sqlserversim.clients;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs client programs written by others. Where one is not installed the test is skipped, or fails with CI=true. */
final class Tool {
    private Tool() {}

    static Path script(String name) {
        return Path.of(System.getProperty("tidegate.root", "."), "sqlserver-sim", "src", "test", "clients", name);
    }

    /** Goes on only when the command says yes. */
    static void demand(String what, String... command) throws Exception {
        boolean present;
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            present = process.waitFor() == 0;
        } catch (IOException e) {
            present = false;
        }
        if (!present) {
            if ("true".equals(System.getenv("CI"))) {
                fail(what + " is not installed");
            }
            abort(what + " is not installed");
        }
    }

    /** The outcomes that a script prints, one per line: subject, tab, outcome, tab, why. */
    static Map<String, String> outcomes(Path scratch, Map<String, String> environment, List<String> command)
            throws Exception {
        Path errors = Files.createTempFile(scratch, "client", ".err");
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command)).redirectError(errors.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                fail(command + " failed: " + said + Files.readString(errors));
            }
            Map<String, String> outcomes = new LinkedHashMap<>();
            for (String line : said.lines().toList()) {
                String[] parts = line.split("\t", 3);
                outcomes.put(parts[0], parts[1].equals("fails") ? "fails: " + parts[2] : parts[1]);
            }
            return outcomes;
        } finally {
            process.destroyForcibly();
        }
    }
}
