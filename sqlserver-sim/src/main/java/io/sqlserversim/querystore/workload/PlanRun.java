package io.sqlserversim.querystore.workload;

/**
 * How often one plan runs in one interval, and what the executions are like. Set by {@link Workload#run}; confined to
 * one thread and used again for the next plan.
 */
public final class PlanRun {
    private static final int[] TYPES = {0, 3, 4};

    /** How many execution types there are. */
    public static final int TYPE_COUNT = TYPES.length;

    final long[] executions = new long[TYPE_COUNT];
    long mixed;
    int content;
    int ordinal;
    int variant;
    boolean writes;

    /** Nothing runs yet. */
    public PlanRun() {}

    /**
     * The number of an execution type: 0 regular, 3 aborted, 4 exception.
     *
     * @param typeIndex 0 to 2
     * @return the number that the views show
     */
    public static int typeOf(int typeIndex) {
        return TYPES[typeIndex];
    }

    /**
     * Executions over the whole interval, were all of it captured.
     *
     * @param typeIndex 0 to 2
     * @return 0 when there is no such row
     */
    public long executions(int typeIndex) {
        return executions[typeIndex];
    }

    /**
     * Whether it runs at all.
     *
     * @return true when any type has executions
     */
    public boolean runs() {
        return (executions[0] | executions[1] | executions[2]) != 0;
    }

    /**
     * Whether the statement writes, which no readable replica can.
     *
     * @return true for updates
     */
    public boolean writes() {
        return writes;
    }

    /**
     * Where in its even share of the interval each execution ends.
     *
     * @param typeIndex 0 to 2
     * @param length of the interval
     * @return 0 to {@code length - 1}
     */
    public long jitter(int typeIndex, long length) {
        return (Mix.of(mixed, typeIndex) >>> 2) % length;
    }

    /**
     * How long after its end an execution gets into the store's memory: up to 2 s, for one row in sixteen up to 20 s.
     *
     * @return in steps of 100 ns
     */
    public long lagTicks() {
        int millis = 500 + Mix.below(mixed, 3, 1_500);
        return 10_000L * ((mixed >>> 55 & 15) == 0 ? millis * 10L : millis);
    }
}
