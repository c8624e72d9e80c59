package io.tidegate.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.time.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random calls, legal and not, in and out of turn, on leases present and past: the gate and {@link GateReference} must agree
 * after each.
 *
 * <p>Seen to fail with: {@code Suspects.with} that lets the newer suspect replace an unproven one; {@code Stage.ASKED} that
 * leaves nothing; {@code seenByProbe} that takes any other start time for a restart; {@code provenByLock} that does not
 * look at what kept the suspect; {@code GatedLease.close} that asks the gate to end whatever it holds.
 */
class GateModelTest {
    private static final List<String> STEPS =
            List.of("asked", "granted", "released", "refused", "denied", "view", "operator");

    private final ManualTicker ticker = new ManualTicker();
    private final List<LeaseRow<String>> rows = new ArrayList<>();
    private final ServerGate<String> gate = GateFixtures.gate(rows::add, ticker);
    private final GateReference reference = new GateReference();
    private final List<Lease> leases = new ArrayList<>();
    private final List<InstanceIdentity> lives = new ArrayList<>();
    private final Map<String, Integer> reached = new HashMap<>();
    private int tries;
    private int nextSession = 51;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void givenAnyCalls_whenComparedWithTheTable_thenGateAgrees(long seed) {
        walk(seed, 2_000);
        assertThat(reached.keySet())
                .as("the walk reaches what it is about")
                .contains("free", "held", "held, must prove", "unknown", "two suspects", "proven", "not proven");
    }

    @Tag("proof")
    @ParameterizedTest
    @ValueSource(longs = {101, 102, 103, 104})
    void givenManyMoreCalls_whenComparedWithTheTable_thenGateAgrees(long seed) {
        walk(seed, 200_000);
    }

    private void walk(long seed, int steps) {
        Random random = new Random(seed);
        for (String name : List.of("SQL-1", "SQL-2")) {
            lives.add(new InstanceIdentity(name, GateFixtures.BOOT));
        }
        for (int i = 0; i < steps; i++) {
            int before = rows.size();
            String call = i % 250 == 249 ? restartAll() : step(random);
            assertSame("seed " + seed + ", step " + i + ", " + call);
            assertThat(rows.size() - before).as("rows for " + call).isLessThanOrEqualTo(1);
        }
        long closed = reference.leases.stream().filter(l -> l.closed).count();
        int refused = tries - reference.leases.size();
        assertThat(rows).as("each lease and each deferral is one row").hasSize((int) closed + refused);
    }

    private String step(Random random) {
        int kind = random.nextInt(100);
        if (kind < 25) {
            return acquire(random);
        } else if (kind < 60 && !leases.isEmpty()) {
            return tell(random, someLease(random));
        } else if (kind < 75 && !leases.isEmpty()) {
            int lease = someLease(random);
            leases.get(lease).close();
            reference.close(lease, ticker.readNanos());
            return "close " + lease;
        } else if (kind < 88 && !leases.isEmpty()) {
            return prove(random, someLease(random));
        }
        return world(random);
    }

    private String acquire(Random random) {
        tries++;
        Purpose purpose = random.nextBoolean() ? Purpose.TICK : Purpose.BACKFILL;
        Admission admission = gate.tryAcquire(purpose, "Sales");
        int expected = reference.tryAcquire();
        if (admission instanceof Admission.Granted granted) {
            assertThat(expected).isEqualTo(leases.size());
            leases.add(granted.lease());
        } else {
            assertThat(expected).as("refused").isEqualTo(-1);
            assertThat(rows.getLast().ending()).isEqualTo(LeaseEnding.DEFERRED);
        }
        return "tryAcquire";
    }

    /** Mostly the latest lease, with the step that comes next; sometimes any lease of the past, with any step. */
    private String tell(Random random, int lease) {
        boolean sensible = random.nextInt(4) > 0;
        String now = reference.leases.get(lease).stage;
        String what = sensible
                ? switch (now) {
                    case "nothing" -> random.nextInt(3) > 0 ? "asked" : random.nextBoolean() ? "view" : "operator";
                    case "asked" -> random.nextInt(3) > 0 ? "granted" : random.nextBoolean() ? "refused" : "denied";
                    case "denied" -> random.nextBoolean() ? "view" : "operator";
                    default -> "released";
                }
                : STEPS.get(random.nextInt(STEPS.size()));
        SessionIdentity session = GateFixtures.session(someLife(random), nextSession++);
        boolean legal = reference.tell(lease, what, session);
        if (legal) {
            apply(leases.get(lease), what, session);
        } else {
            assertThatThrownBy(() -> apply(leases.get(lease), what, session)).isInstanceOf(IllegalStateException.class);
        }
        return "tell " + lease + " " + what + " " + session;
    }

