package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.budget.HeavyBudget;
import io.tidegate.core.ledger.Layout;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.ForwardingStore;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.store.WholeBand;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A database of SQL Server 2022 whose rows still lie by plan, as after an upgrade in place: each interval is a scan, until
 * what peeks cost says so. Mutations seen to break it: peeks tell nothing; a probe forgets what they told.
 */
class UpgradedLayoutTest {
    private static final int MINUTES = 90;

    private final CollectorFixture fixture =
            new CollectorFixture(FleetSpec.TEST.withWorkloads("tenant").paced(1, 60, Duration.ofDays(60)));
    private final List<BandKey> read = new ArrayList<>();
    private final ServerLane lane = fixture.lane(
            fixture.tools(new ForwardingStore(fixture.store) {
                @Override
                public List<CommitResult> holdWhole(List<WholeBand> bands) {
                    bands.forEach(band -> read.add(band.last().band().key()));
                    return super.holdWhole(bands);
                }

                @Override
                public CommitResult stage(StageBatch batch) {
                    read.add(batch.band().key());
                    return super.stage(batch);
                }
            }),
            CollectorFixture.settings().costing(HeavyBudget.STANDARD),
            fixture.target(),
            fixture.ticker.readNanos(),
            0);

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    @Test
    void givenRowsThatLieByPlan_whenPeeksCostAScan_thenBandsAreOfManyIntervalsAndNothingIsLost() {
        fixture.queryStore().keepOldLayout();

        collect();
        assertThat(layout()).isEqualTo(Layout.BY_PLAN);
        assertThat(read.getFirst())
                .satisfies(first -> assertThat(intervals(first)).isOne());
        read.clear();
        Instant last = outage();

        assertThat(read).anySatisfy(band -> assertThat(intervals(band)).isGreaterThan(2));
        HeldRows.assertWhole(fixture, lane, last);
    }

    @Test
    void givenRowsThatLieByInterval_whenPeekedAtAsOften_thenTheColumnsAreBelieved() {
        collect();
        Instant last = outage();

        assertThat(layout()).isEqualTo(Layout.BY_INTERVAL);
        assertThat(read).allSatisfy(band -> assertThat(intervals(band)).isOne());
        HeldRows.assertWhole(fixture, lane, last);
    }

    private static long intervals(BandKey band) {
        return band.lastIntervalId() - band.firstIntervalId() + 1;
    }

    private Layout layout() {
        return lane.databases().getFirst().situation().layout();
    }

    /** A day and more without a pass, and then what there is to read; the source's clock at its end. */
    private Instant outage() {
        fixture.pass(Duration.ofHours(30));
        fixture.clock.advance(Duration.ofHours(30));
        Instant end = fixture.clock.now();
        collect();
        return end;
    }

    private void collect() {
        for (int minute = 0; minute < MINUTES; minute++) {
            lane.tick(fixture.ticker.readNanos());
            if (minute % 5 == 0) {
                lane.backfill();
            }
            fixture.pass(Duration.ofMinutes(1));
            fixture.clock.advance(Duration.ofMinutes(1));
        }
    }
}
