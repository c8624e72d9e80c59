package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.Fleet;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.core.time.Await;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as a browser shows it, while a server is collected. Needs Chromium; skipped where there is none, outside CI. */
class PageTest {
    @TempDir
    Path folder;

    @Test
    void givenAServerBeingCollected_whenThePageIsOpened_thenItShowsServersLeasesQueriesAndCoverage() throws Exception {
        Browser browser = Browser.find(folder);
        try (Fleet fleet = Fleet.start(Pace.FLEET);
                LiteProcess lite = LiteProcess.start(
                        Pace.lite(folder.resolve("store"), Duration.ofSeconds(10), Pace.targets(fleet)))) {
            Await.until(
                    "rows are held",
                    Pace.BOUND,
                    () -> lite.collector().servers().stream().anyMatch(server -> server.lastCommit() != null));

            String page = browser.dump("http://127.0.0.1:" + lite.webPort());

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
}