    private static void apply(Lease lease, String what, SessionIdentity session) {
        switch (what) {
            case "asked" -> lease.lockAsked(session);
            case "refused" -> lease.lockRefused();
            case "denied" -> lease.lockDenied();
            case "granted" -> lease.lockGranted();
            case "view" -> lease.sentUnproven(session, StandIn.VIEW);
            case "operator" -> lease.sentUnproven(session, StandIn.OPERATOR);
            default -> lease.released();
        }
    }

    private String prove(Random random, int lease) {
        InstanceIdentity on = someLife(random);
        boolean accepted;
        boolean expected;
        if (random.nextBoolean()) {
            Suspect suspect = reference.suspects.get(on);
            SessionIdentity gone = suspect == null || random.nextInt(4) == 0
                    ? GateFixtures.session(on, random.nextInt(60))
                    : suspect.session();
            expected = reference.sessionGone(lease, gone, on);
            accepted = leases.get(lease).provenBy(new Proof.SessionGone(gone, on));
        } else {
            expected = reference.graceOver(lease, on, ticker.readNanos());
            accepted = leases.get(lease).provenBy(new Proof.GraceOver(on));
        }
        reached.merge(accepted ? "proven" : "not proven", 1, Integer::sum);
        assertThat(accepted).as("proof on " + on).isEqualTo(expected);
        return "prove on " + on;
    }

    private String world(Random random) {
        InstanceIdentity some = someLife(random);
        int kind = random.nextInt(8);
        if (kind < 3) {
            gate.instanceSeen(some);
            reference.instanceSeen(some);
            return "instanceSeen " + some;
        } else if (kind < 5) {
            if (random.nextInt(5) == 0) {
                lives.add(GateFixtures.restarted(some));
            }
            return "restart of " + some;
        } else if (kind < 7) {
            ticker.advance(Duration.ofMinutes(random.nextInt(40)));
            return "time passes";
        }
        SessionIdentity intent = GateFixtures.session(some, nextSession++);
        gate.seedUnknown(intent);
        reference.seed(intent, ticker.readNanos());
        return "seed " + intent;
    }

    /** So that a walk gets back to free now and then. */
    private String restartAll() {
        for (String name : List.of("SQL-1", "SQL-2")) {
            InstanceIdentity after = lives.stream()
                    .filter(life -> life.serverName().equals(name))
                    .max(Comparator.comparing(InstanceIdentity::startedAt))
                    .map(GateFixtures::restarted)
                    .orElseThrow();
            lives.add(after);
            gate.instanceSeen(after);
            reference.instanceSeen(after);
        }
        return "restart of all";
    }

    private void assertSame(String step) {
        GateState state = gate.state();
        assertThat(new HashSet<>(state.suspects().all()))
                .as(step)
                .isEqualTo(new HashSet<>(reference.suspects.values()));
        boolean held = reference.holder >= 0;
        assertThat(gate.holder().isPresent()).as(step).isEqualTo(held);
        if (held) {
            GateState.Held now = (GateState.Held) state;
            assertThat(now.lease()).as(step).isSameAs(leases.get(reference.holder));
            reached.merge(now.suspects().isEmpty() ? "held" : "held, must prove", 1, Integer::sum);
        } else {
            boolean unknown = state instanceof GateState.Unknown;
            assertThat(unknown).as(step).isEqualTo(!reference.suspects.isEmpty());
            reached.merge(unknown ? "unknown" : "free", 1, Integer::sum);
        }
        if (reference.suspects.size() > 1) {
            reached.merge("two suspects", 1, Integer::sum);
        }
        for (int i = Math.max(0, leases.size() - 3); i < leases.size(); i++) {
            assertThat(leases.get(i).mayRunHeavy()).as(step).isEqualTo(reference.mayRunHeavy(i));
            InstanceIdentity newest = lives.getLast();
            assertThat(leases.get(i).suspectOn(newest).orElse(null)).as(step).isEqualTo(reference.suspectOn(i, newest));
        }
    }

    private int someLease(Random random) {
        return random.nextInt(3) > 0 ? leases.size() - 1 : random.nextInt(leases.size());
    }

    /** One of the latest lives: a reading may be old. */
    private InstanceIdentity someLife(Random random) {
        return lives.get(Math.max(0, lives.size() - 1 - random.nextInt(3)));
    }
}
