package io.sqlserversim.querystore.books;

import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.PlanRuns;
import io.sqlserversim.querystore.history.RowPart;
import io.sqlserversim.querystore.history.StoredInterval;
import io.sqlserversim.querystore.workload.Aggregate;
import io.sqlserversim.querystore.workload.Metric;
import io.sqlserversim.querystore.workload.PlanRun;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The rows of one interval. Confined to one thread. */
final class RowBooks implements Iterator<RowBook> {
    private static final long LOCAL_REPLICA_GROUP = 1;

    private final Moment moment;
    private final PlanRuns runs;
    private final RowPart part;
    private final Aggregate aggregate = new Aggregate();
    private int typeIndex = PlanRun.TYPE_COUNT;
    private @Nullable RowBook next;

    RowBooks(Moment moment, StoredInterval interval) {
        this.moment = moment;
        this.runs = new PlanRuns(moment);
        this.part = new RowPart(runs);
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
            if (part.captured(typeIndex, moment.now()).executions() > 0) {
                return book();
            }
        }
    }

    private RowBook book() {
        return new RowBook(
                runs.planId(),
                PlanRun.typeOf(typeIndex),
                LOCAL_REPLICA_GROUP,
                part.executions(),
                total(Metric.DURATION),
                total(Metric.CPU_TIME));
    }

    private long total(Metric metric) {
        part.sum(metric, aggregate);
        return aggregate.total();
    }
}
