package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.StoreHook;
import io.tidegate.core.budget.HeavyBudget;
import io.tidegate.core.budget.Usage;
import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.status.BudgetStatus.Waiting;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus.State;
import io.tidegate.core.store.Stretch;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a budget lets through, counted at the simulated server. Mutations seen to break it: a budget that is not asked; all
 * ranks alike; a slice that is not cut to what is left; leases that are not charged.
 */
class BudgetPassesTest {
    private static final HeavyBudget BUDGET = HeavyBudget.STANDARD;

    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.sized(1, 3));
    private final long phase = fixture.ticker.readNanos();
    private final ServerLane lane = lane(fixture.tools);

    private ServerLane lane(CollectorTools tools) {
        fixture.accounts.of(fixture.server().name()).coresSeen(64);
        return fixture.lane(
                tools,
                CollectorFixture.settings().costing(BUDGET),
                fixture.target(),
                phase,
                phase + Duration.ofSeconds(30).toNanos());
    }

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    @Test
    @Incident(73)
    void givenASpentBudget_whenBothLoopsPass_thenNothingHeavyRunsAndAllThatWaitsIsNamed() {
        spend(30);

        assertThat(lane.tick(phase)).isEqualTo(PassOutcome.DEFERRED);
        assertThat(lane.backfill()).isEqualTo(PassOutcome.DEFERRED);

        assertThat(fixture.server().judge().total()).isZero();
        assertThat(lane.status().backfill().detail())
                .startsWith("deferred: budget: 30.0 s of 30.0 s heavy time")
                .contains("backfill may use 70 %");
        assertThat(lane.status().budget().waiting())
                .filteredOn(waiting -> waiting.work().equals("backfill"))
                .extracting(Waiting::database)
                .hasSize(3);
        assertThat(lane.status().backfill().deferredSince())
                .as("nobody else was in the way")
                .isNull();
        assertThat(fixture.leases)
                .as("one row for each pass")
                .hasSize(2)
                .extracting(LeaseRow::deferredBy)
                .allSatisfy(by -> assertThat(by.what()).isEqualTo(DeferredBy.Kind.BUDGET));
        assertThat(fixture.store.reader().stretches(1))
                .extracting(Stretch::word)
                .containsExactly(Stretch.Word.BUDGET, Stretch.Word.BUDGET, Stretch.Word.BUDGET);
    }

    @Test
    void givenAThirdOfTheBudgetLeft_whenTicked_thenSettledIntervalsAreReadAndPeeksWait() {
        lane.tick(phase);
        fixture.clock.advance(Duration.ofMinutes(10));
        fixture.pass(Duration.ofMinutes(10));
        spend(20);

        assertThat(lane.tick(phase)).isEqualTo(PassOutcome.DONE);

        assertThat(lane.status().budget().waiting())
                .extracting(Waiting::work)
                .containsExactly("peeks", "peeks", "peeks");
        lane.tick(phase);
        lane.tick(phase);
        assertThat(lane.tick(phase)).as("only peeks are due").isEqualTo(PassOutcome.DEFERRED);
        fixture.clock.advance(Duration.ofMinutes(5));
        assertThat(lane.status().state()).as("all that has settled is held").isEqualTo(State.FRESH);
    }

    @Test
    void givenAQuarterOfTheBudgetLeft_whenBackfilled_thenTheCensusGoesAndOldHistoryWaits() {
        lane.backfill();
        lane.tick(phase);
        fixture.clock.advance(Duration.ofMinutes(70));
        fixture.pass(Duration.ofMinutes(10));
        spend(22);
        lane.tick(phase);
        int before = fixture.leases.size();

        lane.backfill();

        assertThat(fixture.leases.stream().skip(before).filter(row -> row.sessionId() != null))
                .as("the census and the state of three, which have its rank, alone")
                .hasSize(1 + 3);
    }

    @Test
    void givenSlicesThatTakeLong_whenBackfilled_thenTheyEndWithinTheBackfillsShare() {
        ServerLane slow = lane(
                fixture.tools(StoreHook.before(fixture.store, "holdWhole", () -> fixture.pass(Duration.ofSeconds(8)))));
        for (int pass = 0; pass < 6; pass++) {
            slow.backfill();
        }

        Usage usage = usage();
        assertThat(usage.heavyUsed()).isBetween(Duration.ofSeconds(16), Duration.ofSeconds(21 + 8));
        assertThat(slow.backfill()).isEqualTo(PassOutcome.DEFERRED);
        assertThat(slow.status().budget().usage().heavyUsed()).isEqualTo(usage.heavyUsed());
        slow.close();
    }

    @Test
    void givenASpentBudget_whenTheHourHasPassed_thenWorkGoesOn() {
        spend(30);
        lane.backfill();
        fixture.pass(Duration.ofMinutes(61));

        assertThat(lane.backfill()).isEqualTo(PassOutcome.DONE);
        assertThat(lane.status().budget().waiting()).isEmpty();
    }

    private Usage usage() {
        return fixture.accounts.of(fixture.server().name()).usage(BUDGET, fixture.ticker.readNanos());
    }

    private void spend(int seconds) {
        fixture.accounts
                .of(fixture.server().name())
                .before(fixture.ticker.readNanos(), Duration.ofSeconds(seconds), Duration.ofMillis(1), false);
    }
}
