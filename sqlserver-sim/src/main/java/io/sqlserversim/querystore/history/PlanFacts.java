package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.workload.PlanRun;

/**
 * What a store knows of a plan beside its rows: compilations and the last execution, as functions of the moment.
 * Confined to one thread; times in {@link Ticks}.
 */
public final class PlanFacts {
    private static final int LOOK_BACK = 1_024;

    private final Moment moment;
    private final PlanRuns runs;

    /**
     * Facts of a store's plans.
     *
     * @param moment the store at the instant of the scan
     */
    public PlanFacts(Moment moment) {
        this.moment = moment;
        this.runs = new PlanRuns(moment);
    }

    /**
     * How often a plan was compiled: once, and again each 50 to 177 intervals.
     *
     * @param plan slot
     * @return 1 or more
     */
    public long compiles(int plan) {
        return 1 + Math.max(0, moment.lastOrdinal() - moment.workload().layout().birthOf(plan)) / spacing(plan);
    }

    /**
     * When a plan was compiled last.
     *
     * @param plan slot
     * @return by the server's clock, not after the moment
     */
    public long compiledLast(int plan) {
        long again = compiles(plan) - 1;
        if (again == 0) {
            return moment.compiledFirst(plan);
        }
        return moment.startOfOrdinal(moment.workload().layout().birthOf(plan) + again * spacing(plan));
    }

    /**
     * When the last visible execution of a plan ended.
     *
     * @param plan slot
     * @return {@link Long#MIN_VALUE} when there is none in the last 1,024 intervals
     */
    public long executedLast(int plan) {
        long highest = moment.lastIdOfOrdinal(moment.workload().lastOrdinal(plan));
        long lowest = Math.max(moment.firstId(), highest - LOOK_BACK);
        for (long id = highest; id >= lowest; id--) {
            StoredInterval interval = moment.interval(id);
            if (interval == null) {
                continue;
            }
            runs.enter(interval, ReplicaGroup.LOCAL, plan, plan);
            long last = runs.advance() ? lastEnd() : Long.MIN_VALUE;
            if (last != Long.MIN_VALUE) {
                return last;
            }
        }
        return Long.MIN_VALUE;
    }

    private long lastEnd() {
        long last = Long.MIN_VALUE;
        for (int window = 0; window < runs.windows(); window++) {
            for (int type = 0; type < PlanRun.TYPE_COUNT; type++) {
                long visible = runs.visible(window, type);
                if (visible > runs.first(window, type)) {
                    last = Math.max(last, runs.endOf(window, type, visible - 1));
                }
            }
        }
        return last;
    }

    private long spacing(int plan) {
        return 50 + (moment.workload().chance(plan) & 127);
    }
}
