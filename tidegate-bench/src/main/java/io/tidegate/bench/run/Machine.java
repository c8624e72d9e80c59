package io.tidegate.bench.run;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** What a number was measured on: without it, no number means anything. No state. */
final class Machine {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private Machine() {}

    static void print(PrintWriter out, String command) {
        out.println("date     " + Instant.now().truncatedTo(ChronoUnit.SECONDS) + ", commit " + commit());
        out.println("JDK      " + System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        out.println("machine  " + machine());
        out.println("command  " + command);
        out.println();
        out.flush();
    }

    private static String machine() {
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

    private static String commit() {
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
