package io.tidegate.app.e2e;

import io.tidegate.core.gate.Admission;
import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.Gate;
import io.tidegate.core.gate.Gates;
import io.tidegate.core.gate.Holder;
import io.tidegate.core.gate.InstanceIdentity;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.gate.SessionIdentity;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** Ring 1 with {@link LoopScopedLease}. Thread-safe. */
final class LoopScopedGates implements Gates<String> {
    private final Map<String, Gate> gates = new ConcurrentHashMap<>();
    private volatile boolean admitting = true;

    @Override
    public Gate gate(String server) {
        return gates.computeIfAbsent(server, name -> new MutantGate());
    }

    @Override
    public void admitNothing() {
        admitting = false;
    }

    @Override
    public void recordHeldAtExit() {}

    private final class MutantGate implements Gate {
        private final AtomicReference<LoopScopedLease> held = new AtomicReference<>();

        @Override
        public Admission tryAcquire(Purpose purpose, String database) {
            if (!admitting) {
                return new Admission.ShuttingDown();
            }
            Holder holder = new Holder(purpose, database, Instant.now(), false);
            LoopScopedLease lease = new LoopScopedLease(held, holder);
            while (true) {
                if (held.compareAndSet(null, lease)) {
                    return new Admission.Granted(lease);
                }
                Optional<Holder> other = holder();
                if (other.isPresent()) {
                    return new Admission.Refused(other.get());
                }
            }
        }

        @Override
        public void instanceSeen(InstanceIdentity now) {}

        @Override
        public void seedUnknown(SessionIdentity session) {}

        @Override
        public void deferred(Purpose purpose, String database, DeferredBy by) {}

        @Override
        public Optional<Holder> holder() {
            return Optional.ofNullable(held.get()).map(LoopScopedLease::holder);
        }
    }
}
