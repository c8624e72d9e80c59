package io.sqlserversim.querystore.views;

import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.PlanRuns;
import io.sqlserversim.querystore.history.Ticks;
import io.sqlserversim.querystore.workload.Aggregate;
import io.sqlserversim.querystore.workload.Metric;
import io.sqlserversim.querystore.workload.PlanRun;
import io.sqlserversim.querystore.workload.RowCosts;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Rows of runtime stats. Each (plan, execution type) of an interval has a flushed part and, until the interval has
 * settled, one in memory with the same id. Confined to one thread.
 */
final class RuntimeStatsRows implements Rows {
    private final RowSource source;
    private final PlanRuns runs;
    private final RowCosts costs;
    private final Aggregate aggregate = new Aggregate();
    private final long[] pattern = new long[RowCosts.PATTERN];
    private final long rowsPerInterval;
    private int typeIndex = PlanRun.TYPE_COUNT;
    private boolean memoryDue;
    private long from;
    private long to;
    private @Nullable Metric computed;
    private long visited;

    RuntimeStatsRows(Moment moment, RowSource source) {
        this.source = source;
        this.runs = source.runs();
        this.costs = new RowCosts(moment.workload());
        this.rowsPerInterval =
                (long) PlanRun.TYPE_COUNT * moment.workload().spec().plans();
    }

    @Override
    public boolean advance() {
        do {
            if (memoryDue) {
                memoryDue = false;
                from = to;
                to = runs.visible(typeIndex);
            } else if (!nextType()) {
                return false;
            }
        } while (from >= to);
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
        boolean any = runs.run().executions(typeIndex) > 0;
        from = any ? runs.first(typeIndex) : 0;
        to = any ? runs.flushed(typeIndex) : 0;
        memoryDue = any;
        if (any) {
            costs.load(runs.run(), typeIndex);
        }
        return true;
    }

    @Override
    public long visited() {
        return visited + source.visited();
    }

    long runtimeStatsId() {
        return (intervalId() - 1) * rowsPerInterval + (planId() - 1) * PlanRun.TYPE_COUNT + typeIndex + 1;
    }

    long planId() {
        return runs.planId();
    }

    long intervalId() {
        return source.intervalId();
    }

    int executionType() {
        return PlanRun.typeOf(typeIndex);
    }

    OffsetDateTime firstExecutionTime() {
        return Ticks.offsetDateTime(runs.endOf(typeIndex, from));
    }

    OffsetDateTime lastExecutionTime() {
        return Ticks.offsetDateTime(runs.endOf(typeIndex, to - 1));
    }

    long executions() {
        return to - from;
    }

    Aggregate aggregate(Metric metric) {
        if (computed != metric) {
            costs.costs(metric, pattern);
            aggregate.over(from, to, pattern);
            computed = metric;
        }
        return aggregate;
    }
}
