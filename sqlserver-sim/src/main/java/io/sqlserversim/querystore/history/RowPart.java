package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.workload.Aggregate;
import io.sqlserversim.querystore.workload.Metric;
import io.sqlserversim.querystore.workload.RowCosts;
import io.sqlserversim.querystore.workload.RowWaits;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The executions that make up one row: of one plan and execution type in one interval, out of each stretch of capture a
 * range. Confined to one thread and used again for the next row.
 */
public final class RowPart {
    private final PlanRuns runs;
    private final long[] pattern = new long[RowCosts.PATTERN];
    private final List<RowCosts> costs = new ArrayList<>();
    private long[] from = new long[1];
    private long[] to = new long[1];
    private int windows;
    private int typeIndex;
    private int loaded; // of the costs: those of the first so many windows are this row's

    /**
     * A part of the rows of a walk; empty.
     *
     * @param runs stands at the row's plan whenever this is asked
     */
    public RowPart(PlanRuns runs) {
        this.runs = runs;
    }

    /**
     * Turns to what has been written by the last flush.
     *
     * @param type index of the execution type
     * @return this
     */
    public RowPart flushed(int type) {
        turn(type);
        for (int i = 0; i < windows; i++) {
            set(i, runs.first(i, type), runs.flushed(i, type));
        }
        return this;
    }

    /**
     * Turns to what is visible but not written.
     *
     * @param type index of the execution type
     * @return this
     */
    public RowPart inMemory(int type) {
        turn(type);
        for (int i = 0; i < windows; i++) {
            set(i, runs.flushed(i, type), runs.visible(i, type));
        }
        return this;
    }

    /**
     * Turns to all that has been executed by an instant and is or will be captured.
     *
     * @param type index of the execution type
     * @param time in {@link Ticks}
     * @return this
     */
    public RowPart captured(int type, long time) {
        turn(type);
        for (int i = 0; i < windows; i++) {
            set(i, runs.first(i, type), runs.captured(i, type, time));
        }
        return this;
    }

    private void turn(int type) {
        typeIndex = type;
        loaded = 0;
        windows = runs.windows();
        if (from.length < windows) {
            from = new long[windows];
            to = new long[windows];
        }
    }

    private void set(int window, long first, long past) {
        boolean any = runs.run(window).executions(typeIndex) > 0;
        from[window] = any ? first : 0;
        to[window] = any ? past : 0;
    }

    /**
     * How many executions.
     *
     * @return 0 when there is no such row
     */
    public long executions() {
        long executions = 0;
        for (int i = 0; i < windows; i++) {
            executions += to[i] - from[i];
        }
        return executions;
    }

    /**
     * When the first of them ended.
     *
     * @return in {@link Ticks}
     */
    public long firstEnd() {
        int window = 0;
        while (from[window] >= to[window]) {
            window++;
        }
        return runs.endOf(window, typeIndex, from[window]);
    }

    /**
     * When the last of them ended.
     *
     * @return in {@link Ticks}
     */
    public long lastEnd() {
        int window = windows - 1;
        while (from[window] >= to[window]) {
            window--;
        }
        return runs.endOf(window, typeIndex, to[window] - 1);
    }

    /**
     * Sums up what they cost.
     *
     * @param metric which measure
     * @param into gets the sums; not empty unless this is
     */
    public void sum(Metric metric, Aggregate into) {
        into.begin();
        for (int i = 0; i < windows; i++) {
            if (to[i] > from[i]) {
                RowCosts row = costs(i);
                OptionalLong same = row.same(metric);
                if (same.isPresent()) {
                    into.addSame(to[i] - from[i], same.getAsLong());
                } else {
                    row.costs(metric, pattern);
                    into.add(from[i], to[i], pattern);
                }
            }
        }
    }

    /**
     * Sums up what they waited for.
     *
     * @param waits turned to the plan
     * @param index of the category
     * @param into gets the sums
     */
    public void sumWaits(RowWaits waits, int index, Aggregate into) {
        into.begin();
        for (int i = 0; i < windows; i++) {
            if (to[i] > from[i]) {
                waits.waitMillis(costs(i), index, pattern);
                into.add(from[i], to[i], pattern);
            }
        }
    }

    /** Those of a window, loaded once per row: a row is asked for each of its metrics. */
    private RowCosts costs(int window) {
        while (costs.size() <= window) {
            costs.add(new RowCosts(runs.workload()));
        }
        for (; loaded <= window; loaded++) {
            costs.get(loaded).load(runs.run(loaded), typeIndex);
        }
        return costs.get(window);
    }
}
