package io.sqlserversim.querystore.history;

import java.util.ArrayList;
import java.util.List;

/**
 * What a store is beside its history. Immutable.
 *
 * @param groups replica groups other than the local one, by id
 * @param provisionalIds whether what has not been written yet shows negative ids, as on readable secondaries
 * @param interventions what was decided about single queries and plans
 */
public record Traits(List<ReplicaGroup> groups, boolean provisionalIds, Interventions interventions) {
    /** Alone, with final ids from the beginning. */
    public static final Traits PLAIN = new Traits(List.of(), false, Interventions.NONE);

    /** Copies the list. */
    public Traits {
        groups = List.copyOf(groups);
    }

    /**
     * With a replica group, in place of one with its id.
     *
     * @param group the group
     * @return a copy
     */
    public Traits with(ReplicaGroup group) {
        List<ReplicaGroup> more = new ArrayList<>(groups);
        more.removeIf(other -> other.id() == group.id());
        more.add(group);
        more.sort((one, other) -> Long.compare(one.id(), other.id()));
        return new Traits(more, provisionalIds, interventions);
    }

    /**
     * With or without provisional ids.
     *
     * @param shown whether they are shown
     * @return a copy
     */
    public Traits provisional(boolean shown) {
        return new Traits(groups, shown, interventions);
    }

    /**
     * With other interventions.
     *
     * @param changed what was decided
     * @return a copy
     */
    public Traits with(Interventions changed) {
        return new Traits(groups, provisionalIds, changed);
    }
}
