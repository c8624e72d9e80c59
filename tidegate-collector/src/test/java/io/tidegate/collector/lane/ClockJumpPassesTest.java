package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorTools;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Clocks that jump by two hours and, some passes later, back: the source's, ours, or both. Mutation seen to break it: settled
 * intervals that are told by our clock.
 */
class ClockJumpPassesTest {
    private static final Duration CADENCE = Duration.ofMinutes(1);
    private static final int PASSES = 5;

    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST);
    private final long phase = fixture.ticker.readNanos();
    private final ServerLane lane =
            fixture.lane(tools(), CollectorFixture.settings(), fixture.target(), phase, phase + 1);
    private final Map<Long, Long> held = new HashMap<>();
    private volatile Duration oursAhead = Duration.ZERO;

    private CollectorTools tools() {
        CollectorTools all = fixture.tools;
        return new CollectorTools(
                all.store(),
                all.gates(),
                all.heavy(),
                all.light(),
                all.steps(),
                all.memory(),
                () -> fixture.clock.now().plus(oursAhead),
                all.ticker(),
                all.threads(),
                all.accounts(),
                all.registrations());
    }

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "-2, 0", "0, 2", "0, -2", "2, 2", "-2, -2"})
    @Incident(100)
    void givenPassesOnTheirCadence_whenAClockJumpsAndComesBack_thenNothingIsLostHeldUnsettledOrTwice(
            int source, int ours) {
        passes(PASSES, CADENCE);
        jump(source, ours);
        passes(PASSES, CADENCE);
        jump(-source, -ours);
        passes(PASSES, CADENCE);
        passes(15, CADENCE.multipliedBy(10)); // past where the clock was
        Instant last = fixture.clock.now();
        passes(PASSES, CADENCE);

        HeldRows.assertWhole(fixture, lane, last);
        assertThat(fixture.server().judge().maximum()).isOne();
    }

    private void jump(int source, int ours) {
        fixture.clock.advance(Duration.ofHours(source));
        oursAhead = oursAhead.plusHours(ours - source);
    }

    private void passes(int count, Duration cadence) {
        for (int pass = 0; pass < count; pass++) {
            assertThat(lane.tick(fixture.ticker.readNanos()))
                    .isIn(PassOutcome.DONE, PassOutcome.EMPTY, PassOutcome.CUT);
            assertThat(lane.backfill()).isIn(PassOutcome.DONE, PassOutcome.EMPTY, PassOutcome.CUT);
            check();
            fixture.clock.advance(cadence);
            fixture.pass(cadence);
        }
    }

    /** What was held once was settled by the source's clock when it was read: nothing comes to it, and it stays. */
    private void check() {
        for (LedgerEntry entry : fixture.store.entries(
                lane.databases().getFirst().series().key(),
                Kind.RUNTIME,
                Instant.EPOCH,
                Instant.parse("2027-01-01T00:00:00Z"))) {
            if (entry.state() == LedgerEntry.State.HELD) {
                long executions = entry.figures().executions();
                Long before = held.put(entry.interval().id(), executions);
                assertThat(before == null ? executions : before)
                        .as(entry.toString())
                        .isEqualTo(executions);
            }
        }
    }
}
