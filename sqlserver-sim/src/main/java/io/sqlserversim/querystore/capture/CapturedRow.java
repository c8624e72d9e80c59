package io.sqlserversim.querystore.capture;

import io.sqlserversim.querystore.workload.Aggregate;
import io.sqlserversim.querystore.workload.Metric;

/** A row of runtime stats of a captured statement: the flushed part, or the one in memory. Immutable. */
public final class CapturedRow {
    private final long intervalId;
    private final long planId;
    private final int executionType;
    private final Sums sums;

    CapturedRow(long intervalId, long planId, int executionType, Sums sums) {
        this.intervalId = intervalId;
        this.planId = planId;
        this.executionType = executionType;
        this.sums = sums;
    }

    /**
     * The interval.
     *
     * @return its id
     */
    public long intervalId() {
        return intervalId;
    }

    /**
     * The plan.
     *
     * @return its id
     */
    public long planId() {
        return planId;
    }

    /**
     * The execution type.
     *
     * @return 0, 3 or 4
     */
    public int executionType() {
        return executionType;
    }

    /**
     * How many executions.
     *
     * @return 1 or more
     */
    public long executions() {
        return sums.count;
    }

    /**
     * When the first of them ended.
     *
     * @return in steps of 100 ns since 1970
     */
    public long firstEnd() {
        return sums.firstEnd;
    }

    /**
     * When the last of them ended.
     *
     * @return in steps of 100 ns since 1970
     */
    public long lastEnd() {
        return sums.lastEnd;
    }

    /**
     * Sums up what they cost.
     *
     * @param metric which measure
     * @param into gets the sums
     */
    public void sum(Metric metric, Aggregate into) {
        sums.into(into, metric);
    }

    /** A copy with the executions of a later part. */
    CapturedRow with(CapturedRow later) {
        Sums both = sums.copy();
        both.add(later.sums);
        return new CapturedRow(intervalId, planId, executionType, both);
    }
}
