package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sqlserversim.fleet.Fleet;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.core.time.Await;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as a browser shows it, while a server is collected. Needs Chromium; skipped where there is none, outside CI. */
class PageTest {
    @TempDir
    Path folder;

    @Test
    void givenAServerBeingCollected_whenThePageIsOpened_thenItShowsServersLeasesQueriesAndCoverage() throws Exception {
        Optional<Path> browser = browser();
        assertThat(browser.isPresent() || !"true".equals(System.getenv("CI")))
                .as("Chromium is demanded in CI")
                .isTrue();
        assumeTrue(browser.isPresent(), "no chromium on the PATH: the page is not looked at");
        try (Fleet fleet = Fleet.start(Pace.FLEET);
                LiteProcess lite = LiteProcess.start(
                        Pace.lite(folder.resolve("store"), Duration.ofSeconds(10), Pace.targets(fleet)))) {
            Await.until(
                    "rows are held",
                    Pace.BOUND,
                    () -> lite.collector().servers().stream().anyMatch(server -> server.lastCommit() != null));

            String page = dump(browser.get(), "http://127.0.0.1:" + lite.webPort());

            assertThat(page)
                    .contains("collecting since")
                    .containsPattern("<td>sim-1</td>")
                    .containsPattern("<rect[^>]*class=\"(tick|backfill)\"")
                    .containsPattern("\\d+ of \\d+ intervals held")
                    .containsPattern("Time covered over \\d+ databases?: [a-z]+ [\\d.]+ (s|min|h|d)")
                    .containsPattern("Time from 20[^:]+:[^:]+:\\d+ to [^<]*: [a-z]+ [\\d.]+ (s|min|h|d)")
                    .containsPattern("\\d+ held");
        }
    }

    private static Optional<Path> browser() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(directory -> Path.of(directory, "chromium"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private String dump(Path browser, String url) throws IOException, InterruptedException {
        Path out = folder.resolve("page.html");
        Process process = new ProcessBuilder(
                        browser.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--virtual-time-budget=5000",
                        "--dump-dom",
                        url)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES))
                    .as("the browser ends")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(out, StandardCharsets.UTF_8);
    }
}
