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
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.Stretch;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a budget lets through, counted at the simulated server. Mutations seen to break it: a budget that is not asked; all
 * ranks alike, or one kind of work with another's rank; a slice, or a peek behind a read, that is not cut to what is left;
 * leases that are not charged; what waited and waits no more that is still shown, in the status or the coverage.
 */
class BudgetPassesTest {
    private static final HeavyBudget BUDGET = HeavyBudget.STANDARD;
    private static final Duration A_ROW = Duration.ofMillis(50);

    private final WatchedRows rows = new WatchedRows("tidegate:(runtime_stats_by|wait_stats)");
    private final CollectorFixture fixture = new CollectorFixture(
            FleetSpec.TEST.sized(1, 3), rows, Thread.ofVirtual().factory());
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
        assertThat(lane.status().budget().waiting())
                .extracting(Waiting::work)
                .containsExactly("peeks", "peeks", "peeks");
        assertThat(fixture.store.reader().stretches(1))
                .as("no settled rows are kept out")
                .isEmpty();
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
    void givenLittleIsLeft_whenBackfilled_thenTheSliceIsCutWithinIt() {
        spend(18);
        rows.onRow(() -> fixture.ticker.advance(A_ROW));

        assertThat(lane.backfill()).isEqualTo(PassOutcome.DEFERRED);

        assertThat(usage().heavyUsed())
                .as("three seconds of rows, and no more than a key beyond it for each kind")
                .isBetween(Duration.ofSeconds(21).minus(Duration.ofMillis(200)), Duration.ofSeconds(22));
        assertThat(rows.rows())
                .as("of one database: the other two have nothing left")
                .isBetween(55L, 65L);
    }

    @Test
    void givenLittleIsLeftForPeeks_whenTheyFollowARead_thenThePeekIsCutWithinIt() {
        Peeks ample = peekedBehindARead(Duration.ofSeconds(10));
        assertThat(ample.outcome()).isEqualTo(PassOutcome.DONE);
        assertThat(ample.dropped()).isZero();

        Peeks scarce = peekedBehindARead(Duration.ofMillis(300));
        assertThat(scarce.outcome()).isEqualTo(PassOutcome.CUT);
        assertThat(scarce.dropped()).isOne();
    }

    private record Peeks(PassOutcome outcome, int dropped) {}

    /** A tick whose reads cost as much as leaves this to the peeks behind them, while each row takes its time. */
    private Peeks peekedBehindARead(Duration leftForPeeks) {
        AtomicInteger dropped = new AtomicInteger();
        CollectorStore store = StoreHook.before(fixture.store, "dropPeek", dropped::incrementAndGet);
        ServerLane reading = lane(fixture.tools(StoreHook.before(store, "holdWhole", () -> {
            Duration more = Duration.ofSeconds(18).minus(leftForPeeks).minus(usage().heavyUsed());
            if (more.isPositive()) {
                spend(more);
            }
        })));
        reading.tick(phase);
        fixture.clock.advance(Duration.ofMinutes(3));
        fixture.pass(Duration.ofMinutes(61));
        rows.onRow(() -> fixture.ticker.advance(A_ROW));
        PassOutcome outcome = reading.tick(phase);
        rows.onRow(() -> {});
        reading.close();
        return new Peeks(outcome, dropped.get());
    }

    @Test
    void givenATwentiethLeft_whenTicked_thenSettledIntervalsAreReadAndTextsAndPlansWait() {
        lane.tick(phase);
        lane.backfill();
        assertThat(fixture.store.missingTexts(
                        lane.databases().getFirst().series().key(), 1))
                .as("held, and their texts not read")
                .isNotEmpty();
        fixture.clock.advance(Duration.ofMinutes(3));
        fixture.pass(Duration.ofMinutes(61));
        spend(28);

        assertThat(lane.tick(phase)).isEqualTo(PassOutcome.DEFERRED);

        assertThat(lane.status().tick().detail()).contains("texts and plans may use 90 %");
        assertThat(lane.status().budget().waiting()).extracting(Waiting::work).contains("texts and plans");
        assertThat(lane.status().budget().waiting()).extracting(Waiting::work).doesNotContain("settled reads");
    }

