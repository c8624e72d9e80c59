package io.tidegate.core.gate;

import java.util.Optional;

/** {@link Lease#UNGATED}. Immutable but for the meter, which nobody reads. */
enum UngatedLease implements Lease {
    INSTANCE;

    @Override
    public Optional<Suspect> suspectOn(InstanceIdentity here) {
        return Optional.empty();
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
    public boolean provenBy(Proof proof) {
        return true;
    }

    @Override
    public boolean mayRunHeavy() {
        return false;
    }

    @Override
    public void released() {}

    @Override
    public void deferredBy(DeferredBy by) {}

    @Override
    public void abandoned() {}

    @Override
    public LeaseMeter meter() {
        return new LeaseMeter();
    }

    @Override
    public void close() {}
}
