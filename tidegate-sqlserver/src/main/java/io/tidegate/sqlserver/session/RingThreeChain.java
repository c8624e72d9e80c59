package io.tidegate.sqlserver.session;

import io.tidegate.core.gate.Lease;
import java.util.List;

/** Tries ways into ring 3 in order, until one is not impossible. Immutable, thread-safe. */
public final class RingThreeChain implements RingThree {
    private final List<RingThree> ways;

    /**
     * Makes a chain.
     *
     * @param ways in order, at least one
     */
    public RingThreeChain(List<RingThree> ways) {
        if (ways.isEmpty()) {
            throw new IllegalArgumentException("ways must not be empty");
        }
        this.ways = List.copyOf(ways);
    }

    /**
     * The product's ring 3: the lock; where it cannot be taken the view; where that cannot be read the operator's word.
     *
     * @param intents where unproven intents are stored
     * @return the chain
     */
    public static RingThree standard(UnprovenIntents intents) {
        return new RingThreeChain(List.of(new ApplicationLock(), new ViewStandIn(), new OperatorAllows(intents)));
    }

    @Override
    public Entry enter(OpenedSession session, Lease lease) {
        StringBuilder why = new StringBuilder();
        String grant = "";
        for (RingThree way : ways) {
            Entry entry = way.enter(session, lease);
            if (!(entry instanceof Entry.Impossible impossible)) {
                return entry;
            }
            why.append(why.isEmpty() ? "" : "; ").append(impossible.why());
            grant = grant.isEmpty() ? impossible.grant() : grant;
        }
        return new Entry.Impossible(why.toString(), grant);
    }
}
