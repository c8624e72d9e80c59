package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.Pressure;
import io.sqlserversim.instance.ReplicaRole;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.budget.HeavyBudget;
import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.status.PassOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the simulated server's pressure does to the next lease. Mutations seen to break it: a verdict that is not heeded, by
 * either loop; a pass that goes on to the next database; limits that are off by one. How much smaller slices are, is in
 * {@link PressureSlicesTest}.
 */
class PressurePassesTest {
    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.sized(1, 2));
    private final ServerLane lane = fixture.lane(CollectorFixture.settings().costing(HeavyBudget.STANDARD), 0, 0);

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    @ParameterizedTest
    @CsvSource({
        "4,   0,  32, 4.0 runnable tasks per scheduler (limit 4)",
        "0,   5,  32, 5.0 statements wait for memory grants (limit 5)",
        "0,   0, 530, 92.0 % of the worker threads are in use (limit 90)"
    })
    void givenAServerThatWorksHard_whenBackfilled_thenNothingHeavyIsSentAndTheFigureIsTheReason(
            int runnable, int grants, int workers, String why) {
        fixture.server().instance().pressure(new Pressure(runnable, grants, workers, 0));

        assertThat(lane.backfill()).isEqualTo(PassOutcome.DEFERRED);

        assertThat(fixture.server().judge().total()).isZero();
        assertThat(lane.status().backfill().detail()).isEqualTo("deferred: pressure: " + why);
        assertThat(lane.status().budget().pressure()).endsWith(why);
        assertThat(fixture.leases).singleElement().satisfies(row -> {
            assertThat(row.deferredBy().what()).isEqualTo(DeferredBy.Kind.PRESSURE);
            assertThat(row.deferredBy().who()).endsWith(why);
        });
    }

    /** From the primary's queue to the deferral. Mutation seen to break it: a queue that is not asked for. */
    @ParameterizedTest
    @CsvSource({"524287, false", "524288, true"})
    void givenAReplicaThatFallsBehind_whenBackfilled_thenItIsDeferredFromHalfAGigabyteOn(
            long kilobytes, boolean waits) {
        String database = fixture.database();
        fixture.server().databases().replica(database, "AG1", ReplicaRole.PRIMARY);
        fixture.server().instance().pressure(new Pressure(0, 0, 32, kilobytes));

        PassOutcome outcome = lane.backfill();

        assertThat(outcome == PassOutcome.DEFERRED).isEqualTo(waits);
        assertThat(fixture.server().judge().total() == 0).isEqualTo(waits);
        String words = "KB of log wait to be sent to a replica (limit ";
        assertThat(fixture.leases)
                .isNotEmpty()
                .allSatisfy(row ->
                        assertThat(waits ? row.deferredBy().who() : row.note()).contains(kilobytes + ".0 " + words));
    }

    @Test
    void givenAServerThatWorksHard_whenTicked_thenNothingHeavyIsSentEither() {
        fixture.server().instance().pressure(new Pressure(0, 5, 32, 0));

        assertThat(lane.tick(0)).isEqualTo(PassOutcome.DEFERRED);

        assertThat(fixture.server().judge().total()).isZero();
        assertThat(fixture.leases)
                .singleElement()
                .satisfies(row -> assertThat(row.deferredBy().what()).isEqualTo(DeferredBy.Kind.PRESSURE));
    }

    @Test
    void givenAnIdleServer_whenBackfilled_thenItGoesOnAndTheCoresAreKnown() {
        assertThat(lane.backfill()).isEqualTo(PassOutcome.DONE);

        assertThat(lane.status().budget().usage().cores()).isEqualTo(4);
        assertThat(lane.status().budget().usage().areCoresAssumed()).isFalse();
        assertThat(lane.status().budget().missing()).isEmpty();
        assertThat(lane.status().budget().pressure()).isEmpty();
    }

    @Test
    void givenALoginThatMayNotLook_whenBackfilled_thenItCollectsAndTheGrantIsNamed() {
        fixture.server().instance().pressure(new Pressure(50, 50, 570, 0));
        fixture.denyServerState();

        assertThat(lane.backfill()).isIn(PassOutcome.DONE, PassOutcome.CUT);

        assertThat(fixture.server().judge().total()).isPositive();
        assertThat(lane.status().budget().usage().areCoresAssumed()).isTrue();
        assertThat(lane.status().budget().missing())
                .singleElement()
                .asString()
                .contains("GRANT VIEW SERVER", "[monitor]");
    }
}
