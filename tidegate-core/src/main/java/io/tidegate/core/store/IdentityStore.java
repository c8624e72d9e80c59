package io.tidegate.core.store;

import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.SeriesKey;
import java.util.List;
import java.util.Set;

/** Identities of plans: what a store has, lacks and takes. Thread-safe; blocks as {@link CollectorStore} does. */
public interface IdentityStore {
    /**
     * Plans that staged rows of the band refer to and whose identity this epoch has not.
     *
     * @param key which band
     * @return plan ids, ascending; positive ones only
     */
    List<Long> unidentifiedPlans(BandKey key);

    /**
     * Which of some plans have no identity in this epoch.
     *
     * @param series whose
     * @param planIds plan ids
     * @return of these the positive ones without identity, ascending
     */
    List<Long> unidentifiedPlans(SeriesKey series, Set<Long> planIds);

    /**
     * Stores identities of plans whose rows come in by another way than a band: in a peek, or in a later read of a held
     * interval. The first one stored for a plan stays.
     *
     * @param series whose
     * @param identities as the source has them; none does nothing
     */
    void identify(SeriesKey series, List<PlanIdentity> identities);

    /**
     * Whether numbers of plans mean in an earlier epoch what they mean in a later one, as {@link SharedPlans#compare} says. Of
     * those that do, what the earlier one lacks of identity, text and plan is given to it, in the same transaction.
     *
     * @param epoch the later one, which has asked the source for the plans
     * @param owner an earlier one of the same database
     * @param planIds plan ids
     * @return what they mean; nothing of those of which neither epoch knows
     */
    SharedPlans sharePlans(SeriesKey epoch, SeriesKey owner, Set<Long> planIds);
}
