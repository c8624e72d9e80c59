package io.sqlserversim.querystore.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody decided about single queries and plans of a store, by the procedures. Immutable; times in {@link Ticks}.
 *
 * @param forced plans by query slot
 * @param hints in the order of their ids
 * @param removedQueries when, by query slot
 * @param removedPlans when, by plan slot
 * @param resets when, by plan slot: what ended before is no longer shown
 */
public record Interventions(
        Map<Integer, Forcing> forced,
        List<Hint> hints,
        Map<Integer, Long> removedQueries,
        Map<Integer, Long> removedPlans,
        Map<Integer, Long> resets) {
    /** None. */
    public static final Interventions NONE = new Interventions(Map.of(), List.of(), Map.of(), Map.of(), Map.of());

    /**
     * A forced plan.
     *
     * @param plan slot
     * @param at since when
     * @param failures how often forcing failed
     * @param reason error number of the last failure; 0 for none
     */
    public record Forcing(int plan, long at, long failures, int reason) {}

    /**
     * A hint.
     *
     * @param id for {@code query_hint_id}
     * @param query slot
     * @param text e.g. {@code OPTION (MAXDOP 1)}
     */
    public record Hint(long id, int query, String text) {}

    /** Copies all. */
    public Interventions {
        forced = Map.copyOf(forced);
        hints = List.copyOf(hints);
        removedQueries = Map.copyOf(removedQueries);
        removedPlans = Map.copyOf(removedPlans);
        resets = Map.copyOf(resets);
    }

    boolean isEmpty() {
        return removedQueries.isEmpty() && removedPlans.isEmpty() && resets.isEmpty();
    }

    /**
     * With a plan forced, or not any more.
     *
     * @param query slot
     * @param forcing null for none
     * @return a copy
     */
    public Interventions force(int query, @Nullable Forcing forcing) {
        Map<Integer, Forcing> more = new HashMap<>(forced);
        if (forcing == null) {
            more.remove(query);
        } else {
            more.put(query, forcing);
        }
        return new Interventions(more, hints, removedQueries, removedPlans, resets);
    }

    /**
     * With a hint in place of the query's, or without.
     *
     * @param query slot
     * @param text null for none
     * @return a copy
     */
    public Interventions hint(int query, @Nullable String text) {
        List<Hint> more = new ArrayList<>(hints);
        more.removeIf(hint -> hint.query() == query);
        if (text != null) {
            more.add(new Hint(hints.stream().mapToLong(Hint::id).max().orElse(0) + 1, query, text));
        }
        return new Interventions(forced, more, removedQueries, removedPlans, resets);
    }

    /**
     * Without a query.
     *
     * @param query slot
     * @param at when
     * @return a copy
     */
    public Interventions removeQuery(int query, long at) {
        return new Interventions(forced, hints, with(removedQueries, query, at), removedPlans, resets);
    }

    /**
     * Without a plan.
     *
     * @param plan slot
     * @param at when
     * @return a copy
     */
    public Interventions removePlan(int plan, long at) {
        return new Interventions(forced, hints, removedQueries, with(removedPlans, plan, at), resets);
    }

    /**
     * Without what a plan's executions cost so far.
     *
     * @param plan slot
     * @param at when
     * @return a copy
     */
    public Interventions reset(int plan, long at) {
        return new Interventions(forced, hints, removedQueries, removedPlans, with(resets, plan, at));
    }

    private static Map<Integer, Long> with(Map<Integer, Long> all, int slot, long at) {
        Map<Integer, Long> more = new HashMap<>(all);
        more.put(slot, at);
        return more;
    }
}
