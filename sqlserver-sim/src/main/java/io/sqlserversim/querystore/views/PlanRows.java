package io.sqlserversim.querystore.views;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.cost.ReadCharge;
import io.sqlserversim.querystore.cost.ReadPlans;
import io.sqlserversim.querystore.history.IdSpace;
import io.sqlserversim.querystore.history.Interventions.Forcing;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.PlanFacts;
import io.sqlserversim.querystore.history.Ticks;
import io.sqlserversim.querystore.workload.Identity;
import io.sqlserversim.querystore.workload.Oddities;
import io.sqlserversim.querystore.workload.Variants;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Rows of plans. Confined to one thread. */
final class PlanRows implements Rows {
    private final Moment moment;
    private final SlotWalk walk;
    private final IdSpace plans;
    private final IdSpace queryIds;
    private final Bounds queries;
    private final PlanFacts facts;
    private final ReadCharge charge;
    private final ReadPlans readPlans;
    private final Identity identity;
    private int plan;
    private int query;
    private long visited;
    private @Nullable String decompressed;

    PlanRows(Moment moment, Bounds bounds, Bounds queries, ReadCharge charge, ReadPlans readPlans) {
        this.charge = charge;
        this.readPlans = readPlans;
        this.moment = moment;
        this.plans = moment.planIds();
        this.queryIds = moment.queryIds();
        this.walk = new SlotWalk(plans, bounds);
        this.queries = queries;
        this.facts = new PlanFacts(moment);
        this.identity = new Identity(moment.workload());
    }

    @Override
    public boolean advance() {
        while (walk.advance()) {
            visited++;
            plan = walk.slot();
            decompressed = null;
            query = moment.workload().layout().queryOf(plan);
            if (queries.contains(queryId()) && !moment.isRemoved(query) && !moment.isPlanRemoved(plan)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long visited() {
        return visited;
    }

    long planId() {
        return plans.idOf(plan);
    }

    long queryId() {
        return queryIds.idOf(query);
    }

    byte[] planHash() {
        return identity.planHash(content(), variant());
    }

    @Nullable
    String planXml() {
        if (Oddities.isWithoutPlan(moment.workload().spec(), content())) {
            return null;
        }
        if (decompressed == null) {
            boolean warm = readPlans.readAgain(moment.epochNumber(), plan);
            charge.showplan(identity.planBytes(content(), variant()), warm);
            decompressed = identity.planXml(content(), variant());
        }
        return decompressed;
    }

    private @Nullable Forcing forcing() {
        Forcing forcing = moment.traits().interventions().forced().get(query);
        return forcing == null || forcing.plan() != plan ? null : forcing;
    }

    boolean isForced() {
        return forcing() != null;
    }

    long forceFailures() {
        Forcing forcing = forcing();
        return forcing == null ? 0 : forcing.failures();
    }

    int forceFailureReason() {
        Forcing forcing = forcing();
        return forcing == null ? 0 : forcing.reason();
    }

    /** 0 compiled, 1 dispatcher, 2 of a query variant. */
    int planType() {
        if (Variants.isParent(moment.workload(), content())) {
            return 1;
        }
        return Variants.numberOf(moment.workload(), content()) > 0 ? 2 : 0;
    }

    boolean isParallel() {
        return identity.isParallel(content());
    }

    long compiles() {
        return facts.compiles(plan);
    }

    OffsetDateTime compiledFirst() {
        return Ticks.offsetDateTime(moment.compiledFirst(plan));
    }

    OffsetDateTime compiledLast() {
        return Ticks.offsetDateTime(facts.compiledLast(plan));
    }

    @Nullable
    OffsetDateTime executedLast() {
        long last = facts.executedLast(plan);
        return last == Long.MIN_VALUE ? null : Ticks.offsetDateTime(last);
    }

    long compileMicros() {
        return identity.compileMicros(content(), variant());
    }

    private int content() {
        return moment.contentOf(query);
    }

    private int variant() {
        return moment.variantOf(plan);
    }
}
