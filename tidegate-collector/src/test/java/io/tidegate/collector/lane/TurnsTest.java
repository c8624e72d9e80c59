package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.probe.Prober;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.collector.work.Work;
import io.tidegate.collector.work.WorkResult;
import io.tidegate.core.budget.Rank;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.ForkPoint;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Work that was planned for an epoch which the other loop has ended before the lease was had. Mutation seen to break it:
 * work that runs for whatever series it was planned for.
 */
class TurnsTest {
    private final CollectorFixture fixture = new CollectorFixture();
    private final CollectorSettings settings = CollectorFixture.settings();
    private final Prober prober = fixture.prober();
    private final LeaseRunner runner = new LeaseRunner(
            fixture.tools, fixture.target(), Purpose.BACKFILL, new LoopRecord(), () -> Duration.ofSeconds(30));
    private final Turns turns = new Turns(
            fixture.tools,
            () -> settings,
            prober,
            runner,
            new Brake(fixture.tools, fixture.target(), () -> settings, prober));
    private final AtomicInteger runs = new AtomicInteger();
    private final Work counted = (session, slice) -> {
        runs.incrementAndGet();
        return WorkResult.of(PassOutcome.DONE, 0);
    };

    @AfterEach
    void close() {
        prober.close();
        fixture.close();
    }

    @Test
    void givenWorkOfAnEpoch_whenItsSeriesWasForkedMeanwhile_thenItDoesNotRunAndThePassGoesOnWithoutIt() {
        prober.probe();
        String database = fixture.database();
        SeriesState planned = Objects.requireNonNull(prober.states().get(database));
        assertThat(take(planned)).isEqualTo(PassOutcome.DONE);
        assertThat(turns.still(List.of(planned))).hasSize(1);

        var next = fixture.store.fork(
                planned.series().key(), ForkPoint.NOTHING_SHARED, CollectorFixture.START, CollectorFixture.START);
        prober.states().computeIfPresent(database, (name, now) -> now.forked(next));

        assertThat(take(planned)).isEqualTo(PassOutcome.CUT);
        assertThat(runs).hasValue(1);
        assertThat(turns.still(List.of(planned))).isEmpty();
        assertThat(take(Objects.requireNonNull(prober.states().get(database)))).isEqualTo(PassOutcome.DONE);
    }

    private PassOutcome take(SeriesState state) {
        long begun = fixture.ticker.readNanos();
        return turns.take(state, Rank.CENSUS, counted, begun, new PassTally(), SeriesState::lastServedNanos)
                .orElseThrow()
                .outcome();
    }
}
