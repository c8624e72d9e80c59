package io.tidegate.bench.overlap.day;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopWaitsTest {
    private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");

    private static LeaseRow<String> row(Purpose loop, long second, LeaseEnding ending) {
        Instant at = START.plusSeconds(second);
        return new LeaseRow<>(
                "a", loop, "Sales", null, null, "n", null, at, at, at, ending, null, false, 0, 0, 0, 0, 0, false, "");
    }

    @Test
    void givenRefusalsBeforeAGrant_whenCounted_thenTheWaitGoesFromTheFirst() {
        LoopWaits waits = LoopWaits.of(
                List.of(
                        row(Purpose.TICK, 0, LeaseEnding.RELEASED),
                        row(Purpose.TICK, 60, LeaseEnding.DEFERRED),
                        row(Purpose.BACKFILL, 90, LeaseEnding.RELEASED),
                        row(Purpose.TICK, 120, LeaseEnding.DEFERRED),
                        row(Purpose.TICK, 180, LeaseEnding.UNKNOWN),
                        row(Purpose.TICK, 240, LeaseEnding.RELEASED)),
                Purpose.TICK,
                START.plusSeconds(300));

        assertThat(waits.leases()).isEqualTo(3);
        assertThat(waits.deferrals()).isEqualTo(2);
        assertThat(waits.waits()).containsExactly(Duration.ofMinutes(2));
        assertThat(waits.longest()).hasSeconds(120);
    }

    @Test
    void givenALoopThatIsRefusedToTheEnd_whenCounted_thenItsWaitIsTheLongest() {
        LoopWaits waits = LoopWaits.of(
                List.of(
                        row(Purpose.BACKFILL, 0, LeaseEnding.DEFERRED),
                        row(Purpose.BACKFILL, 300, LeaseEnding.RELEASED),
                        row(Purpose.BACKFILL, 600, LeaseEnding.DEFERRED)),
                Purpose.BACKFILL,
                START.plusSeconds(4_200));

        assertThat(waits.waits()).containsExactly(Duration.ofMinutes(5));
        assertThat(waits.longest()).hasSeconds(3_600);
    }

    @Test
    void givenWaits_whenAskedForPercentiles_thenTheyAreWaitsThatWere() {
        List<Duration> waits = List.of(Duration.ofMinutes(2), Duration.ofMinutes(1), Duration.ofMinutes(1));
        LoopWaits fared = new LoopWaits(3, 4, 0, waits, Duration.ofMinutes(2));

        assertThat(fared.percentile(50)).hasSeconds(60);
        assertThat(fared.percentile(95)).hasSeconds(120);
        assertThat(new LoopWaits(0, 0, 0, List.of(), Duration.ZERO).percentile(50))
                .isZero();
    }
}
