package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.workload.PlanRun;
import io.sqlserversim.querystore.workload.Workload;

/**
 * Walks over the plans that run in one interval, and says for each execution type what part of the executions is
 * captured, flushed and visible. A row's executions are numbered from 0 in the order in which they end. Confined to
 * one thread.
 */
public final class PlanRuns {
    private final Moment moment;
    private final Workload workload;
    private final PlanRun run = new PlanRun();
    private StoredInterval interval = new StoredInterval(0, 0, 0, 1, 0, 0);
    private boolean settled;
    private long lastFlush;
    private int next;
    private int limit;
    private int plan;
    private long visited;

    /**
     * A walk that has entered no interval yet.
     *
     * @param moment the store at the instant of the scan
     */
    public PlanRuns(Moment moment) {
        this.moment = moment;
        this.workload = moment.workload();
    }

    /**
     * Enters an interval.
     *
     * @param into which
     * @param lowPlanId plans below it are passed over
     * @param highPlanId plans above it are passed over
     */
    public void enter(StoredInterval into, long lowPlanId, long highPlanId) {
        interval = into;
        settled = moment.settles(into) <= moment.now();
        lastFlush = moment.flush().last(moment.now());
        int from = Math.clamp(Math.max(lowPlanId, 1) - 1, 0, Integer.MAX_VALUE / 2);
        next = workload.candidate(into.ordinal(), from);
        limit = (int) Math.min(workload.layout().bornPlans(into.ordinal()), Math.max(0, highPlanId));
    }

    /**
     * Moves to the next plan with executions, by ascending id.
     *
     * @return false after the last
     */
    public boolean advance() {
        while (next < limit) {
            plan = next;
            next += workload.spec().activeOneIn();
            visited++;
            workload.run(
                    moment.epochNumber(), interval.ordinal(), interval.minuteOfDay(), interval.minutes(), plan, run);
            if (run.runs()) {
                return true;
            }
        }
        return false;
    }

    /**
     * The plan.
     *
     * @return its id
     */
    public long planId() {
        return plan + 1L;
    }

    /**
     * What it does in the interval.
     *
     * @return changes with the next {@link #advance}
     */
    public PlanRun run() {
        return run;
    }

    /**
     * Plans looked at.
     *
     * @return since the walk was made
     */
    public long visited() {
        return visited;
    }

    /**
     * The first execution that is captured.
     *
     * @param typeIndex 0 to 2
     * @return its number
     */
    public long first(int typeIndex) {
        return interval.captureFrom() <= interval.start() ? 0 : endedBy(typeIndex, interval.captureFrom() - 1);
    }

    /**
     * The end of what has been written by the last flush.
     *
     * @param typeIndex 0 to 2
     * @return number of the first execution that is not flushed, at least {@link #first}
     */
    public long flushed(int typeIndex) {
        return settled ? captured(typeIndex, moment.now()) : visibleBy(typeIndex, lastFlush);
    }

    /**
     * The end of what the views show.
     *
     * @param typeIndex 0 to 2
     * @return number of the first execution that is not visible, at least {@link #flushed}
     */
    public long visible(int typeIndex) {
        return settled ? captured(typeIndex, moment.now()) : visibleBy(typeIndex, moment.now());
    }

    /**
     * The end of what has been executed by an instant and is or will be captured.
     *
     * @param typeIndex 0 to 2
     * @param time in {@link Ticks}
     * @return number of the first execution after it, at least {@link #first}
     */
    public long captured(int typeIndex, long time) {
        return Math.max(first(typeIndex), endedBy(typeIndex, Math.min(time, interval.captureTo() - 1)));
    }

    /**
     * When an execution ended.
     *
     * @param typeIndex 0 to 2
     * @param index its number
     * @return in {@link Ticks}, inside the interval
     */
    public long endOf(int typeIndex, long index) {
        long jitter = run.jitter(typeIndex, interval.length());
        return ExecutionTimes.endOf(interval, run.executions(typeIndex), jitter, index);
    }

    boolean visibleAnyType() {
        for (int type = 0; type < PlanRun.TYPE_COUNT; type++) {
            if (visible(type) > first(type)) {
                return true;
            }
        }
        return false;
    }

    /** Late executions come at the latest with the flush that settles the interval. */
    private long visibleBy(int typeIndex, long time) {
        long seen = time >= moment.settles(interval) ? time : time - run.lagTicks();
        return captured(typeIndex, seen);
    }

    private long endedBy(int typeIndex, long time) {
        long jitter = run.jitter(typeIndex, interval.length());
        return ExecutionTimes.endedBy(interval, run.executions(typeIndex), jitter, time);
    }
}
