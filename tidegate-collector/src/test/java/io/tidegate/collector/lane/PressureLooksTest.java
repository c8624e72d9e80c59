package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.Pressure;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.budget.HeavyBudget;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.status.PassOutcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What pressure does to a lease that is held. Mutations seen to break it: no look between statements; one before each of
 * them, however new the last one is; a cut that the lease's row does not name; a pass that goes on to the next database.
 */
class PressureLooksTest {
    private static final Pressure HARD = new Pressure(0, 5, 32, 0);

    private final WatchedRows rows = new WatchedRows("tidegate:runtime_stats_by");
    private final CollectorFixture fixture = new CollectorFixture(
            FleetSpec.TEST.sized(1, 2), rows, Thread.ofVirtual().factory());
    private final ServerLane lane = fixture.lane(CollectorFixture.settings().costing(HeavyBudget.STANDARD), 0, 0);
    private final AtomicBoolean once = new AtomicBoolean();

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    /** While the first rows arrive, others come to wait. */
    private void workHardAfter(Duration time) {
        rows.onRow(() -> {
            if (once.compareAndSet(false, true)) {
                fixture.server().instance().pressure(HARD);
                fixture.ticker.advance(time);
            }
        });
    }

    @Test
    void givenPressureThatComesDuringALease_whenItsNextStatementIsDue_thenItIsCutAndTheRowSaysWhy() {
        workHardAfter(Duration.ofSeconds(5));

        assertThat(lane.backfill()).isEqualTo(PassOutcome.CUT);

        String why = "cut: pressure: 5.0 statements wait for memory grants (limit 5)";
        assertThat(lane.status().backfill().detail()).isEqualTo(why);
        assertThat(fixture.leases)
                .as("one database's, and none of the next")
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.note()).isEqualTo(why);
                    assertThat(row.rows()).isPositive();
                    assertThat(row.deferredBy()).isNull();
                });
        fixture.server().instance().pressure(Pressure.NONE);
        assertThat(lane.backfill()).as("what was read stays, and it goes on").isEqualTo(PassOutcome.DONE);
    }

    @Test
    void givenALookOfAMomentAgo_whenTheNextStatementIsDue_thenNobodyLooksAgain() {
        workHardAfter(Duration.ofSeconds(4));

        lane.backfill();

        assertThat(fixture.leases.getFirst().note()).isEmpty();
    }

    @Test
    void givenAServerThatWorks_whenASliceIsShrunk_thenItsRowSaysWhy() {
        fixture.server().instance().pressure(new Pressure(0, 1, 32, 0));

        lane.backfill();

        assertThat(fixture.leases)
                .isNotEmpty()
                .extracting(LeaseRow::note)
                .containsOnly("shrunk: pressure: 1.0 statements wait for memory grants (limit 1)");
    }
}
