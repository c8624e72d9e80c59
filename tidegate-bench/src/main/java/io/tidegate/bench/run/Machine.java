package io.tidegate.bench.run;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** What a number was measured on: without it, no number means anything. No state. */
record Machine(String date, String commit, String jdk, String machine, String command) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    static Machine now(String command) {
        return new Machine(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                head(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                hardware(),
                command);
    }

    List<String> lines() {
        return List.of(
                "date     " + date + ", commit " + commit,
                "JDK      " + jdk,
                "machine  " + machine,
                "command  " + command);
    }

    private static String hardware() {
        String words = System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", "
                + Runtime.getRuntime().availableProcessors() + " x " + processor();
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            return String.format(
                    Locale.ROOT,
                    "%s, %.1f GB, load %.1f at the start",
                    words,
                    system.getTotalMemorySize() / 1e9,
                    system.getSystemLoadAverage());
        }
        return words;
    }

    private static String processor() {
        try {
            return Files.readAllLines(CPU_INFO).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException elsewhere) {
            return "unknown processor";
        }
    }

    private static String head() {
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "--short", "HEAD")
                    .directory(Path.of(System.getProperty("tidegate.root", ".")).toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return answer.isEmpty() ? "unknown" : answer;
        } catch (IOException noGit) {
            return "unknown";
        }
    }
}
