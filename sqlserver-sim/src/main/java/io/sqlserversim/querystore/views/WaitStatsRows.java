package io.sqlserversim.querystore.views;

import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.PlanRuns;
import io.sqlserversim.querystore.history.ReplicaGroup;
import io.sqlserversim.querystore.history.RowPart;
import io.sqlserversim.querystore.workload.Aggregate;
import io.sqlserversim.querystore.workload.PlanRun;
import io.sqlserversim.querystore.workload.RowWaits;
import io.sqlserversim.querystore.workload.Workload;

/**
 * Rows of wait stats: per (plan, wait category, execution type) a flushed part and one in memory, as far as any time
 * was waited. Confined to one thread.
 */
final class WaitStatsRows implements Rows {
    private static final int CATEGORIES_AT_MOST = 4;
    private static final long GROUPS_APART = 1L << 48;

    private final Workload workload;
    private final RowSource source;
    private final PlanRuns runs;
    private final RowWaits waits = new RowWaits();
    private final RowPart part;
    private final Aggregate aggregate = new Aggregate();
    private final long rowsPerInterval;
    private int category;
    private int typeIndex = PlanRun.TYPE_COUNT;
    private boolean memoryDue;
    private long visited;

    WaitStatsRows(Moment moment, RowSource source) {
        this.workload = moment.workload();
        this.source = source;
        this.runs = source.runs();
        this.part = new RowPart(runs);
        this.rowsPerInterval =
                (long) CATEGORIES_AT_MOST * PlanRun.TYPE_COUNT * workload.spec().plans();
    }

    @Override
    public boolean advance() {
        do {
            if (memoryDue) {
                memoryDue = false;
                part.inMemory(typeIndex);
            } else if (!nextType()) {
                return false;
            }
        } while (!waited());
        visited++;
        return true;
    }

    private boolean waited() {
        if (part.executions() == 0) {
            return false;
        }
        part.sumWaits(waits, category, aggregate);
        return aggregate.total() > 0;
    }

    /** Turns to the flushed part of the next execution type, category or plan. */
    private boolean nextType() {
        typeIndex++;
        if (typeIndex >= PlanRun.TYPE_COUNT) {
            typeIndex = 0;
            category++;
            if (category >= waits.count()) {
                if (!source.advance()) {
                    return false;
                }
                category = 0;
                waits.load(workload, runs.run(0));
            }
        }
        part.flushed(typeIndex);
        memoryDue = true;
        return true;
    }

    @Override
    public long visited() {
        return visited + source.visited();
    }

    long waitStatsId() {
        long inPlan = (long) category * PlanRun.TYPE_COUNT + typeIndex;
        long inInterval = (long) runs.plan() * CATEGORIES_AT_MOST * PlanRun.TYPE_COUNT + inPlan;
        long group = (runs.replicaGroup() - ReplicaGroup.LOCAL) * GROUPS_APART;
        return group + (intervalId() - 1) * rowsPerInterval + inInterval + 1;
    }

    long planId() {
        return source.planId();
    }

    long intervalId() {
        return source.intervalId();
    }

    long replicaGroup() {
        return runs.replicaGroup();
    }

    int waitCategory() {
        return waits.category(category);
    }

    int executionType() {
        return PlanRun.typeOf(typeIndex);
    }

    Aggregate aggregate() {
        return aggregate;
    }
}
