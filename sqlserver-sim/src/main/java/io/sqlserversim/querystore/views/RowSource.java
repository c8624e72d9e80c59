package io.sqlserversim.querystore.views;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.history.IdSpace;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.PlanRuns;
import io.sqlserversim.querystore.history.ReplicaGroup;
import io.sqlserversim.querystore.history.StoredInterval;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks over (interval, replica group, plan) triples that have executions, inside of bounds: by interval, group and then
 * plan, or, as before 2022, by plan and then interval, where bounds on the interval spare nothing. Confined to one
 * thread.
 */
final class RowSource {
    private final Moment moment;
    private final Bounds intervals;
    private final boolean byInterval;
    private final PlanRuns runs;
    private final IdSpace ids;
    private final List<IdSpace.Range> ranges;
    private final List<Long> groups;
    private final SlotWalk plans;
    private IdWalk walk;
    private int section = -1;
    private @Nullable StoredInterval interval;
    private long skipped;

    RowSource(Moment moment, Bounds intervals, Bounds plans, boolean byInterval) {
        this.moment = moment;
        this.intervals = intervals;
        this.byInterval = byInterval;
        this.runs = new PlanRuns(moment);
        this.ids = moment.planIds();
        this.ranges = ids.ranges(plans);
        this.groups = new ArrayList<>(List.of(ReplicaGroup.LOCAL));
        moment.traits().groups().forEach(group -> groups.add(group.id()));
        this.plans = new SlotWalk(ids, plans);
        this.walk = byInterval
                ? new IdWalk(intervals, moment.firstId(), moment.lastId())
                : new IdWalk(Bounds.range(1, 0), 1, 0);
    }

    boolean advance() {
        return byInterval ? advanceByInterval() : advanceByPlan();
    }

    private boolean advanceByInterval() {
        while (interval == null || !runs.advance()) {
            if (interval == null || !nextSection(interval)) {
                if (!walk.advance()) {
                    return false;
                }
                section = -1;
                interval = moment.interval(walk.id());
                if (interval != null && !nextSection(interval)) {
                    interval = null;
                }
            }
        }
        return true;
    }

    /** Turns to the next run of plans, or to the first one of the next replica group. */
    private boolean nextSection(StoredInterval inside) {
        section++;
        if (section >= groups.size() * ranges.size()) {
            return false;
        }
        IdSpace.Range range = ranges.get(section % ranges.size());
        runs.enter(inside, groups.get(section / ranges.size()), range.low(), range.high());
        return true;
    }

    private boolean advanceByPlan() {
        while (interval == null || !nextGroup(interval)) {
            section = -1;
            if (walk.advance()) {
                interval = intervals.contains(walk.id()) ? moment.interval(walk.id()) : null;
                skipped += interval == null ? 1 : 0;
            } else if (plans.advance()) {
                interval = null;
                walk = new IdWalk(Bounds.ALL, moment.firstId(), moment.lastId());
            } else {
                return false;
            }
        }
        return true;
    }

    /** Turns to the next replica group in which the plan ran. */
    private boolean nextGroup(StoredInterval inside) {
        while (++section < groups.size()) {
            runs.enter(inside, groups.get(section), plans.slot(), plans.slot());
            if (runs.advance()) {
                return true;
            }
        }
        return false;
    }

    long intervalId() {
        return walk.id();
    }

    long planId() {
        return ids.idOf(runs.plan());
    }

    PlanRuns runs() {
        return runs;
    }

    long visited() {
        return runs.visited() + skipped;
    }
}
