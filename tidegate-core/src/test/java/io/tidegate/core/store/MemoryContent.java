package io.tidegate.core.store;

import io.tidegate.core.model.Absence;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.Sentinel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Identities, texts and plans of one epoch. Confined to the store's lock. */
final class MemoryContent {
    private final TreeMap<Long, PlanIdentity> plans = new TreeMap<>();
    private final Map<Long, QueryText> texts = new HashMap<>();
    private final Map<Long, PlanXml> xml = new HashMap<>();

    void identify(List<PlanIdentity> identities) {
        identities.forEach(identity -> plans.putIfAbsent(identity.planId(), identity));
    }

    List<Long> unidentified(Collection<Long> planIds) {
        return planIds.stream()
                .filter(plan -> plan > 0 && !isIdentified(plan))
                .distinct()
                .sorted()
                .toList();
    }

    boolean isIdentified(long planId) {
        return plans.containsKey(planId);
    }

    PlanIdentity identity(long planId) {
        return plans.get(planId);
    }

    String text(long queryTextId) {
        QueryText text = texts.get(queryTextId);
        return text == null ? null : text.text();
    }

    List<Sentinel> sentinels(int newest, int oldest) {
        TreeSet<Long> ids = new TreeSet<>();
        plans.keySet().stream().limit(oldest).forEach(ids::add);
        plans.descendingKeySet().stream().limit(newest).forEach(ids::add);
        return ids.stream()
                .map(plans::get)
                .map(plan -> new Sentinel(plan.planId(), plan.planHash(), plan.initialCompileTicks()))
                .toList();
    }

    List<Long> missingTexts(int limit) {
        TreeSet<Long> ids = new TreeSet<>();
        plans.values().forEach(plan -> ids.add(plan.queryTextId()));
        ids.removeAll(texts.keySet());
        return ids.descendingSet().stream().limit(limit).toList();
    }

    List<Long> missingPlans(int limit, boolean overCap) {
        List<Long> ids = new ArrayList<>();
        for (long plan : plans.descendingKeySet()) {
            PlanXml known = xml.get(plan);
            boolean isOver =
                    known != null && known.absence() == Absence.OVER_CAP && known.bytes() <= PlanXml.LARGEST_BYTES;
            if (overCap ? isOver : known == null) {
                ids.add(plan);
            }
        }
        return ids.stream().limit(limit).toList();
    }

    void storeTexts(List<QueryText> some) {
        some.forEach(text -> texts.merge(text.queryTextId(), text, (old, next) -> old.text() != null ? old : next));
    }

    void storePlans(List<PlanXml> some) {
        some.forEach(plan -> xml.merge(plan.planId(), plan, (old, next) -> old.xml() != null ? old : next));
    }

    /** Takes from a later epoch what this one lacks of the plans that mean the same in both. */
    SharedPlans share(MemoryContent later, Set<Long> planIds) {
        long newest = plans.values().stream()
                .filter(plan ->
                        later.isIdentified(plan.planId()) && SharedPlans.isSame(plan, later.identity(plan.planId())))
                .mapToLong(PlanIdentity::planId)
                .max()
                .orElse(0);
        Set<Long> whole = planIds.stream()
                .filter(later::isIdentified)
                .filter(plan ->
                        later.texts.containsKey(later.identity(plan).queryTextId()) && later.xml.containsKey(plan))
                .collect(Collectors.toSet());
        SharedPlans shared = SharedPlans.compare(planIds, newest, later.plans, whole, plans);
        for (long id : shared.same()) {
            give(later.plans, plans, id);
            if (later.isIdentified(id)) {
                give(later.texts, texts, plans.get(id).queryTextId());
                give(later.xml, xml, id);
            }
        }
        return shared;
    }

    private static <T> void give(Map<Long, T> from, Map<Long, T> to, long id) {
        if (from.containsKey(id)) {
            to.putIfAbsent(id, from.get(id));
        }
    }
}
