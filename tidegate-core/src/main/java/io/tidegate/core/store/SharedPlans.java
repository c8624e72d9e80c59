package io.tidegate.core.store;

import io.tidegate.core.model.PlanIdentity;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the numbers of some plans mean in two epochs of one database. Immutable. Numbers ascend within a life and are given once
 * there, and an image of a database is a prefix of its life. So a plan that both epochs know by the same identity was made before
 * they parted, and with it every plan that has a lower number. A plan that is in none of the sets may mean anything.
 *
 * @param same mean the same plan in both, and both know it
 * @param other mean another plan in each
 * @param awaited would mean the same, but the earlier epoch knows nothing of it yet, and the later one lacks its text or plan
 */
public record SharedPlans(Set<Long> same, Set<Long> other, Set<Long> awaited) {
    /** Copies. */
    public SharedPlans {
        same = Set.copyOf(same);
        other = Set.copyOf(other);
        awaited = Set.copyOf(awaited);
    }

    /**
     * Compares.
     *
     * @param planIds which plans
     * @param newestShared highest number of a plan that both epochs know by the same identity; 0 when there is none
     * @param later what the later epoch knows of these plans
     * @param whole those of which the later epoch has text and plan, or knows that there is none
     * @param earlier what the earlier epoch knows of these plans
     * @return what they mean; of those that are the same, what the earlier one lacks is to be given to it
     */
    public static SharedPlans compare(
            Set<Long> planIds,
            long newestShared,
            Map<Long, PlanIdentity> later,
            Set<Long> whole,
            Map<Long, PlanIdentity> earlier) {
        Set<Long> same = new HashSet<>();
        Set<Long> other = new HashSet<>();
        Set<Long> awaited = new HashSet<>();
        for (long plan : planIds) {
            PlanIdentity here = later.get(plan);
            PlanIdentity there = earlier.get(plan);
            boolean isBefore = plan < newestShared;
            if (here != null && there != null) {
                (isSame(here, there) ? same : other).add(plan);
            } else if (isBefore && there != null) {
                same.add(plan);
            } else if (isBefore && here != null) {
                (whole.contains(plan) ? same : awaited).add(plan);
            }
        }
        return new SharedPlans(same, other, awaited);
    }

    /**
     * Whether two identities are of one plan: whether it is forced may differ.
     *
     * @param one as an epoch knows it
     * @param other as another epoch knows it
     * @return true when all else agrees
     */
    public static boolean isSame(PlanIdentity one, PlanIdentity other) {
        return one.planId() == other.planId()
                && one.queryId() == other.queryId()
                && one.queryTextId() == other.queryTextId()
                && one.contextSettingsId() == other.contextSettingsId()
                && one.objectId() == other.objectId()
                && one.queryHash() == other.queryHash()
                && one.planHash() == other.planHash()
                && one.initialCompileTicks() == other.initialCompileTicks();
    }

    /**
     * Whether a plan is in one of the sets.
     *
     * @param planId plan_id
     * @return false when nothing is known of what it means
     */
    public boolean tells(long planId) {
        return same.contains(planId) || other.contains(planId) || awaited.contains(planId);
    }
}
