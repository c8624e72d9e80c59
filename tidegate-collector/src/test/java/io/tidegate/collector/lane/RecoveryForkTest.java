package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.books.IntervalBook;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * A restore that only the recovery fork tells of. Mutations seen to break it: a fork that is not compared; one that makes
 * the epoch suspect and is no reason for a new one; one that the store does not keep; one of a standby that is compared; one
 * that is asked for beside a database that is shut.
 */
class RecoveryForkTest {
    private static final FleetSpec HOURS = FleetSpec.TEST.paced(1, 60, Duration.ofHours(6));

    /** Back inside one interval: no id is given again, and without the fork the rows would go on as after a crash. */
    @Test
    @Incident(23)
    void givenAnImageOfTheIntervalThatStillRuns_whenRestored_thenTheIntervalIsTheNewEpochsAndAsTheSourceHasIt() {
        try (EpochRig rig = new EpochRig(HOURS)) {
            rig.minutes(15);
            IntervalBook image = rig.running();
            rig.minutes(15);
            SeriesKey old = rig.series();
            rig.restoreOnFork(15);
            rig.minutes(100);

            assertThat(rig.series().epoch()).isEqualTo(old.epoch() + 1);
            assertTheIntervalIsAsTheSourceHasIt(rig, image);
            rig.assertEachInstantCountsOnce("after the restore");
            assertThat(rig.inherited()).isNotEmpty();
        }
    }

    private static void assertTheIntervalIsAsTheSourceHasIt(EpochRig rig, IntervalBook image) {
        IntervalBook book = rig.settled().stream()
                .filter(one -> one.intervalId() == image.intervalId())
                .findFirst()
                .orElseThrow();
        LedgerEntry entry = rig.held(rig.series()).get(image.intervalId());
        assertThat(entry.figures().executions()).isEqualTo(book.executions());
        assertThat(entry.flags()).doesNotContain(LedgerEntry.Flag.LOST_AT_SOURCE);
        assertThat(rig.executionsSeen(entry.interval())).isEqualTo(book.executions());
    }

    /** What was seen last is in the store. */
    @Test
    void givenARestoreWhileNobodyRan_whenStartedAnew_thenItIsNoticed() {
        try (EpochRig rig = new EpochRig(HOURS)) {
            rig.minutes(15);
            IntervalBook image = rig.running();
            rig.minutes(15);
            SeriesKey old = rig.series();

            rig.restoreOnFork(15);
            rig.startAnew(CollectorFixture.settings());
            rig.minutes(100);

            assertThat(rig.series().epoch()).isEqualTo(old.epoch() + 1);
            assertTheIntervalIsAsTheSourceHasIt(rig, image);
        }
    }

