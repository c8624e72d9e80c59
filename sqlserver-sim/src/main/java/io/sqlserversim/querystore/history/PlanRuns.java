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
    private static final int BRANCHES = 1_000_003;

    private final Moment moment;
    private final Workload workload;
    private final List<PlanRun> runs = new ArrayList<>();
    private StoredInterval interval = StoredInterval.NONE;
    private final boolean everything;
    private long group = ReplicaGroup.LOCAL;
    private boolean arrived;
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
        this(moment, false);
    }

    private PlanRuns(Moment moment, boolean everything) {
        this.moment = moment;
        this.everything = everything;
        this.workload = moment.workload();
        runs.add(new PlanRun());
    }

    /**
     * A walk that also meets what clean-up took.
     *
     * @param moment the store
     * @return a walk that has entered no interval yet
     */
    public static PlanRuns everything(Moment moment) {
        return new PlanRuns(moment, true);
    }

    /**
     * Enters an interval.
     *
     * @param into which
     * @param replicaGroup whose executions
     * @param lowSlot plans below it are passed over
     * @param highSlot plans above it are passed over
     */
    public void enter(StoredInterval into, long replicaGroup, int lowSlot, int highSlot) {
        interval = into;
        group = replicaGroup;
        arrived = group == ReplicaGroup.LOCAL || hasArrived();
        settled = group != ReplicaGroup.LOCAL || moment.settles(into) <= moment.now();
        lastFlush = moment.flush().last(moment.now());
        while (runs.size() < into.windows().size()) {
            runs.add(new PlanRun());
        }
        next = workload.candidate(into.ordinal(), Math.max(0, lowSlot));
        limit = Math.min(workload.layout().bornPlans(into.ordinal()), highSlot + 1);
    }

    private boolean hasArrived() {
        for (ReplicaGroup other : moment.traits().groups()) {
            if (other.id() == group) {
                return interval.start() >= other.since() && other.arrives(interval) <= moment.now();
            }
        }
        return false;
    }

    /**
     * Moves to the next plan with executions, by ascending id.
     *
     * @return false after the last
     */
    public boolean advance() {
        while (next < limit) {
            plan = next;
            next = workload.candidate(interval.ordinal(), plan + 1);
            visited++;
            if (arrived && runs() && (everything || !moment.isThinned(interval, plan))) {
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
            int branch = interval.windows().get(i).branch() + BRANCHES * (int) (group - ReplicaGroup.LOCAL);
            workload.run(
                    moment.meaning(),
                    branch,
                    interval.ordinal(),
                    interval.minuteOfDay(),
                    interval.minutes(),
                    plan,
                    runs.get(i));
            any |= runs.get(i).runs()
                    && (group == ReplicaGroup.LOCAL || !runs.get(i).writes());
        }
        return any;
    }

    /**
     * The plan.
     *
     * @return its slot
     */
    public int plan() {
        return plan;
    }

    /**
     * Whose executions.
     *
     * @return id of the replica group
     */
    public long replicaGroup() {
        return group;
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
        if (!everything) {
            from = Math.max(from, moment.resetAt(plan));
        }
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
        if (everything) {
            last = Math.min(last, moment.removedAt(workload.layout().queryOf(plan)));
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
