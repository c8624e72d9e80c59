package io.sqlserversim.querystore.workload;

import java.util.Arrays;
import java.util.OptionalLong;

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
    private static final long LOG_BYTES_PER_WRITE = 376;

    private final long application;
    private final Manner manner;
    private final long[] durations = new long[PATTERN];
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
        this.manner = workload.spec().manner();
    }

    /**
     * Turns to a row.
     *
     * @param run the plan in its interval
     * @param typeIndex 0 to 2
     */
    public void load(PlanRun run, int typeIndex) {
        long query = Mix.of(application, run.content);
        long plan = Mix.of(query, run.variant);
        boolean writes = run.writes();
        int size = size(query, run.content);
        long scale = (208 + (run.mixed >>> 32 & 127)) * (12 + Mix.below(plan, 0, 13)) * slowness(run); // 1 is 4096
        aborted = typeIndex == 1;
        cpuShare = 40 + Mix.below(plan, 8, 200);
        dop = size >= 9 ? 1 << (1 + Mix.below(plan, 20, 3)) : 1;
        readsBase = Math.max(3, ((4L << size << manner.weight()) * scale) >> 12);
        writesBase = writes ? 1 + (size >> 1) : 0;
        rowsBase = 1L << Math.min(size, Mix.below(query, 40, 12));
        grantPages = size >= 5 ? 128L << Mix.below(plan, 30, 6) : 0;
        spillPages = size >= 10 && (plan & 7) == 0 ? 4_000 : 0;
        phase = (int) (run.mixed >>> 44);
        durations(Math.max(64, ((200L << size << manner.weight()) * scale) >> 12) >> typeIndex);
    }

    private int slowness(PlanRun run) {
        if (run.content == 0 && run.ordinal == 1) {
            return 40;
        }
        int oneIn = manner.slowOneIn();
        return oneIn > 0 && run.content % oneIn == 0 && run.ordinal % 2 == 1 ? 24 : 1;
    }

    /**
     * What an execution costs, by its place in the pattern.
     *
     * @param metric which measure
     * @param into gets {@link #PATTERN} costs in the metric's unit
     */
    public void costs(Metric metric, long[] into) {
        switch (metric) {
            case DURATION -> System.arraycopy(durations, 0, into, 0, PATTERN);
            case CPU_TIME -> cpuMicros(into);
            case LOGICAL_IO_READS -> weighted(readsBase, 5, 1, 0, into);
            case LOGICAL_IO_WRITES -> weighted(writesBase, 3, 1, 0, into);
            case PHYSICAL_IO_READS -> weighted(readsBase, 5, 1, 7, into);
            case CLR_TIME, PAGE_SERVER_IO_READS, DOP, QUERY_MAX_USED_MEMORY, TEMPDB_SPACE_USED ->
                Arrays.fill(into, same(metric).orElseThrow());
            case ROWCOUNT -> weighted(aborted ? 0 : rowsBase, 9, 1, 0, into);
            case NUM_PHYSICAL_IO_READS -> weighted(readsBase, 5, 1, 10, into);
            case LOG_BYTES_USED -> weighted(writesBase, 3, LOG_BYTES_PER_WRITE, 0, into);
        }
    }

    /**
     * What each execution costs, of a metric in which all cost the same.
     *
     * @param metric which measure
     * @return in the metric's unit; empty where they differ
     */
    public OptionalLong same(Metric metric) {
        return switch (metric) {
            case CLR_TIME, PAGE_SERVER_IO_READS -> OptionalLong.of(0);
            case DOP -> OptionalLong.of(dop);
            case QUERY_MAX_USED_MEMORY -> OptionalLong.of(grantPages);
            case TEMPDB_SPACE_USED -> OptionalLong.of(spillPages);
            case DURATION,
                    CPU_TIME,
                    LOGICAL_IO_READS,
                    LOGICAL_IO_WRITES,
                    PHYSICAL_IO_READS,
                    ROWCOUNT,
                    NUM_PHYSICAL_IO_READS,
                    LOG_BYTES_USED -> OptionalLong.empty();
        };
    }

    /** The time of an execution that was spent waiting, in µs, by its place in the pattern. */
    void waitMicros(long[] into) {
        for (int i = 0; i < PATTERN; i++) {
            into[i] = durations[i] - ((durations[i] * cpuShare) >> 8);
        }
    }

    private void cpuMicros(long[] into) {
        for (int i = 0; i < PATTERN; i++) {
            into[i] = ((durations[i] * cpuShare) >> 8) * dop;
        }
    }

    private void durations(long base) {
        if (aborted) {
            for (int i = 0; i < PATTERN; i++) {
                durations[i] = TIMEOUT_MICROS + ((i + phase) & (PATTERN - 1)) * 1_017L;
            }
        } else {
            weighted(base, 0, 1, 0, durations);
        }
    }

    private void weighted(long base, int turn, long factor, int rarer, long[] into) {
        for (int i = 0; i < PATTERN; i++) {
            into[i] = ((base * WEIGHTS[(i + turn + phase) & (PATTERN - 1)]) >> 6 >> rarer) * factor;
        }
    }

    /** How large a query is, 0 to 11; those from 9 on run in parallel. */
    static int size(long mixedQuery, int content) {
        return Mix.below(mixedQuery, 0, content < 8 ? 5 : 12);
    }
}
