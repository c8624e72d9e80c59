package io.sqlserversim.querystore.views;

import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.PlanRuns;
import io.sqlserversim.querystore.history.ReplicaGroup;
import io.sqlserversim.querystore.history.RowPart;
import io.sqlserversim.querystore.history.Ticks;
import io.sqlserversim.querystore.workload.Aggregate;
import io.sqlserversim.querystore.workload.Metric;
import io.sqlserversim.querystore.workload.PlanRun;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Rows of runtime stats. Each (plan, execution type) of an interval has a flushed part and, until the interval has
 * settled, one in memory with the same id. Confined to one thread.
 */
final class RuntimeStatsRows implements Rows {
    private static final long GROUPS_APART = 1L << 48;

    private final RowSource source;
    private final PlanRuns runs;
    private final RowPart part;
    private final Aggregate aggregate = new Aggregate();
    private final long rowsPerInterval;
    private int typeIndex = PlanRun.TYPE_COUNT;
    private boolean memoryDue;
    private @Nullable Metric computed;
    private long visited;

    RuntimeStatsRows(Moment moment, RowSource source) {
        this.source = source;
        this.runs = source.runs();
        this.part = new RowPart(runs);
        this.rowsPerInterval =
                (long) PlanRun.TYPE_COUNT * moment.workload().spec().plans();
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
        } while (part.executions() == 0);
        computed = null;
        visited++;
        return true;
    }

    /** Turns to the flushed part of the next execution type or plan. */
    private boolean nextType() {
        typeIndex++;
        if (typeIndex >= PlanRun.TYPE_COUNT) {
            if (!source.advance()) {
                return false;
            }
            typeIndex = 0;
        }
        part.flushed(typeIndex);
        memoryDue = true;
        return true;
    }

    @Override
    public long visited() {
        return visited + source.visited();
    }

    long runtimeStatsId() {
        long group = (runs.replicaGroup() - ReplicaGroup.LOCAL) * GROUPS_APART;
        return group + (intervalId() - 1) * rowsPerInterval + (long) runs.plan() * PlanRun.TYPE_COUNT + typeIndex + 1;
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

    int executionType() {
        return PlanRun.typeOf(typeIndex);
    }

    OffsetDateTime firstExecutionTime() {
        return Ticks.offsetDateTime(part.firstEnd());
    }

    OffsetDateTime lastExecutionTime() {
        return Ticks.offsetDateTime(part.lastEnd());
    }

    long executions() {
        return part.executions();
    }

    Aggregate aggregate(Metric metric) {
        if (computed != metric) {
            part.sum(metric, aggregate);
            computed = metric;
        }
        return aggregate;
    }
}
