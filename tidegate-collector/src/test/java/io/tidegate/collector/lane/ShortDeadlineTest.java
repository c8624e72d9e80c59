package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.time.Await;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A server so slow that its slice would outlive the deadline: it is cut before that, and never left behind. Mutation seen to
 * break it: a slice whose time does not follow from what is left until the deadline.
 */
class ShortDeadlineTest {
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final Duration A_ROW = Duration.ofSeconds(1);

    private final WatchedRows rows = new WatchedRows("tidegate:(runtime_stats_by|wait_stats)");
    private final CollectorFixture fixture =
            new CollectorFixture(FleetSpec.TEST, rows, Thread.ofVirtual().factory());
    private final long phase = fixture.ticker.readNanos();
    private final ServerLane lane = fixture.lane(
            new CollectorSettings(
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(5),
                    DEADLINE,
                    ReadBudget.STANDARD,
                    Duration.ofSeconds(30),
                    1L << 20,
                    CollectorFixture.HORIZON,
                    true,
                    true),
            phase,
            phase + 1);

    @AfterEach
    void close() {
        Await.until("the bodies' end", Duration.ofMinutes(1), () -> !lane.isBusy());
        lane.close();
        fixture.close();
    }

    @Test
    void givenReadsThatMayTakeLongerThanTheDeadline_whenRowsAreSlow_thenTheSliceIsCutBeforeIt() {
        lane.tick(phase);
        fixture.leases.clear();
        rows.onRow(() -> fixture.pass(A_ROW));
        long begun = fixture.ticker.readNanos();

        assertThat(lane.backfill()).as(lane.status().backfill().detail()).isEqualTo(PassOutcome.CUT);

        assertThat(Duration.ofNanos(fixture.ticker.readNanos() - begun))
                .as("three quarters of the deadline, and the rows under way")
                .isBetween(DEADLINE.multipliedBy(3).dividedBy(4), DEADLINE.minus(A_ROW));
        assertThat(fixture.leases).isNotEmpty().allSatisfy(row -> {
            assertThat(row.ending()).isEqualTo(LeaseEnding.RELEASED);
            assertThat(row.abandoned()).isFalse();
        });
        assertThat(fixture.leases)
                .extracting(LeaseRow::rows)
                .anySatisfy(read -> assertThat(read).isPositive());
    }
}
