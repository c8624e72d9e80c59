package io.tidegate.core.gate;

import io.tidegate.core.gate.GateState.Held;
import io.tidegate.core.time.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Ring 1 for one monitored server: one compare-and-set over an immutable state. Thread-safe; nothing here blocks or parks.
 *
 * @param <K> the host's own server key
 */
public final class ServerGate<K> implements Gate {
    /** How long a suspect of an unproven read binds where nothing can prove its end. */
    public static final Duration GRACE = Duration.ofHours(1);

    private final LeaseRows<K> rows;
    private final Ticker ticker;
    private final BooleanSupplier admitting;
    private final AtomicReference<GateState> state = new AtomicReference<>(new GateState.Free());

    ServerGate(LeaseRows<K> rows, Ticker ticker, BooleanSupplier admitting) {
        this.rows = rows;
        this.ticker = ticker;
        this.admitting = admitting;
    }

    @Override
    public Admission tryAcquire(Purpose purpose, String database) {
        if (!admitting.getAsBoolean()) {
            return new Admission.ShuttingDown();
        }
        GatedLease lease = null;
        while (true) {
            GateState now = state.get();
            if (now instanceof Held held) {
                Holder holder = held.lease().holder();
                rows.deferred(purpose, database, DeferredBy.of(holder));
                return new Admission.Refused(holder);
            }
            if (lease == null) {
                lease = new GatedLease(this, purpose, database, rows.now());
            }
            if (state.compareAndSet(now, new Held(lease, now.suspects()))) {
                return new Admission.Granted(lease);
            }
        }
    }

    @Override
    public void instanceSeen(InstanceIdentity now) {
        update(s -> s.seenByProbe(now));
    }

    @Override
    public void seedUnknown(SessionIdentity session) {
        Suspect seeded = new Suspect(session, Suspect.Kept.BY_OPERATOR, ticker.readNanos());
        update(s -> s.with(seeded));
    }

    @Override
    public void deferred(Purpose purpose, String database, DeferredBy by) {
        rows.deferred(purpose, database, by);
    }

    @Override
    public Optional<Holder> holder() {
        return state.get() instanceof Held held ? Optional.of(held.lease().holder()) : Optional.empty();
    }

    /** Journals what is held while the process goes; the state stays. */
    void recordAtExit() {
        if (state.get() instanceof Held held) {
            rows.heldAtExit(held.lease());
        }
    }

    GateState state() {
        return state.get();
    }

    // ---- for its leases --------------------------------------------------------------------------------------------

    /** The suspects while this lease holds the gate; empty when it does not. */
    Optional<Suspects> suspectsOf(GatedLease lease) {
        return state.get() instanceof Held held && held.lease() == lease
                ? Optional.of(held.suspects())
                : Optional.empty();
    }

    Optional<Suspects> seenBySession(GatedLease lease, InstanceIdentity here) {
        return updateIfHeldBy(lease, s -> s.seenBySession(here));
    }

    void provenByLock(GatedLease lease, InstanceIdentity here) {
        updateIfHeldBy(
                lease,
                s -> s.on(here)
                        .filter(suspect -> suspect.kept() == Suspect.Kept.BY_LOCK)
                        .map(suspect -> s.without(here))
                        .orElse(s));
    }

    boolean provenBy(GatedLease lease, Proof proof) {
        long nowNanos = ticker.readNanos();
        return switch (proof) {
            case Proof.SessionGone gone ->
                ended(lease, gone.seenOn(), suspect -> suspect.session().equals(gone.suspect()));
            case Proof.GraceOver over ->
                ended(
                        lease,
                        over.instance(),
                        suspect -> suspect.kept() == Suspect.Kept.BY_OPERATOR
                                && nowNanos - suspect.sinceNanos() >= GRACE.toNanos());
        };
    }

    private boolean ended(GatedLease lease, InstanceIdentity here, Predicate<Suspect> proves) {
        return updateIfHeldBy(lease, s -> s.on(here).filter(proves).isPresent() ? s.without(here) : s)
                .map(left -> left.on(here).isEmpty())
                .orElse(false);
    }

    /** The one way out of Held. */
    void end(GatedLease lease, Progress last) {
        Optional<Suspect> left = last.leaves(ticker.readNanos());
        GateState before = state.getAndUpdate(now -> {
            if (!(now instanceof Held held) || held.lease() != lease) {
                return now;
            }
            return GateState.open(left.map(held.suspects()::with).orElse(held.suspects()));
        });
        SessionIdentity session = last.session();
        rows.ended(
                lease,
                last,
                session != null && before.suspects().on(session.instance()).isPresent());
        if (session != null && last.stage() == Progress.Stage.RELEASED && lease.isByOperator()) {
            rows.intentEnded(session);
        }
    }

    private void update(UnaryOperator<Suspects> change) {
        GateState before = state.getAndUpdate(now -> {
            Suspects next = change.apply(now.suspects());
            return now instanceof Held held ? new Held(held.lease(), next) : GateState.open(next);
        });
        tellEnded(before.suspects(), change.apply(before.suspects()));
    }

    /** Intents end with their suspects, whatever ended these. */
    private void tellEnded(Suspects before, Suspects after) {
        before.intentsEnded(after).forEach(rows::intentEnded);
    }

    /** What is suspected after the change; empty, and no change, when this lease does not hold the gate. */
    private Optional<Suspects> updateIfHeldBy(GatedLease lease, UnaryOperator<Suspects> change) {
        GateState before = state.getAndUpdate(now -> now instanceof Held held && held.lease() == lease
                ? new Held(lease, change.apply(held.suspects()))
                : now);
        if (!(before instanceof Held held) || held.lease() != lease) {
            return Optional.empty();
        }
        Suspects after = change.apply(held.suspects());
        tellEnded(held.suspects(), after);
        return Optional.of(after);
    }
}
