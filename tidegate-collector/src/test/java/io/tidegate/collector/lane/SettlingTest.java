package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.querystore.books.IntervalBook.Presence;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.ledger.SettlingProgress;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A suspect epoch, and slices that are too small to settle it at once. */
class SettlingTest {
    /**
     * Three counts in each slice, of eight at least. Mutation seen to break it: what a slice has learnt is forgotten by the next one.
     */
    @Test
    void givenSlicesThatEndWithinTheCensus_whenItGoesOn_thenTheEpochIsSettledOverSeveralAndInheritsWhatIsShared() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST)) {
            rig.minutes(30);
            rig.restoreOnFork(12);
            rig.startAnew(rows(3));

            int slices = ticksUntilSettled(rig);

            assertThat(slices).isBetween(3, 9);
            assertThat(rig.series().epoch()).isEqualTo(2);
            assertThat(rig.inherited()).isNotEmpty();
            rig.startAnew(CollectorFixture.settings());
            rig.minutes(10);
            rig.readAll();
            rig.assertEachInstantCountsOnce("after slices of three rows");
        }
    }

    /**
     * Plans have been removed since, so that rows would have to be compared, and not one interval's fit. Mutation seen to break
     * it: a search that never gives up.
     */
    @Test
    void givenSlicesThatLearnNothing_whenSomeHaveBeenCut_thenTheEpochIsSettledWithoutAndReadAgain() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST)) {
            rig.minutes(30);
            rig.restoreOnFork(12);
            rig.fixture.store.sentinels(rig.series(), 20, 20).stream()
                    .map(Sentinel::planId)
                    .filter(plan -> plan % 2 == 0)
                    .forEach(plan ->
                            rig.fixture.queryStore().procedures().call("sp_query_store_remove_plan", 5, List.of(plan)));
            SeriesKey old = rig.series();
            rig.startAnew(rows(1));

            int slices = ticksUntilSettled(rig);

            assertThat(slices).isGreaterThan(SettlingProgress.FRUITLESS_SLICES);
            assertThat(rig.series().epoch()).isEqualTo(2);
            assertThat(rig.inherited()).isEmpty();
            rig.startAnew(CollectorFixture.settings());
            rig.minutes(10);
            rig.readAll();
            Instant settled = rig.fixture.clock.now().minus(Duration.ofMinutes(5));
            Set<Long> held = rig.held(rig.series()).keySet();
            assertThat(rig.fixture.queryStore().books().booksAt(rig.fixture.clock.now()))
                    .filteredOn(book -> book.presence() == Presence.SETTLED || book.presence() == Presence.THINNED)
                    .filteredOn(book -> book.settledAt().isBefore(settled))
                    .hasSizeGreaterThan(20)
                    .allMatch(book -> held.contains(book.intervalId()));
            assertThat(rig.held(old).values()).isNotEmpty().allMatch(EpochRig::isSuperseded);
        }
    }

    private static int ticksUntilSettled(EpochRig rig) {
        int ticks = 0;
        do {
            rig.unwatched(1);
            rig.tick();
            ticks++;
        } while (rig.series().epoch() == 1 && ticks < 40);
        return ticks;
    }

    private static CollectorSettings rows(long rows) {
        CollectorSettings all = CollectorFixture.settings();
        return new CollectorSettings(
                all.tick(),
                all.backfill(),
                all.deadline(),
                new ReadBudget(Long.MAX_VALUE, rows, Duration.ofSeconds(30)),
                all.read(),
                all.planCapBytes(),
                all.horizon(),
                true,
                true);
    }
}
