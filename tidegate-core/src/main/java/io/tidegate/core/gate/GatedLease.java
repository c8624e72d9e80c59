package io.tidegate.core.gate;

import io.tidegate.core.gate.Progress.Stage;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A lease of a {@link ServerGate}. Its progress is one atomic reference; close swaps it out, so only one close finds it. */
final class GatedLease implements Lease {
    final Purpose purpose;
    final String database;
    final Instant since;
    private final ServerGate<?> gate;
    private final LeaseMeter meter = new LeaseMeter();
    private final AtomicReference<Progress> progress = new AtomicReference<>(Progress.NOTHING);
    private volatile boolean abandoned;
    private volatile boolean isByOperator;
    private volatile @Nullable DeferredBy deferredBy;

    GatedLease(ServerGate<?> gate, Purpose purpose, String database, Instant since) {
        this.gate = gate;
        this.purpose = purpose;
        this.database = database;
        this.since = since;
    }

    @Override
    public Optional<Suspect> suspectOn(InstanceIdentity here) {
        return gate.seenBySession(this, here).flatMap(suspects -> suspects.on(here));
    }

    @Override
    public void lockAsked(SessionIdentity session) {
        step(EnumSet.of(Stage.NOTHING), new Progress(Stage.ASKED, session));
        gate.seenBySession(this, session.instance());
    }

    @Override
    public void lockRefused() {
        step(EnumSet.of(Stage.ASKED), Stage.REFUSED);
        if (deferredBy == null) {
            deferredBy = new DeferredBy(DeferredBy.Kind.LOCK, "", null);
        }
    }

    @Override
    public void lockDenied() {
        step(EnumSet.of(Stage.ASKED), Stage.DENIED);
    }

    @Override
    public void lockGranted() {
        Progress granted = step(EnumSet.of(Stage.ASKED), Stage.GRANTED);
        gate.provenByLock(this, instanceOf(granted));
    }

    @Override
    public void sentUnproven(SessionIdentity session, StandIn by) {
        if (suspectOn(session.instance()).isPresent()) {
            throw new IllegalStateException("a suspect binds " + session.instance());
        }
        Stage stage = switch (by) {
            case VIEW -> Stage.SENT_BY_VIEW;
            case OPERATOR -> Stage.SENT_BY_OPERATOR;
        };
        step(EnumSet.of(Stage.NOTHING, Stage.DENIED), new Progress(stage, session));
        isByOperator = by == StandIn.OPERATOR;
    }

    @Override
    public boolean provenBy(Proof proof) {
        return gate.provenBy(this, proof);
    }

    @Override
    public boolean mayRunHeavy() {
        Progress now = progress.get();
        return now.stage().mayRunHeavy()
                && gate.suspectsOf(this)
                        .map(s -> s.on(instanceOf(now)).isEmpty())
                        .orElse(false);
    }

    @Override
    public void released() {
        step(EnumSet.of(Stage.GRANTED, Stage.SENT_BY_VIEW, Stage.SENT_BY_OPERATOR), Stage.RELEASED);
    }

    @Override
    public void deferredBy(DeferredBy by) {
        deferredBy = by;
    }

    @Override
    public void abandoned() {
        abandoned = true;
    }

    @Override
    public LeaseMeter meter() {
        return meter;
    }

    @Override
    public void close() {
        Progress last = progress.getAndSet(Progress.CLOSED);
        if (last.stage() != Stage.CLOSED) {
            gate.end(this, last);
        }
    }

    Holder holder() {
        return new Holder(purpose, database, since, abandoned);
    }

    boolean isAbandoned() {
        return abandoned;
    }

    /** Whether its session ran, or runs, by the operator's word, with a stored intent. */
    boolean isByOperator() {
        return isByOperator;
    }

    Progress progress() {
        return progress.get();
    }

    @Nullable
    DeferredBy whoDeferred() {
        return deferredBy;
    }

    private Progress step(EnumSet<Stage> from, Stage to) {
        return step(from, progress.get().at(to));
    }

    private Progress step(EnumSet<Stage> from, Progress next) {
        Progress now = progress.get();
        if (!from.contains(now.stage()) || !progress.compareAndSet(now, next)) {
            throw new IllegalStateException("told " + next.stage() + ", but the lease is at "
                    + progress.get().stage());
        }
        return next;
    }

    private static InstanceIdentity instanceOf(Progress named) {
        SessionIdentity session = named.session();
        if (session == null) {
            throw new IllegalStateException("no session was named");
        }
        return session.instance();
    }
}
