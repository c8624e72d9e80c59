package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How often an open page asks. The browser runs the page's own script against answers, timers and a clock that stand still until they
 * are told to go on.
 */
class PagePaceTest {
    private static final String WORLD = """
            const asked = [], waiting = [], timers = [];
            const later = window.setTimeout.bind(window);
            const settled = () => new Promise((done) => later(done, 0));
            let millis = 0;
            performance.now = () => millis;
            window.setTimeout = (run, pause) => timers.push({ run, pause });
            window.setInterval = window.setTimeout;
            window.clearTimeout = () => {};
            window.fetch = (path) => {
              asked.push(path);
              return new Promise((done) => waiting.push(done));
            };
            async function answer() {
              waiting.shift()({ ok: false, statusText: "no", json: async () => ({ error: "not now" }) });
              await settled();
            }
            async function ring() {
              const pauses = timers.map((timer) => timer.pause);
              timers.splice(0).forEach((timer) => timer.run());
              await settled();
              return pauses;
            }
            """;

    private static final String STORY = """
            (async () => {
              const seen = [];
              const note = (what) => seen.push(`${what}: ${asked.length} asked`);
              await settled();
              note("opened");
              await ring();
              document.getElementById("top-form").dispatchEvent(new Event("change"));
              await settled();
              note("without an answer");
              await answer();
              note(`changed meanwhile, pause ${await ring()}`);
              await answer();
              note(`quick answer, pause ${await ring()}`);
              millis += 5000;
              await answer();
              note(`slow answer, pause ${await ring()}`);
              document.body.textContent = seen.join("; ");
            })();
            """;

    @TempDir
    Path folder;

    /**
     * Mutations seen to break it: with {@code setInterval(refresh, 2000)} in place of the pause behind the answers a second question
     * is asked before the first is answered; without {@code PAUSES_PER_LOOK} the slow answer is followed by a pause of two seconds.
     */
    @Test
    void givenAnAnswerThatDoesNotCome_whenThePageStaysOpen_thenItAsksNotAgainAndRestsTheLongerTheSlowerAnswersAre()
            throws Exception {
        Browser browser = Browser.find(folder);
        Path page = Files.writeString(
                folder.resolve("pace.html"),
                resource("index.html")
                        .replace(
                                "<script src=\"/app.js\"></script>",
                                "<script>" + WORLD + resource("app.js") + STORY + "</script>"));

        assertThat(browser.dump(page.toUri().toString()))
                .contains("opened: 1 asked; without an answer: 1 asked; changed meanwhile, pause 0: 2 asked; "
                        + "quick answer, pause 2000: 3 asked; slow answer, pause 45000: 4 asked");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(PagePaceTest.class.getResourceAsStream("/io/tidegate/web/http/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