    @Test
    void givenASpentBudget_whenTheHourHasPassed_thenWorkGoesOnAndNothingIsSaidToWait() {
        spend(30);
        Instant since = fixture.clock.now();
        lane.tick(phase);
        lane.backfill();
        fixture.clock.advance(Duration.ofMinutes(5));
        fixture.pass(Duration.ofMinutes(5));
        lane.backfill();
        assertThat(lane.status().budget().waiting())
                .as("waiting for as long as it does")
                .isNotEmpty()
                .extracting(Waiting::since)
                .containsOnly(since);
        fixture.clock.advance(Duration.ofMinutes(56));
        fixture.pass(Duration.ofMinutes(56));

        assertThat(lane.backfill()).isEqualTo(PassOutcome.DONE);
        assertThat(lane.tick(phase)).isEqualTo(PassOutcome.DONE);
        assertThat(lane.status().budget().waiting()).isEmpty();

        Instant free = fixture.clock.now();
        fixture.clock.advance(Duration.ofMinutes(5));
        lane.backfill();
        Instant again = fixture.clock.now();
        spend(30);
        fixture.clock.advance(Duration.ofMinutes(5));
        lane.tick(phase);
        assertThat(fixture.store.reader().stretches(1))
                .filteredOn(stretch -> stretch.word() == Stretch.Word.BUDGET)
                .anySatisfy(stretch -> assertThat(stretch.to()).isAfter(again))
                .as("nothing of the time in which nothing waited")
                .noneMatch(stretch ->
                        stretch.from().isBefore(again) && stretch.to().isAfter(free));
    }

    /** Mutations seen to break it: probes that bring no cost; a cost that is not charged. */
    @Test
    void givenProbesAlone_whenSomeMinutesHavePassed_thenTheirCpuIsChargedAndShown() {
        for (int minute = 0; minute < 50 && usage().lightUsed().isZero(); minute++) {
            spend(Duration.ofMinutes(1));
            lane.tick(phase);
            fixture.clock.advance(Duration.ofMinutes(1));
            fixture.pass(Duration.ofMinutes(1));
        }

        assertThat(fixture.server().judge().total()).isZero();
        Usage usage = lane.status().budget().usage();
        assertThat(usage.lightUsed()).isPositive().isLessThanOrEqualTo(usage.cpuUsed());
        assertThat(usage.words()).contains("(light ");
    }

    /**
     * Mutations meant to break it: no tick is left out; none is probed again; the status does not say why; it calls the server late.
     */
    @Test
    void givenProbesThatAloneUseUpTheCpuBudget_whenTicked_thenEachThirdProbesAndTheStatusSaysWhy() {
        Duration each = BUDGET.cpuTime(4).dividedBy(50); // 1.2 times the budget in an hour
        int probed = 0;
        for (int minute = 0; minute < 20; minute++) {
            long point = phase + Duration.ofMinutes(minute).toNanos();
            Instant before = lane.status().sourceNow();
            PassOutcome outcome = lane.tick(point);
            if (outcome != PassOutcome.SKIPPED) {
                fixture.accounts.light(fixture.server().name(), each, fixture.clock.now());
            }
            if (minute >= 8) {
                probed += outcome == PassOutcome.SKIPPED ? 0 : 1;
                assertThat(lane.status().detail()).contains("probes alone would use", "so they come every 180 s");
                assertThat(lane.status().state()).isNotEqualTo(State.LATE);
                assertThat(lane.status().sourceNow().equals(before)).isEqualTo(outcome == PassOutcome.SKIPPED);
            }
            fixture.clock.advance(Duration.ofMinutes(1));
            fixture.pass(Duration.ofMinutes(1));
        }
        assertThat(probed).isEqualTo(4);
        assertThat(lane.backfill()).as("its probes stay").isNotEqualTo(PassOutcome.SKIPPED);
    }

    private Usage usage() {
        return fixture.accounts.of(fixture.server().name()).usage(BUDGET, fixture.ticker.readNanos());
    }

    private void spend(int seconds) {
        spend(Duration.ofSeconds(seconds));
    }

    private void spend(Duration heavy) {
        fixture.accounts
                .of(fixture.server().name())
                .before(fixture.ticker.readNanos(), heavy, Duration.ofMillis(1), false, false);
    }
}
