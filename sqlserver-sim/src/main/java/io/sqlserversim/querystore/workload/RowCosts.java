package io.sqlserversim.querystore.workload;

/**
 * What the executions of one plan cost in one interval. Execution j of a row costs what its place in a pattern of 16
 * says, so that sums over any range of executions are exact, cheap, and add up. Confined to one thread and used again
 * for the next row.
 */
public final class RowCosts {
    /** One pattern's length; execution {@code j} has the place {@code j & (PATTERN - 1)}. */
    public static final int PATTERN = 16;

    private static final int[] WEIGHTS = {50, 98, 57, 41, 66, 84, 38, 60, 122, 47, 70, 52, 76, 45, 63, 55}; // mean 64
    private static final long TIMEOUT_MICROS = 30_000_000;

    private final long application;
    private long durationBase;
    private int cpuShare;
    private int dop;
    private long readsBase;
    private long writesBase;
    private long rowsBase;
    private long grantPages;
    private long spillPages;
    private int phase;
    private boolean aborted;

    /**
     * Costs of an application's plans.
     *
     * @param workload whose
     */
    public RowCosts(Workload workload) {
        this.application = Mix.of(workload.spec().application());
    }

    /**
     * Turns to a row.
     *
     * @param run the plan in its interval
     * @param typeIndex 0 to 2
     */
    public void load(PlanRun run, int typeIndex) {
        long query = Mix.of(application, run.content);
        long plan = Mix.of(query, run.ordinal);
        boolean slow = run.content == 0 && run.ordinal == 1;
        boolean writes = run.content % 5 == 2;
        int size = size(query, run.content);
        long scale = (208 + (run.mixed >>> 32 & 127)) * (12 + Mix.below(plan, 0, 13)) * (slow ? 40 : 1); // 1 is 4096
        aborted = typeIndex == 1;
        durationBase = aborted ? TIMEOUT_MICROS : Math.max(64, ((200L << size) * scale) >> 12) >> typeIndex;
        cpuShare = 40 + Mix.below(plan, 8, 200);
        dop = size >= 9 ? 1 << (1 + Mix.below(plan, 20, 3)) : 1;
        readsBase = Math.max(3, ((4L << size) * scale) >> 12);
        writesBase = writes ? 1 + (size >> 1) : 0;
        rowsBase = 1L << Math.min(size, Mix.below(query, 40, 12));
        grantPages = size >= 5 ? 128L << Mix.below(plan, 30, 6) : 0;
        spillPages = size >= 10 && (plan & 7) == 0 ? 4_000 : 0;
        phase = (int) (run.mixed >>> 44);
    }

    /**
     * What one execution costs.
     *
     * @param metric which measure
     * @param place of the execution in the pattern
     * @return in the metric's unit
     */
    public long cost(Metric metric, int place) {
        return switch (metric) {
            case DURATION -> duration(place);
            case CPU_TIME -> ((duration(place) * cpuShare) >> 8) * dop;
            case LOGICAL_IO_READS -> weighted(readsBase, place + 5);
            case LOGICAL_IO_WRITES -> weighted(writesBase, place + 3);
            case PHYSICAL_IO_READS -> weighted(readsBase, place + 5) >> 7;
            case CLR_TIME, PAGE_SERVER_IO_READS -> 0;
            case DOP -> dop;
            case QUERY_MAX_USED_MEMORY -> grantPages;
            case ROWCOUNT -> aborted ? 0 : weighted(rowsBase, place + 9);
            case NUM_PHYSICAL_IO_READS -> weighted(readsBase, place + 5) >> 10;
            case LOG_BYTES_USED -> weighted(writesBase, place + 3) * 376;
            case TEMPDB_SPACE_USED -> spillPages;
        };
    }

    /**
     * The time of one execution that was spent waiting, not on a processor.
     *
     * @param place of the execution in the pattern
     * @return µs
     */
    long waitMicros(int place) {
        long duration = duration(place);
        return duration - ((duration * cpuShare) >> 8);
    }

    /** How large a query is, 0 to 11; those from 9 on run in parallel. */
    static int size(long mixedQuery, int content) {
        return Mix.below(mixedQuery, 0, content < 8 ? 5 : 12);
    }

    private long duration(int place) {
        return aborted ? durationBase + ((place + phase) & 15) * 1_017L : weighted(durationBase, place);
    }

    private long weighted(long base, int place) {
        return (base * WEIGHTS[(place + phase) & 15]) >> 6;
    }
}
