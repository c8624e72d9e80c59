package io.tidegate.sqlserver.session;

import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.StandIn;

/**
 * Ring 3 where nothing can be proven and the operator allows it ({@code allowUnproven}): law ONE is not guaranteed there.
 * Immutable, thread-safe.
 */
public final class OperatorAllows implements RingThree {
    private final UnprovenIntents intents;

    /**
     * Makes the ring.
     *
     * @param intents where the intent is stored before anything is sent
     */
    public OperatorAllows(UnprovenIntents intents) {
        this.intents = intents;
    }

    @Override
    public Entry enter(OpenedSession session, Lease lease) {
        if (!session.target().allowUnproven()) {
            return new Entry.Impossible(session.target().name() + ": allowUnproven is not set", "");
        }
        if (!SuspectProofs.allProven(session, lease)) {
            return new Entry.Refused(SuspectProofs.inTheWay(session, lease));
        }
        intents.store(session.target().name(), session.identity());
        lease.sentUnproven(session.identity(), StandIn.OPERATOR);
        return new Entry.Entered(new LastWordHold(session, lease));
    }
}
