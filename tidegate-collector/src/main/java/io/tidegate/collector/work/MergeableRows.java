package io.tidegate.collector.work;

import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.SharedPlans;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What of the rows that the source has of an interval may be merged into it. Of an inherited one those whose plan means the
 * same where the interval is held, and those of plans that it has already, as long as nothing says that they mean another one:
 * the number of any other may have been given since. Immutable.
 *
 * @param rows to be merged
 * @param isWhole whether these are all
 * @param isAwaited whether some of the others can be merged once their plans and texts have been fetched
 */
record MergeableRows(List<StatsRow> rows, boolean isWhole, boolean isAwaited) {
    /** Of an interval that need not be read again. */
    static final MergeableRows NONE = new MergeableRows(List.of(), true, false);

    /**
     * Plans of some rows of which the source must be asked before it can be said what may be merged: all, or, of an inherited
     * interval, those of which nothing is known. Blocks for the store when it is inherited.
     */
    static Set<Long> untold(CollectorStore store, HeldInterval one, List<StatsRow> rows) {
        Set<Long> plans = plans(rows);
        if (!one.isInherited() || plans.isEmpty()) {
            return plans;
        }
        SharedPlans shared = store.sharePlans(one.epoch(), one.owner(), plans);
        return plans.stream().filter(plan -> !shared.tells(plan)).collect(Collectors.toSet());
    }

    /** By what both epochs know now, of which the owner is given what it lacks. Blocks for the store when it is inherited. */
    static MergeableRows of(CollectorStore store, HeldInterval one, List<StatsRow> all) {
        if (!one.isInherited() || all.isEmpty()) {
            return new MergeableRows(all, true, false);
        }
        SharedPlans shared = store.sharePlans(one.epoch(), one.owner(), plans(all));
        Set<Long> inside =
                store
                        .storedAmounts(
                                one.owner(),
                                one.entry().kind(),
                                one.entry().interval().id())
                        .keySet()
                        .stream()
                        .map(StatsKey::planId)
                        .collect(Collectors.toSet());
        List<StatsRow> some = all.stream()
                .filter(row -> {
                    long plan = row.key().planId();
                    return shared.same().contains(plan)
                            || (inside.contains(plan) && !shared.other().contains(plan));
                })
                .toList();
        return new MergeableRows(
                some, some.size() == all.size(), !shared.awaited().isEmpty());
    }

    private static Set<Long> plans(List<StatsRow> rows) {
        return rows.stream().map(row -> row.key().planId()).collect(Collectors.toSet());
    }
}
