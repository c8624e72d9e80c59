package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.ServiceLoad;
import io.sqlserversim.instance.VersionProfile;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.budget.HeavyBudget;
import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.status.PassOutcome;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a database of Azure SQL Database uses of what was bought, and what that does to our next lease. Mutations seen to
 * break it: no look there; a look at rows of before it slept; a column that is read as another.
 */
class AzurePressureTest {
    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.as(VersionProfile.AZURE));
    private final ServerLane lane = fixture.lane(
            fixture.tools,
            CollectorFixture.settings().costing(HeavyBudget.STANDARD),
            fixture.target().ofDatabase(fixture.database()),
            0,
            0);

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    @ParameterizedTest
    @CsvSource({
        "95,  0,  0,  0,  0,  0, 95.0 % of the database's CPU is in use (limit 95)",
        " 0, 96,  0,  0,  0,  0, 96.0 % of the database's data IO is in use (limit 95)",
        " 0,  0, 99,  0,  0,  0, 99.0 % of the database's log rate is in use (limit 98)",
        " 0,  0,  0, 91,  0,  0, 91.0 % of the database's workers are in use (limit 90)",
        " 0,  0,  0,  0, 92,  0, 92.0 % of the database's sessions are in use (limit 90)",
        " 0,  0,  0,  0,  0, 93, 93.0 % of the CPU of its whole engine is in use (limit 90)"
    })
    void givenADatabaseAtALimit_whenBothLoopsRun_thenNothingHeavyIsSentAndTheFigureIsTheReason(
            double cpu, double io, double log, double workers, double sessions, double engine, String why) {
        database().serviceLoad(new ServiceLoad(cpu, io, log, workers, sessions, 94, engine, 2.0));

        assertThat(lane.tick(0)).isEqualTo(PassOutcome.DEFERRED);
        assertThat(lane.backfill()).isEqualTo(PassOutcome.DEFERRED);

        assertThat(fixture.server().judge().total()).isZero();
        assertThat(lane.status().backfill().detail()).isEqualTo("deferred: pressure: " + why);
        assertThat(lane.status().budget().pressure()).isEqualTo("pressure: " + why);
        assertThat(fixture.leases).hasSize(2).allSatisfy(row -> {
            assertThat(row.deferredBy().what()).isEqualTo(DeferredBy.Kind.PRESSURE);
            assertThat(row.deferredBy().who()).isEqualTo("pressure: " + why);
        });
    }

    @Test
    void givenABusyDatabase_whenBackfilled_thenSlicesAreShrunkWithTheReasonAndWholeAgainWhenItIsOver() {
        database().serviceLoad(new ServiceLoad(85, 0, 0, 0, 0, 94, 20, 2.0));
        lane.tick(0);
        assertThat(lane.status().tick().detail())
                .contains("shrunk: pressure: 85.0 % of the database's CPU is in use (limit 80)");

        database().serviceLoad(ServiceLoad.IDLE);
        fixture.pass(Duration.ofMinutes(1));
        fixture.clock.advance(Duration.ofMinutes(1));
        lane.tick(0);
        assertThat(lane.status().tick().detail()).doesNotContain("pressure");
        assertThat(lane.status().budget().pressure()).isEmpty();
    }

    @Test
    void givenAnIdleDatabaseWithItsBufferPoolFull_whenBackfilled_thenItGoesOnAndItsCoresAreThoseThatWereBought() {
        assertThat(lane.backfill()).isIn(PassOutcome.DONE, PassOutcome.CUT);

        assertThat(lane.status().budget().usage().cores()).isEqualTo(2);
        assertThat(lane.status().budget().usage().areCoresAssumed()).isFalse();
        assertThat(lane.status().budget().missing()).isEmpty();
    }

    @Test
    void givenADatabaseBoughtInDtus_whenBackfilled_thenOneCoreIsAssumed() {
        database().serviceLoad(new ServiceLoad(1, 0, 0, 0, 0, 94, 2, null));

        assertThat(lane.backfill()).isIn(PassOutcome.DONE, PassOutcome.CUT);

        assertThat(lane.status().budget().usage().cores()).isOne();
        assertThat(lane.status().budget().usage().areCoresAssumed()).isTrue();
    }

    @Test
    void givenALoginThatMayNotLook_whenBackfilled_thenItCollectsAndTheGrantIsNamed() {
        String key = fixture.database().toUpperCase(Locale.ROOT);
        Objects.requireNonNull(fixture.server().instance().login("monitor"))
                .grants(Grants.NONE
                        .withDatabase(key, Permission.CONNECT)
                        .withDatabase(key, Permission.VIEW_DATABASE_PERFORMANCE_STATE));
        database().serviceLoad(new ServiceLoad(100, 0, 0, 0, 0, 94, 2, 2.0));

        assertThat(lane.backfill()).isIn(PassOutcome.DONE, PassOutcome.CUT);

        assertThat(fixture.server().judge().total()).isPositive();
        assertThat(lane.status().budget().usage().areCoresAssumed()).isTrue();
        assertThat(lane.status().budget().missing()).containsExactly("GRANT VIEW DATABASE STATE TO [monitor];");
    }

    @Test
    void givenADatabaseThatHasJustWoken_whenBackfilled_thenWhatItUsedBeforeItSleptCountsNoMore() {
        database().serviceLoad(new ServiceLoad(100, 0, 0, 0, 0, 94, 2, 2.0));
        fixture.server().databases().pause(fixture.database(), Duration.ZERO);
        fixture.clock.advance(Duration.ofMinutes(10).plusSeconds(7));

        assertThat(lane.backfill()).isIn(PassOutcome.DONE, PassOutcome.CUT);
    }

    private Database database() {
        return Objects.requireNonNull(fixture.server().instance().database(fixture.database()));
    }
}
