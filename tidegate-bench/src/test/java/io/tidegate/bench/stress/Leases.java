package io.tidegate.bench.stress;

import io.tidegate.core.gate.Admission;
import io.tidegate.core.gate.Gate;
import io.tidegate.core.gate.GateRegistry;
import io.tidegate.core.gate.InstanceIdentity;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.gate.SessionIdentity;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.concurrent.atomic.AtomicInteger;

/** A gate with one lease out, and the count of the rows it journals. */
final class Leases {
    static final InstanceIdentity INSTANCE = new InstanceIdentity("SQL-1", LocalDateTime.parse("2026-10-01T03:00:00"));
    static final SessionIdentity SESSION = new SessionIdentity(INSTANCE, 51, INSTANCE.startedAt());

    final AtomicInteger rows = new AtomicInteger();
    final Gate gate = new GateRegistry<String>("node", row -> rows.incrementAndGet(), () -> Instant.EPOCH, () -> 0)
            .gate("server");
    final Lease lease = take(gate);

    static Lease take(Gate gate) {
        if (gate.tryAcquire(Purpose.TICK, "Sales") instanceof Admission.Granted granted) {
            return granted.lease();
        }
        throw new IllegalStateException("refused");
    }

    boolean takes() {
        return gate.tryAcquire(Purpose.BACKFILL, "Sales") instanceof Admission.Granted;
    }

    int held() {
        return gate.holder().isPresent() ? 1 : 0;
    }
}
