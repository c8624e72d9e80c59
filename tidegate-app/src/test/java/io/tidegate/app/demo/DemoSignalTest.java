package io.tidegate.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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
        Process demo = DemoChild.start(
                "demo", "--servers", "1", "--databases", "1", "--exit-after", BOUND, "--report", report.toString());
        try (BufferedReader out = demo.inputReader(StandardCharsets.UTF_8)) {
            String said = DemoChild.until("collecting", out);
            List<ProcessHandle> fleet = demo.toHandle().descendants().toList();
            assertThat(fleet).isNotEmpty();
            for (ProcessHandle process : fleet) {
                DemoChild.interrupt(process);
            }
            DemoChild.interrupt(demo.toHandle());

            assertThat(out.lines()).anyMatch(line -> line.contains("lost 0, duplicated 0"));
            assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(demo.exitValue()).isZero();
            assertThat(Files.readString(report))
                    .contains("\"schema\":1")
                    .as("it ended by the signal, and not by its own bound")
                    .doesNotContainPattern("\"seconds\":3\\d\\d");
            assertThat(Path.of(DemoChild.word(said, "store "))).doesNotExist();
            assertThat(fleet).noneMatch(ProcessHandle::isAlive);
        } finally {
            demo.descendants().forEach(ProcessHandle::destroyForcibly);
            demo.destroyForcibly();
        }
    }

    @Test
    void givenAPortInUse_whenTheDemoIsStarted_thenNothingIsStarted() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            Process demo = DemoChild.start("demo", "--web-port", Integer.toString(taken.getLocalPort()));
            try (BufferedReader out = demo.inputReader(StandardCharsets.UTF_8)) {
                assertThat(out.lines().collect(Collectors.joining("\n")))
                        .startsWith("tidegate: port " + taken.getLocalPort())
                        .contains("is in use")
                        .doesNotContain("\n");
            }
            assertThat(demo.waitFor()).isEqualTo(1);
        }
    }
}
