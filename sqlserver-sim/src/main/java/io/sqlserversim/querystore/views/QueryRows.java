package io.sqlserversim.querystore.views;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.history.IdSpace;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.PlanFacts;
import io.sqlserversim.querystore.history.Ticks;
import io.sqlserversim.querystore.workload.Identity;
import io.sqlserversim.querystore.workload.PlanLayout;
import io.sqlserversim.querystore.workload.Variants;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Rows of queries. Confined to one thread. */
final class QueryRows implements Rows {
    private final Moment moment;
    private final SlotWalk walk;
    private final IdSpace queries;
    private final IdSpace textIds;
    private final Bounds texts;
    private final PlanFacts facts;
    private final Identity identity;
    private int query;
    private long visited;

    QueryRows(Moment moment, Bounds bounds, Bounds texts) {
        this.moment = moment;
        this.queries = moment.queryIds();
        this.textIds = moment.textIds();
        this.walk = new SlotWalk(queries, bounds);
        this.texts = texts;
        this.facts = new PlanFacts(moment);
        this.identity = new Identity(moment.workload());
    }

    @Override
    public boolean advance() {
        while (walk.advance()) {
            visited++;
            query = walk.slot();
            if (texts.contains(textId()) && !moment.isRemoved(query)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long visited() {
        return visited;
    }

    long queryId() {
        return queries.idOf(query);
    }

    long textId() {
        return textIds.idOf(moment.workload().textOf(query));
    }

    long contextId() {
        return moment.workload().sharesTexts() && query % 8 == 7 ? 2 : 1;
    }

    long objectId() {
        return identity.objectId(content());
    }

    byte[] queryHash() {
        return identity.queryHash(content());
    }

    int parameterization() {
        if (Variants.numberOf(moment.workload(), content()) > 0) {
            return 1;
        }
        return identityContent() % 5 == 1 || identityContent() % 5 == 4 ? 0 : 1;
    }

    OffsetDateTime compiledFirst() {
        return Ticks.offsetDateTime(moment.compiledFirst(query));
    }

    OffsetDateTime compiledLast() {
        long last = Long.MIN_VALUE;
        PlanLayout layout = moment.workload().layout();
        for (int i = layout.plansOf(query, moment.plans()) - 1; i >= 0; i--) {
            last = Math.max(last, facts.compiledLast(layout.planAt(query, i)));
        }
        return Ticks.offsetDateTime(last);
    }

    @Nullable
    OffsetDateTime executedLast() {
        long last = Long.MIN_VALUE;
        PlanLayout layout = moment.workload().layout();
        for (int i = layout.plansOf(query, moment.plans()) - 1; i >= 0; i--) {
            last = Math.max(last, facts.executedLast(layout.planAt(query, i)));
        }
        return last == Long.MIN_VALUE ? null : Ticks.offsetDateTime(last);
    }

    byte[] batchHandle() {
        return Identity.handle(identity.text(content()));
    }

    long batchEnd() {
        return 2L * identity.text(content()).length();
    }

    long compiles() {
        long compiles = 0;
        PlanLayout layout = moment.workload().layout();
        for (int i = layout.plansOf(query, moment.plans()) - 1; i >= 0; i--) {
            compiles += facts.compiles(layout.planAt(query, i));
        }
        return compiles;
    }

    long compileMicros() {
        return identity.compileMicros(content(), 0);
    }

    private int content() {
        return moment.contentOf(query);
    }

    private int identityContent() {
        return moment.workload().textOf(content());
    }
}
