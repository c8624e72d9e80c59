package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Chromium without a window, which says what a page shows.
 *
 * @param program where it is
 * @param folder for its profile
 */
record Browser(Path program, Path folder) {
    /** The one on the PATH; without one the test is skipped, in CI it fails. */
    static Browser find(Path folder) {
        Optional<Path> found = Stream.of(
                        System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(directory -> Path.of(directory, "chromium"))
                .filter(Files::isExecutable)
                .findFirst();
        assertThat(found.isPresent() || !"true".equals(System.getenv("CI")))
                .as("Chromium is demanded in CI")
                .isTrue();
        assumeTrue(found.isPresent(), "no chromium on the PATH: the page is not looked at");
        return new Browser(found.orElseThrow(), folder);
    }

    /** The page as it stands after some seconds of its own time. */
    String dump(String url) throws IOException, InterruptedException {
        Path out = folder.resolve("page.html");
        Process process = new ProcessBuilder(
                        program.toString(),
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
