package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.Fleet;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.core.incident.Incident;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of a collecting process at moments drawn by a seed, each time on the same store. Mutation that breaks it: rows
 * and ledger in two transactions.
 */
class KillTest {
    private static final long SEED = 20_261;
    private static final int LATEST_MILLIS = 4_000;

    @TempDir
    Path folder;

    @Test
    @Incident(20)
    void givenThreeKills_whenCollectedToTheEnd_thenNothingIsLostOrDoubled() throws Exception {
        kill(3);
    }

    @Test
    @Tag("proof")
    void givenFiftyKills_whenCollectedToTheEnd_thenNothingIsLostOrDoubled() throws Exception {
        kill(50);
    }

    private void kill(int times) throws Exception {
        Random random = new Random(SEED);
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            Path store = folder.resolve("store");
            for (int n = 0; n < times; n++) {
                try (LiteChild child = LiteChild.start(fleet, folder, Duration.ofSeconds(3))) {
                    assertThat(child.endsWithin(Duration.ofMillis(random.nextInt(LATEST_MILLIS))))
                            .isFalse();
                    child.kill();
                }
            }
            try (LiteProcess lite = LiteProcess.start(Pace.lite(store, Duration.ofSeconds(10), Pace.targets(fleet)))) {
                assertThat(Truth.whenCaughtUp(fleet, lite)).matches(Truth::isWhole);
            }
            assertThat(fleet.first().judge().maximum()).isOne();
        }
    }
}
