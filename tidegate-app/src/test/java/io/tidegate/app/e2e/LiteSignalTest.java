package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.Fleet;
import io.tidegate.core.time.Await;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a signal does to {@code tidegate lite}. Mutations seen to break it: a process that a signal ends at once; an exit code
 * that the signal decides.
 */
class LiteSignalTest {
    @TempDir
    Path folder;

    @Test
    void givenALiteProcess_whenASignalEndsIt_thenThatIsItsEndAndNobodyHoldsTheStore() throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET);
                LiteChild child = LiteChild.start(fleet, folder, Duration.ofSeconds(30))) {
            Await.until("it has read", Pace.BOUND, () -> child.rows() > 0);
            assertThat(child.store().resolve("holder")).exists();

            assertThat(child.stop()).isZero();

            assertThat(child.store().resolve("holder")).doesNotExist();
            assertThat(child.rows()).isPositive();
        }
    }
}
