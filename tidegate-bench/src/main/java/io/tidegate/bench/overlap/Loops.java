package io.tidegate.bench.overlap;

import io.tidegate.core.gate.Admission;
import io.tidegate.core.gate.GateRegistry;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.step.AbandonableStep;
import io.tidegate.core.step.AbandonedSteps;
import io.tidegate.core.step.StepContext;
import io.tidegate.core.step.StepRun;
import io.tidegate.core.step.StepTools;
import io.tidegate.core.time.ScheduledDeadlines;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.HeavyEntry;
import io.tidegate.sqlserver.session.HeavySessions;
import io.tidegate.sqlserver.session.ReadLimits;
import io.tidegate.sqlserver.session.RingThree;
import io.tidegate.sqlserver.session.RingThreeChain;
import io.tidegate.sqlserver.session.SessionLimits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/**
 * The two loops of one process on one server, turn by turn as the script wants it. Without the gate, ring 1 is freed at the
 * end of each turn, whatever still runs, and ring 3 and its guard are off. Confined to one thread.
 */
final class Loops implements AutoCloseable {
    static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final StatsRange WHOLE = new StatsRange(1, 1L << 40, false, null);

    private final ServerTarget target;
    private final boolean gated;
    private final long statementBytes;
    private final ScheduledDeadlines timers = new ScheduledDeadlines("deadlines", fault -> {});
    private final ScriptedDeadlines deadlines = new ScriptedDeadlines();
    private final HeavySessions sessions;
    private final StepTools steps;
    private GateRegistry<String> gates = freshGates();

    /** With the gate or without; a statement reads so many bytes by the reader's own count, if nothing stops it. */
    Loops(ServerTarget target, boolean gated, long statementBytes) {
        this.target = target;
        this.gated = gated;
        this.statementBytes = statementBytes;
        ThreadFactory virtual = Thread.ofVirtual().factory();
        RingThree ring = gated ? RingThreeChain.standard((server, session) -> {}) : new UnguardedRing();
        SessionLimits limits = new SessionLimits(
                SessionLimits.LITE.login(), SessionLimits.LITE.lightStatement(), DEADLINE.multipliedBy(2));
        sessions = new HeavySessions(
                new DriverConnections(), ring, limits, timers, virtual, SystemTicker.INSTANCE, "bench");
        steps = new StepTools(virtual, deadlines, SystemTicker.INSTANCE, late -> {}, new AbandonedSteps());
    }

    private static GateRegistry<String> freshGates() {
        return new GateRegistry<>("bench", row -> {}, InstantSource.system(), SystemTicker.INSTANCE);
    }

    /** A turn of a loop: asks for the lease, and begins its read in a step. Empty when the lease is refused. */
    Optional<StepRun<Long>> begin(Purpose purpose, String database) {
        return switch (gates.gate(target.name()).tryAcquire(purpose, database)) {
            case Admission.Granted granted -> {
                Lease lease = granted.lease();
                AbandonableStep step = new AbandonableStep(target.name() + "/" + purpose, steps);
                yield Optional.of(step.start(lease, DEADLINE, context -> read(database, lease, context)));
            }
            case Admission.Refused refused -> Optional.empty();
            case Admission.ShuttingDown down -> Optional.empty();
        };
    }

    private Long read(String database, Lease lease, StepContext context) {
        if (!(sessions.open(target, database, lease, context) instanceof HeavyEntry.Entered entered)) {
            return 0L;
        }
        try (var session = entered.session()) {
            ReadLimits limits = new ReadLimits(Integer.MAX_VALUE, statementBytes, DEADLINE);
            return new RuntimeStatsReader(StoreColumns.OF_2022)
                    .read(session, database, WHOLE, limits, row -> {})
                    .end()
                    .rows();
        }
    }

    /** The deadline of what runs passes, its loop goes on, and its turn ends. */
    void passDeadline(StepRun<Long> run) {
        deadlines.pass(DEADLINE);
        run.await();
        if (!gated) {
            gates = freshGates();
        }
    }

    @Override
    public void close() {
        timers.close();
    }
}
