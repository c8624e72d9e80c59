package io.tidegate.collector.work;

import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.sqlserver.read.IdentityReader;
import io.tidegate.sqlserver.session.HeavySession;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Identities of the plans of rows that come in by another way than a band, as far as the epoch has none: what the source has
 * of them, and what it has no more. Immutable.
 *
 * @param found to be stored once the witnesses have agreed behind the reading
 * @param lost plans that the source has no more
 * @param isComplete false when the reading was cut: nothing is concluded of the rest then
 */
record LateIdentities(List<PlanIdentity> found, Set<Long> lost, boolean isComplete) {
    private static final int AT_ONCE = 500;
    private static final LateIdentities NONE = new LateIdentities(List.of(), Set.of(), true);

    /** Asks the store what it lacks, and the source for that. Blocks for both, as a heavy read does. */
    static LateIdentities ofPlans(
            CollectorStore store,
            SeriesKey series,
            String database,
            HeavySession session,
            Slice slice,
            Set<Long> planIds) {
        List<Long> missing = planIds.isEmpty() ? List.of() : store.unidentifiedPlans(series, planIds);
        if (missing.isEmpty()) {
            return NONE;
        }
        SourceWitnesses source = new SourceWitnesses(session, database, slice);
        Set<Long> lost = new TreeSet<>(missing);
        List<PlanIdentity> found = new ArrayList<>();
        for (int from = 0; from < missing.size(); from += AT_ONCE) {
            List<Long> some = missing.subList(from, Math.min(missing.size(), from + AT_ONCE));
            IdentityReader.Identities came = IdentityReader.identities(session, database, some, source.room(some));
            slice.meter().count(came.end().rows(), came.end().bytes());
            found.addAll(came.found());
            came.found().forEach(identity -> lost.remove(identity.planId()));
            if (!came.end().isComplete()) {
                return new LateIdentities(found, Set.of(), false);
            }
        }
        return new LateIdentities(found, lost, true);
    }

    /** Stores what was found. Blocks for the store. */
    void store(CollectorStore store, SeriesKey series) {
        if (!found.isEmpty()) {
            store.identify(series, found);
        }
    }

    /**
     * Flags an interval that has got rows of plans that the source has no more. An inherited one gets none of these. Blocks for
     * the store.
     */
    void flagLost(CollectorStore store, HeldInterval one, Instant at) {
        if (!lost.isEmpty() && !one.isInherited()) {
            one.flag(store, Flag.IDENTITY_LOST, at);
        }
    }
}
