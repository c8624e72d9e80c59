package io.tidegate.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.gate.ProtocolActor.Rights;
import io.tidegate.core.time.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Three callers that keep to the protocol, against a server that may lose answers, run on, restart and fail over: laws ONE
 * and TRUE-END are judged at the victim.
 *
 * <p>Seen to fail with: {@code Stage.GRANTED} that leaves nothing (TRUE-END); {@code Suspects.with} that forgets suspects of
 * other instances (ONE, after failing back, for {@code NEITHER}); {@code Suspects.seenByProbe} that takes any other start
 * time for a restart (late readings); a grace of zero.
 */
class GateProtocolTest {
    private final ManualTicker ticker = new ManualTicker();
    private final Victim victim = new Victim();
    private final ServerGate<String> gate = GateFixtures.gate(row -> {}, ticker);
    private final List<ProtocolActor> actors = new ArrayList<>();
    private final List<InstanceIdentity> readings = new ArrayList<>();
    private final Map<Rights, Integer> runs = new EnumMap<>(Rights.class);

    @ParameterizedTest
    @EnumSource(Rights.class)
    void givenFaultsAnywhere_whenCallersKeepToTheProtocol_thenOneAtATimeAndNeverClosedForGood(Rights rights) {
        for (int seed = 1; seed <= 20; seed++) {
            storm(rights, seed, 2_000);
        }
    }

    @Tag("proof")
    @ParameterizedTest
    @EnumSource(Rights.class)
    void givenManyMoreFaults_whenCallersKeepToTheProtocol_thenOneAtATimeAndNeverClosedForGood(Rights rights) {
        for (int seed = 101; seed <= 104; seed++) {
            storm(rights, seed, 300_000);
        }
    }

    private void storm(Rights rights, int seed, int moves) {
        Random random = new Random(seed);
        for (Purpose purpose : Purpose.values()) {
            actors.add(new ProtocolActor(gate, victim, purpose, rights, true));
        }
        for (int i = 0; i < moves; i++) {
            String what = move(random);
            String where = rights + ", seed " + seed + ", move " + i + ", " + what;
            assertThat(victim.heavyOn("SQL-1")).as("ONE: %s", where).isLessThanOrEqualTo(1);
            assertThat(victim.heavyOn("SQL-2")).as("ONE: %s", where).isLessThanOrEqualTo(1);
            if (gate.state() instanceof GateState.Free) {
                assertThat(victim.heavyAnywhere()).as("TRUE-END: %s", where).isZero();
            }
        }
        int heavy = actors.stream().mapToInt(a -> a.heavyRuns).sum();
        assertThat(heavy)
                .as("the storm gets through: %s, seed %s", rights, seed)
                .isGreaterThan(moves / 200);
        runs.merge(rights, heavy, Integer::sum);
        drain(random);
        assertGateOpensAgain(rights, random);
    }

    private String move(Random random) {
        int kind = random.nextInt(100);
        if (kind < 70) {
            actors.get(random.nextInt(actors.size())).move(random);
            return "a caller";
        } else if (kind < 90) {
            victim.somethingEnds(random);
            return "the server";
        } else if (kind < 94) {
            readings.add(victim.primary());
            gate.instanceSeen(readings.get(Math.max(0, readings.size() - 1 - random.nextInt(3))));
            return "a probe, perhaps late";
        } else if (kind < 95) {
            victim.restart(random.nextInt(2));
            return "a restart";
        } else if (kind < 97) {
            victim.failOver();
            return "a failover";
        }
        if (random.nextInt(4) == 0) {
            victim.everythingLeftBehindEnds();
            ticker.advance(ServerGate.GRACE);
        } else {
            ticker.advance(Duration.ofMinutes(2));
        }
        return "time";
    }

    /** Everybody comes to an end. */
    private void drain(Random random) {
        for (ProtocolActor actor : actors) {
            while (!actor.isIdle()) {
                actor.move(random);
            }
        }
        actors.clear();
        victim.everythingLeftBehindEnds();
        ticker.advance(ServerGate.GRACE);
    }

    private void assertGateOpensAgain(Rights rights, Random random) {
        ProtocolActor last = new ProtocolActor(gate, victim, Purpose.TICK, rights, false);
        for (int i = 0; i < 50 && last.heavyRuns == 0; i++) {
            last.move(random);
        }
        assertThat(last.heavyRuns).as("not closed for good, %s", rights).isEqualTo(1);
        while (!last.isIdle()) {
            last.move(random);
        }
    }
}
