package io.sqlserversim.querystore.views;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.PlanRuns;
import io.sqlserversim.querystore.history.StoredInterval;
import org.jspecify.annotations.Nullable;

/**
 * Walks over (interval, plan) pairs that have executions, inside of bounds: by interval and then plan, or, as before
 * 2022, by plan and then interval, where bounds on the interval spare nothing. Confined to one thread.
 */
final class RowSource {
    private final Moment moment;
    private final Bounds intervals;
    private final Bounds plans;
    private final boolean byInterval;
    private final PlanRuns runs;
    private final long firstId;
    private final IdWalk outer;
    private IdWalk inner;
    private @Nullable StoredInterval interval;
    private long skipped;

    RowSource(Moment moment, Bounds intervals, Bounds plans, boolean byInterval) {
        this.moment = moment;
        this.intervals = intervals;
        this.plans = plans;
        this.byInterval = byInterval;
        this.runs = new PlanRuns(moment);
        this.firstId = moment.firstId();
        this.outer = byInterval
                ? new IdWalk(intervals, firstId, moment.lastId())
                : new IdWalk(plans, 1, moment.workload().spec().plans());
        this.inner = new IdWalk(Bounds.range(1, 0), 1, 0);
    }

    boolean advance() {
        return byInterval ? advanceByInterval() : advanceByPlan();
    }

    private boolean advanceByInterval() {
        while (!advanceInside()) {
            if (!outer.advance()) {
                return false;
            }
            interval = moment.interval(outer.id());
            if (interval != null) {
                runs.enter(interval, plans.low(), plans.high());
                inner = new IdWalk(plans, 1, moment.workload().spec().plans());
            }
        }
        return true;
    }

    private boolean advanceInside() {
        if (interval == null || plans.values().length == 0) {
            return interval != null && runs.advance();
        }
        while (inner.advance()) {
            runs.enter(interval, inner.id(), inner.id());
            if (runs.advance()) {
                return true;
            }
            skipped++;
        }
        return false;
    }

    private boolean advanceByPlan() {
        while (true) {
            while (inner.advance()) {
                interval = moment.interval(inner.id());
                if (interval == null || !intervals.contains(inner.id())) {
                    skipped++;
                    continue;
                }
                runs.enter(interval, outer.id(), outer.id());
                if (runs.advance()) {
                    return true;
                }
            }
            if (!outer.advance()) {
                return false;
            }
            inner = new IdWalk(Bounds.ALL, firstId, moment.lastId());
        }
    }

    long intervalId() {
        return byInterval ? outer.id() : inner.id();
    }

    PlanRuns runs() {
        return runs;
    }

    long visited() {
        return runs.visited() + skipped;
    }
}
