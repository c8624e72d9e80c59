package io.tidegate.bench.overlap.day;

import io.sqlserversim.fault.HeldStatement;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.locks.LockEntry;
import io.tidegate.core.gate.Gate;
import io.tidegate.core.gate.Holder;
import java.util.List;
import java.util.Optional;

/** One server and its gate, looked at. Immutable; what it looks at moves. */
record Site(SimulatedServer server, Gate gate) {
    private static final long TICK_NANOS = 100; // a server's clock shows whole ones, rounded down

    /**
     * What was seen at one look. Immutable.
     *
     * @param isStill no statement runs at the server but those that stand still until the clock shows an instant, and no
     *     session has a lock without such a statement
     * @param waitingBodies bodies of steps that wait for such a statement: 0 or 1
     * @param waitingLoops loops that wait for such a body: 0 or 1
     */
    record Look(boolean isStill, int waitingBodies, int waitingLoops) {}

    /**
     * Looks. What is found standing still was and will be, since only the clock makes it go on; what moves may be anywhere
     * else at the next look.
     */
    Look look() {
        Optional<Holder> holder = gate.holder();
        List<HeldStatement> held = server.faults().held();
        long running = server.instance().sessions().all().stream()
                .filter(session -> session.running() != null)
                .count();
        boolean allParked = held.stream().allMatch(HeldStatement::isParked);
        boolean isLocked = server.locks().snapshot().stream().anyMatch(LockEntry::granted);
        boolean isStill = allParked && running == held.size() && !(held.isEmpty() && isLocked);
        boolean waits = isStill
                && holder.isPresent()
                && held.stream()
                        .anyMatch(one -> one.since()
                                .plusNanos(TICK_NANOS)
                                .isAfter(holder.get().since()));
        boolean loopWaits = waits && !holder.orElseThrow().abandoned();
        return new Look(isStill, waits ? 1 : 0, loopWaits ? 1 : 0);
    }

    @Override
    public String toString() {
        return server.name() + ": held " + server.faults().held().size() + ", gate "
                + gate.holder().map(Holder::toString).orElse("free");
    }
}
