package io.tidegate.app.e2e;

import io.sqlserversim.fleet.Fleet;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.core.time.Await;
import io.tidegate.web.api.Answers.Count;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A page that is open while a server is imported. Mutation meant to break it: the collector writes past {@code CountedChanges}, so that
 * what was remembered when the intervals were listed is told for an hour.
 */
class PolledCoverageTest {
    @TempDir
    Path folder;

    @Test
    void givenAPageThatAsksFromTheStartOn_whenIntervalsBecomeHeld_thenItSaysSo() throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET.sized(1, 1));
                LiteProcess lite = LiteProcess.start(Pace.lite(folder, Duration.ofSeconds(10), Pace.targets(fleet)))) {
            Await.until("intervals are listed", Pace.BOUND, () -> !words(lite).isEmpty());
            Await.until("all that waited is held", Pace.BOUND, () -> {
                List<String> words = words(lite);
                return words.contains("held") && !words.contains("pending");
            });
        }
    }

    private static List<String> words(LiteProcess lite) {
        return lite.answers().coverage(null, null).stream()
                .flatMap(one -> one.words().stream())
                .map(Count::word)
                .toList();
    }
}
