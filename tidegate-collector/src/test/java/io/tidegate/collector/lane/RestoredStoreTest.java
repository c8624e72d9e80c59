package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.books.IntervalBook;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A database that is restored to an earlier image of itself, or whose server crashes. What is shared is neither read again
 * nor counted twice; what lies behind the fork stays and counts in no answer.
 */
class RestoredStoreTest {
    /** Mutations seen to break it: nothing is superseded; nothing is inherited; witnesses that agree clear the suspicion. */
    @Test
    @Incident(23)
    void givenARecentImage_whenRestored_thenItsHistoryIsInheritedAndEachInstantCountsOnce() {
        restoredToARecentImage(FleetSpec.TEST);
    }

    /** Rows lie by plan there, and there are no waits. */
    @Test
    void givenTheOldestVersion_whenRestored_thenItIsTheSame() {
        restoredToARecentImage(FleetSpec.TEST.as(VersionProfile.V13));
    }

    private static void restoredToARecentImage(FleetSpec spec) {
        try (EpochRig rig = new EpochRig(spec)) {
            rig.minutes(30);
            SeriesKey old = rig.series();
            Set<Long> before = rig.held(old).keySet();

            Instant image = rig.restore(12);
            rig.minutes(40);

            assertThat(rig.series().epoch()).isEqualTo(old.epoch() + 1);
            assertThat(rig.held(old).keySet()).as("what was held stays").containsAll(before);
            assertThat(rig.inherited()).isNotEmpty();
            rig.assertEachInstantCountsOnce("after the restore");
            assertThat(rig.held(old).values())
                    .filteredOn(entry -> entry.interval().start().isAfter(image))
                    .isNotEmpty()
                    .allMatch(EpochRig::isSuperseded);
            assertThat(rig.held(old).values())
                    .filteredOn(entry -> entry.interval().end().isBefore(image.minusSeconds(120)))
                    .isNotEmpty()
                    .noneMatch(EpochRig::isSuperseded);
        }
    }