    /** The first one that is seen proves nothing. */
    @Test
    void givenAFirstContact_whenAForkIsSeen_thenNothingIsSuspect() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST)) {
            rig.minutes(3);

            assertThat(rig.series().epoch()).isOne();
            assertThat(rig.fixture.store.series(1).getFirst().recoveryFork())
                    .isEqualToIgnoringCase(database(rig).recoveryFork().toString());
        }
    }

    /** Log shipping restores a log each minute; the copy that is recovered at last begins one epoch that inherits all. */
    @Test
    void givenAStandbyWhoseForkChangesEachMinute_whenCollected_thenItIsOneEpochUntilItIsRecovered() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST)) {
            rig.minutes(20);
            SeriesKey old = rig.series();
            int held = rig.held(old).size();
            rig.fixture.server().databases().standby(rig.fixture.database(), true);
            int leases = rig.fixture.leases.size();
            for (int i = 0; i < 20; i++) {
                database(rig).forked(UUID.randomUUID());
                rig.minutes(1);
            }
            assertThat(rig.series()).isEqualTo(old);
            assertThat(rig.fixture.leases.size() - leases)
                    .as("leases in 20 minutes")
                    .isLessThan(20);

            rig.fixture.server().databases().standby(rig.fixture.database(), false);
            rig.minutes(20);

            assertThat(rig.series().epoch()).isEqualTo(old.epoch() + 1);
            assertThat(rig.inherited()).hasSizeGreaterThanOrEqualTo(held);
            rig.assertEachInstantCountsOnce("after the recovery");
        }
    }

    @Test
    void givenACrashAClearAndAFailover_whenTheForkIsTheSame_thenItTellsNothing() throws Exception {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST)) {
            rig.minutes(10);
            UUID fork = database(rig).recoveryFork();

            rig.fixture.server().crash();
            rig.minutes(5);
            rig.fixture.server().failover("sql-b", rig.fixture.clock.now());
            rig.minutes(5);

            assertThat(database(rig).recoveryFork()).isEqualTo(fork);
            assertThat(rig.series().epoch()).isOne();
            rig.fixture.queryStore().clear();
            rig.minutes(5);
            assertThat(database(rig).recoveryFork()).isEqualTo(fork);
            assertThat(rig.series().epoch()).isEqualTo(2);
        }
    }

    /** The view would start it. */
    @Test
    @Incident(92)
    void givenADatabaseThatAutoCloseHasShut_whenProbed_thenNobodyStartsItAndWhatIsLostIsSaid() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST.sized(1, 2))) {
            String shut =
                    List.copyOf(rig.fixture.server().queryStores().keySet()).getLast();
            rig.fixture.server().databases().autoClose(shut, true);
            rig.minutes(3);

            assertThat(Objects.requireNonNull(rig.fixture.server().instance().database(shut))
                            .status()
                            .started())
                    .isFalse();
            assertThat(rig.lane.status().detail()).contains("recovery forks are not seen", "AUTO_CLOSE");

            rig.fixture.server().databases().autoClose(shut, false);
            rig.minutes(1);
            assertThat(rig.lane.status().detail()).doesNotContain("recovery forks");
        }
    }

    /** As where SELECT on the view is denied: nothing else is kept from being collected. */
    @Test
    @Incident(89)
    void givenAViewThatIsDenied_whenCollected_thenWhatIsLostIsNamedAndTheRestGoesOn() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST)) {
            SqlError denied = new SqlError(
                    229,
                    14,
                    5,
                    "The SELECT permission was denied on the object 'database_recovery_status', database"
                            + " 'mssqlsystemresource', schema 'sys'.");
            rig.fixture
                    .server()
                    .faults()
                    .add(new FaultRule(
                            "denied",
                            Match.ANY.withText("tidegate:recovery_forks"),
                            Occurrence.ALWAYS,
                            new Fault.Fail(Point.START, denied)));
            rig.minutes(10);

            assertThat(rig.lane.status().detail()).contains("a restore within one interval may go unnoticed");
            assertThat(rig.held(rig.series())).isNotEmpty();
            rig.restore(5);
            rig.minutes(20);
            assertThat(rig.series().epoch()).isEqualTo(2);
            rig.assertEachInstantCountsOnce("after the restore");
        }
    }

    /** It has no such view, and its sessions are asked no such thing. */
    @Test
    void givenAzureSqlDatabase_whenCollected_thenNothingIsAskedAndNothingIsCalledLost() {
        try (CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.as(VersionProfile.AZURE))) {
            long phase = fixture.ticker.readNanos();
            ServerLane lane = fixture.lane(
                    fixture.tools,
                    CollectorFixture.settings(),
                    fixture.target().ofDatabase(fixture.database()),
                    phase,
                    phase + 1);
            lane.tick(phase);

            assertThat(lane.databases()).hasSize(1);
            assertThat(lane.status().detail()).doesNotContain("recovery forks");
            lane.close();
        }
    }

    private static Database database(EpochRig rig) {
        return Objects.requireNonNull(rig.fixture.server().instance().database(rig.fixture.database()));
    }
}
