package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.StoreHook;
import io.tidegate.core.gate.Admission;
import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a tick takes and what a backfill pass takes, in which order, and how they give way. Mutations seen to break it: a
 * tick that takes the backfill's share; a line that is not by who waited longest; a streak that is not asked; a census in
 * each pass, or by the clock's full hour; a tick without its last lease.
 */
class PassesTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.sized(1, 3));
    private final List<String> names =
            fixture.server().queryStores().keySet().stream().sorted().toList();
    private final long phase = fixture.ticker.readNanos();
    private final ServerLane lane = lane(fixture.tools);

    private ServerLane lane(CollectorTools tools) {
        return fixture.lane(
                tools,
                CollectorFixture.settings(),
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
    @Incident({39, 45})
    void givenANewServer_whenTicked_thenItsHistoryIsLeftToTheBackfill() {
        assertThat(lane.tick(at(0))).isEqualTo(PassOutcome.DONE);
        assertThat(held(names.getFirst())).isEmpty();

        assertThat(lane.backfill()).isEqualTo(PassOutcome.DONE);

        assertThat(names)
                .allSatisfy(name -> assertThat(held(name))
                        .isNotEmpty()
                        .allSatisfy(entry -> assertThat(entry.interval().end()).isBefore(CollectorFixture.START)));
    }

    @Test
    void givenIntervalsThatSettledSinceFirstContact_whenTicked_thenTheTickHoldsThemAndTheBackfillDoesNot() {
        lane.tick(at(0));
        fixture.clock.advance(Duration.ofMinutes(10));

        assertThat(lane.tick(at(60))).isEqualTo(PassOutcome.DONE);

        Instant contact = CollectorFixture.START.minusSeconds(30);
        assertThat(held(names.getFirst()))
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(entry.interval().start()).isAfterOrEqualTo(contact));
    }

    @Test
    @Incident(75)
    void givenTextsAndPlansThatAreMissing_whenTicked_thenTheyComeWithTheLastLeaseOfOneDatabase() {
        lane.backfill();
        int before = fixture.leases.size();
        assertThat(missing()).isEqualTo(3);

        lane.tick(at(60));

        assertThat(missing()).isEqualTo(2);
        assertThat(databases(before)).containsExactly(names.get(0), names.get(1), names.get(2), names.get(0));
    }

    @Test
    @Incident({44, 68})
    void givenAPassThatHasTimeForOneDatabase_whenRepeated_thenWhoWaitedLongestIsNext() {
        ServerLane slow = lane(fixture.tools(
                StoreHook.before(fixture.store, "peek", () -> fixture.ticker.advance(CollectorFixture.DEADLINE))));
        for (int i = 0; i < 4; i++) {
            slow.tick(at(60L * i));
        }

        assertThat(databases(0)).containsExactly(names.get(0), names.get(1), names.get(2), names.get(0));
        slow.close();
    }

    /** Mutation seen to break it: a pass that catches failures of server and store alone. */
    @Test
    void givenAnErrorInAPass_whenTicked_thenItHasFailedInWordsAndTheNextOneIsAsEver() {
        AtomicBoolean breaks = new AtomicBoolean(true);
        ServerLane broken = lane(fixture.tools(StoreHook.before(fixture.store, "listSummary", () -> {
            if (breaks.getAndSet(false)) {
                throw new StackOverflowError("too deep");
            }
        })));

        assertThat(broken.tick(at(0))).isEqualTo(PassOutcome.FAILED);
        assertThat(broken.status().tick().detail()).contains("unforeseen", "too deep");
        assertThat(broken.tick(at(60))).isEqualTo(PassOutcome.DONE);
        broken.close();
    }

    @Test
    void givenTheOtherLoopInside_whenTicked_thenDeferredWithTheHolderAndNothingIsServed() {
        try (Lease other = take(Purpose.BACKFILL)) {
            assertThat(lane.tick(at(0))).isEqualTo(PassOutcome.DEFERRED);
        }

        LeaseRow<String> deferral = fixture.leases.getFirst();
        assertThat(deferral.purpose()).isEqualTo(Purpose.TICK);
        assertThat(deferral.deferredBy())
                .isEqualTo(new DeferredBy(DeferredBy.Kind.LEASE, "backfill", CollectorFixture.START));
        assertThat(lane.status().tick().deferredSince()).isEqualTo(CollectorFixture.START);
        assertThat(lane.databases())
                .allSatisfy(state -> assertThat(state.lastServedNanos()).isEqualTo(Long.MIN_VALUE));
        assertThat(fixture.server().judge().total()).isZero();
    }

    @Test
    @Incident(63)
    void givenABackfillRefusedThreeTimes_whenTheTickIsTheLastBeforeIt_thenItGivesWayOnceAndNotBefore() {
        lane.tick(at(0));
        try (Lease other = take(Purpose.ON_DEMAND)) {
            assertThat(lane.backfill()).isEqualTo(PassOutcome.DEFERRED);
            assertThat(lane.backfill()).isEqualTo(PassOutcome.DEFERRED);
        }
        assertThat(lane.tick(at(300))).as("after two").isNotEqualTo(PassOutcome.SKIPPED);
        try (Lease other = take(Purpose.ON_DEMAND)) {
            lane.backfill();
        }

        assertThat(lane.tick(at(240))).as("not the last try").isNotEqualTo(PassOutcome.SKIPPED);
        assertThat(lane.tick(at(300))).isEqualTo(PassOutcome.SKIPPED);
        assertThat(lane.status().tick().detail()).contains("gives way");

        lane.backfill();
        assertThat(lane.tick(at(300))).as("once it was granted").isNotEqualTo(PassOutcome.SKIPPED);
    }

    @Test
    @Incident(13)
    void givenHeldIntervals_whenTheSourcesHourTurns_thenOneCensusPerPassVerifiesThemAndNoneInTheSameHour() {
        fixture.clock.advance(fixture.untilTurn(HOUR));
        lane.backfill();
        lane.backfill();
        lane.backfill();
        assertThat(names)
                .allSatisfy(name -> assertThat(held(name))
                        .allSatisfy(entry -> assertThat(entry.flags()).containsExactly(Flag.VERIFIED)));
        fixture.clock.advance(Duration.ofMinutes(10));
        lane.tick(at(600));
        lane.backfill();
        int before = fixture.leases.size();

        fixture.clock.advance(fixture.untilTurn(HOUR).minusSeconds(1));
        assertThat(lane.backfill()).as("in the same hour").isEqualTo(PassOutcome.EMPTY);
        assertThat(fixture.leases).hasSize(before);

        fixture.clock.advance(Duration.ofSeconds(1));
        lane.backfill();
        assertThat(databases(before))
                .as("one census, then the state of each")
                .startsWith(names.getFirst())
                .hasSize(1 + names.size());
        assertThat(held(names.getFirst()))
                .allSatisfy(entry -> assertThat(entry.flags()).containsExactly(Flag.VERIFIED));
        assertThat(held(names.getLast()))
                .anySatisfy(entry -> assertThat(entry.flags()).isEmpty());
    }

    private long missing() {
        return names.stream()
                .filter(name -> !fixture.store.missingTexts(key(name), 1).isEmpty()
                        || !fixture.store.missingPlans(key(name), 1, false).isEmpty())
                .count();
    }

    private List<LedgerEntry> held(String name) {
        return fixture
                .store
                .entries(key(name), Kind.RUNTIME, Instant.EPOCH, CollectorFixture.START.plus(Duration.ofDays(1)))
                .stream()
                .filter(entry -> entry.state() == State.HELD)
                .toList();
    }

    private SeriesKey key(String name) {
        return lane.databases().stream()
                .filter(state -> state.series().database().equals(name))
                .findFirst()
                .orElseThrow()
                .series()
                .key();
    }

    private List<String> databases(int from) {
        return fixture.leases.stream().skip(from).map(LeaseRow::database).toList();
    }

    private Lease take(Purpose purpose) {
        return ((Admission.Granted)
                        fixture.tools.gates().gate(fixture.server().name()).tryAcquire(purpose, ""))
                .lease();
    }

    private long at(long seconds) {
        return phase + Duration.ofSeconds(seconds).toNanos();
    }
}