    /**
     * The rows that the simulated server looks at are what reading costs it, whoever asks. Mutation seen to break it: nothing
     * is inherited.
     */
    @Test
    void givenALongHistory_whenRestored_thenTheForkCostsNoReadingOfIt() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST.paced(1, 1, Duration.ofHours(8)))) {
            rig.minutes(1);
            rig.readAll();
            long all = rig.fixture.queryStore().rowsVisited();
            rig.unwatched(60); // the census of what is held is due by the source's hour, forked or not
            rig.minutes(10);
            rig.readAll();
            long quiet = visited(rig, 20);

            rig.restore(5);
            long after = visited(rig, 20);

            assertThat(rig.series().epoch()).isEqualTo(2);
            assertThat(rig.inherited().size())
                    .isGreaterThan(rig.held(rig.series()).size());
            assertThat(after - quiet).isLessThan(all / 4);
            rig.assertEachInstantCountsOnce("after the restore");
        }
    }

    private static long visited(EpochRig rig, int minutes) {
        long before = rig.fixture.queryStore().rowsVisited();
        rig.minutes(minutes);
        return rig.fixture.queryStore().rowsVisited() - before;
    }

    @Test
    void givenNobodyWatching_whenRestoredAndRunOnForLong_thenItIsForkedAllTheSame() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST)) {
            rig.minutes(30);

            rig.restore(10);
            rig.unwatched(45);
            rig.minutes(30);

            assertThat(rig.series().epoch()).isEqualTo(2);
            rig.assertEachInstantCountsOnce("after the restore");
        }
    }

    @Test
    void givenARestore_whenAnOlderImageIsRestoredBehindIt_thenBothBranchesAreSuperseded() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST)) {
            rig.minutes(30);
            rig.restore(5);
            rig.minutes(20);
            SeriesKey second = rig.series();
            rig.restore(35);
            rig.minutes(30);

            assertThat(rig.series().epoch()).isEqualTo(second.epoch() + 1).isEqualTo(3);
            assertThat(rig.held(second).values()).isNotEmpty().allMatch(EpochRig::isSuperseded);
            rig.assertEachInstantCountsOnce("after the second restore");
        }
    }

    /** A CLEAR by mistake, undone by a restore. Mutation seen to break it: earlier epochs are not looked at. */
    @Test
    void givenAClear_whenAnImageFromBeforeItIsRestored_thenTheHistoryBeforeItIsInherited() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST)) {
            rig.minutes(30);
            SeriesKey first = rig.series();
            rig.fixture.queryStore().clear();
            rig.minutes(10);
            SeriesKey cleared = rig.series();
            assertThat(cleared).isNotEqualTo(first);
            rig.restore(15);
            rig.minutes(20);

            assertThat(rig.inherited()).hasSizeGreaterThan(20);
            assertThat(rig.held(cleared).values()).isNotEmpty().allMatch(EpochRig::isSuperseded);
            rig.assertEachInstantCountsOnce("after the restore");
        }
    }

    /** Mutation seen to break it: a highest id that fell is taken for a fork. */
    @Test
    void givenACrash_whenItsLastIntervalsAreLost_thenItIsTheSameEpoch() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST)) {
            rig.minutes(30);
            SeriesKey old = rig.series();

            for (int i = 0; i < 5; i++) {
                rig.fixture.queryStore().crash();
                rig.tick(); // before anything runs again: the highest id has fallen
                rig.minutes(7);
            }
            rig.minutes(10);

            assertThat(rig.series()).isEqualTo(old);
            assertThat(rig.fixture.store.reader().ledger(old)).noneMatch(EpochRig::isSuperseded);
            rig.assertEachInstantCountsOnce("after five crashes");
        }
    }

    /**
     * The interval that both branches share goes on: nothing of it is added up from both. The image's part is in both, so a
     * sum of them would be more than this bound.
     */
    @Test
    void givenAnImageOfTheIntervalThatStillRuns_whenRestored_thenTheIntervalCountsNothingTwice() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST.paced(1, 60, Duration.ofHours(6)))) {
            rig.minutes(15);
            IntervalBook image = rig.running();
            rig.minutes(15);
            long left = rig.running().executions();
            rig.restore(15);
            rig.minutes(100);

            IntervalBook book = rig.settled().stream()
                    .filter(one -> one.intervalId() == image.intervalId())
                    .findFirst()
                    .orElseThrow();
            LedgerEntry entry = rig.held(rig.series()).get(image.intervalId());
            assertThat(entry.figures().executions())
                    .isBetween(book.executions(), left + book.executions() - image.executions() / 2);
            assertThat(entry.figures().executions() == book.executions()
                            || entry.flags().contains(LedgerEntry.Flag.LOST_AT_SOURCE))
                    .isTrue();
            assertThat(entry.figures().executions()).isEqualTo(rig.executionsSeen(entry.interval()));
        }
    }

    /** What a restore to another server makes: the same name, a lineage of its own, and both count. */
    @Test
    void givenACopyOnAnotherServer_whenBothAreCollected_thenNeitherIsTheOthersEpoch() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST.sized(2, 1))) {
            SimulatedServer other = rig.fixture.fleet.servers().getLast();
            String copy = other.queryStores().keySet().iterator().next();
            if (!copy.equals(rig.fixture.database())) {
                other.databases().rename(copy, rig.fixture.database());
            }
            long phase = rig.fixture.ticker.readNanos();
            ServerLane lane = rig.fixture.lane(
                    rig.fixture.tools, CollectorFixture.settings(), CollectorFixture.target(other), phase, phase + 1);
            try {
                rig.minutes(10);
                lane.tick(phase);
                lane.backfill();
                rig.restore(5);
                rig.minutes(15);
                lane.tick(phase);
            } finally {
                lane.close();
            }

            SeriesKey copied = lane.databases().getFirst().series().key();
            assertThat(copied.lineage()).isNotEqualTo(rig.series().lineage());
            assertThat(copied.epoch()).isOne();
            assertThat(rig.series().epoch()).isEqualTo(2);
            assertThat(rig.held(copied).values()).isNotEmpty().noneMatch(EpochRig::isSuperseded);
            assertThat(rig.fixture.store.reader().ledger(copied))
                    .noneMatch(entry -> entry.state() == LedgerEntry.State.INHERITED);
        }
    }

    @Test
    void givenRandomRestoresCrashesAndClears_whenAllIsRead_thenEachInstantCountsOnce() {
        for (long seed = 1; seed <= 3; seed++) {
            storm(seed, 6);
        }
    }

    @Test
    @Tag("proof")
    void givenManyRandomRestoresCrashesAndClears_whenAllIsRead_thenEachInstantCountsOnce() {
        for (long seed = 100; seed < 160; seed++) {
            storm(seed, 12);
        }
    }

    private static void storm(long seed, int events) {
        SplittableRandom random = new SplittableRandom(seed);
        FleetSpec spec = FleetSpec.TEST.as(random.nextBoolean() ? VersionProfile.V13 : VersionProfile.V16);
        try (EpochRig rig = new EpochRig(spec)) {
            rig.minutes(10);
            StringBuilder story = new StringBuilder("seed " + seed + ":");
            for (int i = 0; i < events; i++) {
                int minutesAgo = random.nextInt(1, 25);
                switch (random.nextInt(6)) {
                    case 0 -> {
                        rig.fixture.queryStore().crash();
                        rig.tick();
                        story.append(" crash");
                    }
                    case 1 -> {
                        rig.fixture.queryStore().clear();
                        story.append(" clear");
                    }
                    case 2 -> {
                        rig.unwatched(minutesAgo);
                        story.append(" away ").append(minutesAgo);
                    }
                    case 3 -> {
                        rig.restoreOnFork(minutesAgo);
                        story.append(" restore on a fork ").append(minutesAgo);
                    }
                    default -> {
                        rig.restore(minutesAgo);
                        story.append(" restore ").append(minutesAgo);
                    }
                }
                int minutes = random.nextInt(0, 12);
                rig.minutes(minutes);
                story.append(" then ").append(minutes).append(';');
            }
            rig.minutes(10);
            rig.unwatched(60); // the whole list is compared by the hour
            rig.minutes(2);
            rig.readAll();
            rig.assertEachInstantCountsOnce(story.toString());
        }
    }
}
