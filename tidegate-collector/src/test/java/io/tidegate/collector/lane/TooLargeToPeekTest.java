package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.ledger.ReadBudget;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * An open interval with more rows than a peek may read. Mutations seen to break it: a status that does not say it; an
 * interval that is peeked at for ever; one that is given up for good.
 */
class TooLargeToPeekTest {
    private static final String WORDS = "open, too large to peek";

    private final CollectorFixture fixture =
            new CollectorFixture(FleetSpec.TEST.withWorkloads("oltp").paced(1, 60, Duration.ofHours(2)));
    private final ServerLane lane = fixture.lane(
            fixture.tools,
            new CollectorSettings(
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(5),
                    CollectorFixture.DEADLINE,
                    new ReadBudget(Long.MAX_VALUE, 1, Duration.ofSeconds(30)),
                    Duration.ofSeconds(30),
                    1L << 20,
                    CollectorFixture.HORIZON,
                    true,
                    true),
            fixture.target(),
            fixture.ticker.readNanos(),
            0);

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    @Test
    void givenAnOpenIntervalThatIsTooLarge_whenThreePeeksWereCut_thenTheStatusSaysSoUntilTheNextBegins() {
        ticks(4);
        assertThat(lane.status().detail()).doesNotContain(WORDS);

        ticks(4);
        assertThat(lane.status().detail()).contains(fixture.database() + ": " + WORDS);
        long heavy = fixture.server().judge().total();
        ticks(10);
        assertThat(fixture.server().judge().total()).as("nobody looks again").isEqualTo(heavy);

        ticks(60);
        assertThat(fixture.server().judge().total()).isGreaterThan(heavy);
    }

    private void ticks(int minutes) {
        for (int i = 0; i < minutes; i++) {
            lane.tick(fixture.ticker.readNanos());
            fixture.pass(Duration.ofMinutes(1));
            fixture.clock.advance(Duration.ofMinutes(1));
        }
    }
}
