package io.tidegate.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidegate.app.Main;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoSignalTest {
    /** Ends a demo that hears no signal. */
    private static final String BOUND = "300s";

    @TempDir
    Path folder;

    /** A terminal's Ctrl-C reaches the demo and its fleet alike; the fleet must live until its books are read. */
    @Test
    void givenARunningDemo_whenCtrlCReachesTheWholeGroup_thenItSumsUpAndReports() throws Exception {
        assumeTrue(File.separatorChar == '/', "signals are sent with kill");
        Path report = folder.resolve("report.json");
        Process demo = start(
                "demo", "--servers", "1", "--databases", "1", "--exit-after", BOUND, "--report", report.toString());
        try (BufferedReader out = demo.inputReader(StandardCharsets.UTF_8)) {
            String said = until("collecting", out);
            List<ProcessHandle> fleet = demo.toHandle().descendants().toList();
            assertThat(fleet).isNotEmpty();
            for (ProcessHandle process : fleet) {
                interrupt(process);
            }
            interrupt(demo.toHandle());

            assertThat(out.lines()).anyMatch(line -> line.contains("lost 0, duplicated 0"));
            assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(demo.exitValue()).isZero();
            assertThat(Files.readString(report))
                    .contains("\"schema\":1")
                    .as("it ended by the signal, and not by its own bound")
                    .doesNotContainPattern("\"seconds\":3\\d\\d");
            assertThat(Path.of(word(said, "store "))).doesNotExist();
            assertThat(fleet).noneMatch(ProcessHandle::isAlive);
        } finally {
            demo.descendants().forEach(ProcessHandle::destroyForcibly);
            demo.destroyForcibly();
        }
    }

    @Test
    void givenAPortInUse_whenTheDemoIsStarted_thenNothingIsStarted() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            Process demo = start("demo", "--web-port", Integer.toString(taken.getLocalPort()));
            try (BufferedReader out = demo.inputReader(StandardCharsets.UTF_8)) {
                assertThat(out.lines().collect(Collectors.joining("\n")))
                        .startsWith("tidegate: port " + taken.getLocalPort())
                        .contains("is in use")
                        .doesNotContain("\n");
            }
            assertThat(demo.waitFor()).isEqualTo(1);
        }
    }

    private static String until(String line, BufferedReader out) throws IOException {
        StringBuilder said = new StringBuilder();
        String next = out.readLine();
        while (next != null && !next.equals(line)) {
            said.append(next).append('\n');
            next = out.readLine();
        }
        assertThat(next).as("%s", said).isEqualTo(line);
        return said.toString();
    }

    private static String word(String said, String before) {
        return said.lines()
                .filter(line -> line.startsWith(before))
                .map(line -> line.split(" ", -1)[1])
                .findFirst()
                .orElseThrow();
    }

    private static void interrupt(ProcessHandle process) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** A build in the background ignores SIGINT, and what it starts would inherit that. */
    private static Stream<String> hearing() throws IOException, InterruptedException {
        String[] env = {"env", "--default-signal=INT"};
        boolean isThere = new ProcessBuilder(env[0], env[1], "true")
                        .redirectErrorStream(true)
                        .start()
                        .waitFor()
                == 0;
        return isThere ? Stream.of(env) : Stream.of();
    }

    private static Process start(String... args) throws Exception {
        List<String> command = Stream.of(
                        hearing(),
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-cp",
                                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                                Main.class.getName()),
                        Stream.of(args))
                .flatMap(words -> words)
                .toList();
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
