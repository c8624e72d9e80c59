package io.sqlserversim.querystore.books;

import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.PlanRuns;
import io.sqlserversim.querystore.history.ReplicaGroup;
import io.sqlserversim.querystore.history.RowPart;
import io.sqlserversim.querystore.history.StoredInterval;
import io.sqlserversim.querystore.workload.Aggregate;
import io.sqlserversim.querystore.workload.Metric;
import io.sqlserversim.querystore.workload.PlanRun;
import io.sqlserversim.querystore.workload.RowWaits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The rows of one interval, one after the other. Confined to one thread. */
final class RowBooks {
    private final Moment moment;
    private final StoredInterval interval;
    private final PlanRuns runs;
    private final RowPart part;
    private final RowWaits waits = new RowWaits();
    private final Aggregate aggregate = new Aggregate();
    private final Deque<Long> groups = new ArrayDeque<>(List.of(ReplicaGroup.LOCAL));
    private int typeIndex = PlanRun.TYPE_COUNT;

    RowBooks(Moment moment, StoredInterval interval, PlanRuns runs) {
        this.moment = moment;
        this.interval = interval;
        this.runs = runs;
        this.part = new RowPart(runs);
        moment.traits().groups().forEach(group -> groups.add(group.id()));
        enter();
    }

    private void enter() {
        runs.enter(interval, groups.remove(), 0, Integer.MAX_VALUE - 1);
    }

    boolean advance() {
        do {
            typeIndex++;
            if (typeIndex >= PlanRun.TYPE_COUNT) {
                typeIndex = 0;
                while (!runs.advance()) {
                    if (groups.isEmpty()) {
                        typeIndex = PlanRun.TYPE_COUNT;
                        return false;
                    }
                    enter();
                }
            }
        } while (part.captured(typeIndex, moment.now()).executions() == 0);
        return true;
    }

    long executions() {
        return part.executions();
    }

    RowBook book() {
        return new RowBook(
                runs.plan() + 1L,
                PlanRun.typeOf(typeIndex),
                runs.replicaGroup(),
                part.executions(),
                total(Metric.DURATION),
                total(Metric.CPU_TIME));
    }

    /** What the executions of the row waited for. */
    void addWaits(List<WaitBook> into) {
        waits.load(moment.workload(), runs.run(0));
        for (int category = 0; category < waits.count(); category++) {
            part.sumWaits(waits, category, aggregate);
            if (aggregate.total() > 0) {
                into.add(new WaitBook(
                        runs.plan() + 1L,
                        waits.category(category),
                        PlanRun.typeOf(typeIndex),
                        runs.replicaGroup(),
                        aggregate.total()));
            }
        }
    }

    private long total(Metric metric) {
        part.sum(metric, aggregate);
        return aggregate.total();
    }
}
