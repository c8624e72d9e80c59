package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.workload.PlanRun;
import io.sqlserversim.querystore.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks over the plans that run in one interval, and says for each execution type, and for each stretch of capture that
 * reaches into the interval, what part of the executions is captured, flushed and visible. The executions of a stretch
 * are numbered in the order in which they end. Confined to one thread.
 */
public final class PlanRuns {
    private final Moment moment;
    private final Workload workload;
    private final List<PlanRun> runs = new ArrayList<>();
    private StoredInterval interval = StoredInterval.NONE;
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
        runs.add(new PlanRun());
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
        while (runs.size() < into.windows().size()) {
            runs.add(new PlanRun());
        }
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
            if (runs()) {
                return true;
            }
        }
        return false;
    }

    Workload workload() {
        return workload;
    }

    private boolean runs() {
        boolean any = false;
        for (int i = 0; i < windows(); i++) {
            int branch = interval.windows().get(i).branch();
            workload.run(
                    moment.meaning(),
                    branch,
                    interval.ordinal(),
                    interval.minuteOfDay(),
                    interval.minutes(),
                    plan,
                    runs.get(i));
            any |= runs.get(i).runs();
        }
        return any;
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
     * How many stretches of capture reach into the interval.
     *
     * @return normally 1
     */
    public int windows() {
        return interval.windows().size();
    }

    /**
     * What it does in the interval, in the branch of a stretch of capture.
     *
     * @param window which stretch
     * @return changes with the next {@link #advance}
     */
    public PlanRun run(int window) {
        return runs.get(window);
    }

    /**
     * Plans looked at.
     *
     * @return since the walk was made
     */
    public long visited() {
        return visited;
    }

    /** The first execution that a stretch captured. */
    long first(int window, int typeIndex) {
        long from = interval.windows().get(window).from();
        return from <= interval.start() ? 0 : endedBy(window, typeIndex, from - 1);
    }

    /** The end of what of a stretch has been written by the last flush, at least {@link #first}. */
    long flushed(int window, int typeIndex) {
        return settled ? captured(window, typeIndex, moment.now()) : visibleBy(window, typeIndex, lastFlush);
    }

    /** The end of what the views show of a stretch, at least {@link #flushed}. */
    long visible(int window, int typeIndex) {
        return settled ? captured(window, typeIndex, moment.now()) : visibleBy(window, typeIndex, moment.now());
    }

    /** The end of what had been executed in a stretch by an instant and is or will be captured. */
    long captured(int window, int typeIndex, long time) {
        Window stretch = interval.windows().get(window);
        long last = stretch.to() - 1;
        if (stretch.flushedOnly() && stretch.to() < moment.settles(interval)) {
            last = stretch.to() - runs.get(window).lagTicks();
        }
        return Math.max(first(window, typeIndex), endedBy(window, typeIndex, Math.min(time, last)));
    }

    /** When an execution ended; inside the interval. */
    long endOf(int window, int typeIndex, long index) {
        PlanRun run = runs.get(window);
        long jitter = run.jitter(typeIndex, interval.length());
        return ExecutionTimes.endOf(interval, run.executions(typeIndex), jitter, index);
    }

    boolean visibleAnyType() {
        for (int window = 0; window < windows(); window++) {
            for (int type = 0; type < PlanRun.TYPE_COUNT; type++) {
                if (visible(window, type) > first(window, type)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Late executions come at the latest with the flush that settles the interval. */
    private long visibleBy(int window, int typeIndex, long time) {
        long lag = time >= moment.settles(interval) ? 0 : runs.get(window).lagTicks();
        return captured(window, typeIndex, time - lag);
    }

    private long endedBy(int window, int typeIndex, long time) {
        PlanRun run = runs.get(window);
        long jitter = run.jitter(typeIndex, interval.length());
        return ExecutionTimes.endedBy(interval, run.executions(typeIndex), jitter, time);
    }
}
