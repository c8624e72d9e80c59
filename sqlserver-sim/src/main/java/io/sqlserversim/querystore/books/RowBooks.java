package io.sqlserversim.querystore.books;

import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.PlanRuns;
import io.sqlserversim.querystore.history.StoredInterval;
import io.sqlserversim.querystore.workload.Aggregate;
import io.sqlserversim.querystore.workload.Metric;
import io.sqlserversim.querystore.workload.PlanRun;
import io.sqlserversim.querystore.workload.RowCosts;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The rows of one interval. Confined to one thread. */
final class RowBooks implements Iterator<RowBook> {
    private static final long LOCAL_REPLICA_GROUP = 1;

    private final Moment moment;
    private final PlanRuns runs;
    private final RowCosts costs;
    private final Aggregate aggregate = new Aggregate();
    private final long[] pattern = new long[RowCosts.PATTERN];
    private int typeIndex = PlanRun.TYPE_COUNT;
    private @Nullable RowBook next;

    RowBooks(Moment moment, StoredInterval interval) {
        this.moment = moment;
        this.runs = new PlanRuns(moment);
        this.costs = new RowCosts(moment.workload());
        runs.enter(interval, 1, Long.MAX_VALUE);
        this.next = find();
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public RowBook next() {
        RowBook found = next;
        if (found == null) {
            throw new NoSuchElementException("no more rows in the interval");
        }
        next = find();
        return found;
    }

    private @Nullable RowBook find() {
        while (true) {
            typeIndex++;
            if (typeIndex >= PlanRun.TYPE_COUNT) {
                if (!runs.advance()) {
                    return null;
                }
                typeIndex = 0;
            }
            long from = runs.first(typeIndex);
            long to = runs.captured(typeIndex, moment.now());
            if (to > from) {
                return book(from, to);
            }
        }
    }

    private RowBook book(long from, long to) {
        costs.load(runs.run(), typeIndex);
        int type = PlanRun.typeOf(typeIndex);
        return new RowBook(
                runs.planId(),
                type,
                LOCAL_REPLICA_GROUP,
                to - from,
                total(Metric.DURATION, from, to),
                total(Metric.CPU_TIME, from, to));
    }

    private long total(Metric metric, long from, long to) {
        costs.costs(metric, pattern);
        aggregate.over(from, to, pattern);
        return aggregate.total();
    }
}
