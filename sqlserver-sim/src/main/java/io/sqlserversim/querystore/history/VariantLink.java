package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.workload.PlanLayout;
import io.sqlserversim.querystore.workload.Variants;
import io.sqlserversim.querystore.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * A query variant with its parent and one of the parent's dispatcher plans. Immutable.
 *
 * @param queryId of the variant
 * @param parentId of the parent query
 * @param dispatcherPlanId of a plan of the parent
 */
public record VariantLink(long queryId, long parentId, long dispatcherPlanId) {
    /**
     * All variants of a store.
     *
     * @param moment the store at the instant of the scan
     * @return by variant and dispatcher plan; without those of which one was removed
     */
    public static List<VariantLink> of(Moment moment) {
        Workload workload = moment.workload();
        List<VariantLink> links = new ArrayList<>();
        if (!workload.spec().manner().adaptive()) {
            return links;
        }
        for (int query = 0; query < moment.queries(); query++) {
            int number = Variants.numberOf(workload, moment.contentOf(query));
            if (number > 0 && !moment.isRemoved(query) && !moment.isRemoved(query - number)) {
                add(links, moment, query, query - number);
            }
        }
        return links;
    }

    private static void add(List<VariantLink> links, Moment moment, int query, int parent) {
        PlanLayout layout = moment.workload().layout();
        IdSpace queries = moment.queryIds();
        IdSpace plans = moment.planIds();
        int count = layout.plansOf(parent, moment.plans());
        for (int i = 0; i < count; i++) {
            int plan = layout.planAt(parent, i);
            if (!moment.isPlanRemoved(plan)) {
                links.add(new VariantLink(queries.idOf(query), queries.idOf(parent), plans.idOf(plan)));
            }
        }
    }
}
