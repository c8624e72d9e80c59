package io.tidegate.app.e2e;

import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.Holder;
import io.tidegate.core.gate.InstanceIdentity;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.LeaseMeter;
import io.tidegate.core.gate.Proof;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.gate.StandIn;
import io.tidegate.core.gate.Suspect;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The mutant: a lease that ends with its loop's iteration, whether or not the statement has ended. Thread-safe. */
final class LoopScopedLease implements Lease {
    private final AtomicReference<LoopScopedLease> gate;
    private final Holder holder;
    private final LeaseMeter meter = Lease.UNGATED.meter();

    LoopScopedLease(AtomicReference<LoopScopedLease> gate, Holder holder) {
        this.gate = gate;
        this.holder = holder;
    }

    Holder holder() {
        return holder;
    }

    @Override
    public void abandoned() {
        close();
    }

    @Override
    public void close() {
        gate.compareAndSet(this, null);
    }

    @Override
    public boolean mayRunHeavy() {
        return true;
    }

    @Override
    public Optional<Suspect> suspectOn(InstanceIdentity here) {
        return Optional.empty();
    }

    @Override
    public boolean provenBy(Proof proof) {
        return true;
    }

    @Override
    public LeaseMeter meter() {
        return meter;
    }

    @Override
    public void lockAsked(SessionIdentity session) {}

    @Override
    public void lockRefused() {}

    @Override
    public void lockDenied() {}

    @Override
    public void lockGranted() {}

    @Override
    public void sentUnproven(SessionIdentity session, StandIn by) {}

    @Override
    public void released() {}

    @Override
    public void deferredBy(DeferredBy by) {}
}
