package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.status.LoopStatus;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus.State;
import io.tidegate.core.time.Await;
import io.tidegate.core.time.ManualPause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Each server's loops go on whatever the others do. Mutation seen to break it: one thread that drives all lanes' loops in
 * turn.
 */
class LanesTest {
    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.sized(3, 1));
    private final List<ManualPause> pauses = new ArrayList<>();
    private Lanes lanes;

    @BeforeEach
    void start() {
        lanes = Lanes.make(
                fixture.tools,
                CollectorFixture.settings(),
                Map.of(),
                fixture.fleet.servers().stream().map(CollectorFixture::target).toList());
        lanes.start(fixture.tools, () -> {
            ManualPause pause = new ManualPause();
            pauses.add(pause);
            return pause;
        });
    }

    @AfterEach
    void close() {
        lanes.stop();
        fixture.fleet.servers().forEach(server -> server.faults().release());
        Await.until("no body runs", () -> lanes.all().stream().noneMatch(ServerLane::isBusy));
        lanes.all().forEach(ServerLane::close);
        fixture.close();
    }

    @Test
    @Incident(71)
    void givenTheCadence_whenStarted_thenTheServersTicksAreSpreadOverIt() {
        for (int i = 0; i < 3; i++) {
            ManualPause pause = tickPause(i);
            Await.until("the loop waits", pause::isWaiting);
        }
        assertThat(tickPause(1).lastAskedNanos() - tickPause(0).lastAskedNanos())
                .isEqualTo(Duration.ofSeconds(20 - 60).toNanos());
        assertThat(tickPause(2).lastAskedNanos() - tickPause(1).lastAskedNanos())
                .isEqualTo(Duration.ofSeconds(20).toNanos());
    }

    @Test
    @Incident({50, 64, 65})
    void givenALaneThatHangs_whenTheOthersTurnsCome_thenTheyPassAndTheHungOneIsFreedAtItsDeadline() {
        SimulatedServer hung = fixture.fleet.servers().getFirst();
        CollectorFixture.hang(hung);
        tickPause(0).release();
        Await.until("the statement hangs", () -> !hung.faults().held().isEmpty());

        for (int round = 1; round <= 2; round++) {
            tick(1, round);
            tick(2, round);
        }
        assertThat(status(0).counts()).isEmpty();
        assertThat(hung.faults().held()).hasSize(1);

        fixture.pass(CollectorFixture.DEADLINE);
        Await.until("the loop is free", () -> count(0, PassOutcome.ABANDONED) == 1);
        tickPause(0).release();
        Await.until("its next turn", () -> count(0, PassOutcome.DEFERRED) == 1);
        assertThat(hung.judge().running()).isOne();

        hung.faults().release();
        Await.until("the body's end", () -> !lanes.all().getFirst().isBusy());
        tickPause(0).release();
        Await.until("a good pass", () -> good(0) == 1);
        assertThat(hung.judge().maximum()).isOne();
    }

    @Test
    @Incident({64, 70})
    void givenAServerThatIsGone_whenItsTurnComes_thenItFailsAndSaysSoAndTheOthersPass() {
        fixture.fleet.servers().getFirst().close();
        tickPause(0).release();
        Await.until("a failed pass", () -> count(0, PassOutcome.FAILED) == 1);

        tick(1, 1);

        assertThat(lanes.all().getFirst().status().state()).isEqualTo(State.UNREACHABLE);
        assertThat(lanes.all().get(1).status().state()).isEqualTo(State.FRESH);
    }

    private void tick(int lane, int good) {
        tickPause(lane).release();
        Await.until("pass " + good + " of lane " + lane, () -> good(lane) == good);
    }

    private long good(int lane) {
        return count(lane, PassOutcome.DONE) + count(lane, PassOutcome.EMPTY);
    }

    private ManualPause tickPause(int lane) {
        return pauses.get(2 * lane);
    }

    private LoopStatus status(int lane) {
        return lanes.all().get(lane).status().tick();
    }

    private long count(int lane, PassOutcome outcome) {
        return status(lane).counts().getOrDefault(outcome, 0L);
    }
}
