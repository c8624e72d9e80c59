package io.tidegate.bench.overlap.day;

import java.time.Duration;

/**
 * What day it shall be. Immutable.
 *
 * @param length how long by the virtual clock; whole minutes
 * @param seed decides workloads and faults
 * @param restoredPlans plans of the restored database, of which every tenth runs in an interval; 100 or more
 * @param hasContendedHours whether there are times in which the third server's plan catalogue takes half a minute to read
 */
public record DayPlan(Duration length, long seed, int restoredPlans, boolean hasContendedHours) {
    /** With 640 intervals of 400 rows each: more than the backfill can read in a day of such statements. */
    private static final int BIG = 4_000;

    private static final int SMALL = 400;

    /**
     * A whole day, or several, with a big restored database and contended hours.
     *
     * @param length how long
     * @param seed decides workloads and faults
     * @return the plan
     */
    public static DayPlan full(Duration length, long seed) {
        return new DayPlan(length, seed, BIG, true);
    }

    /**
     * A stretch for a quick look: a smaller database, and no contended hours, which would outweigh the rest.
     *
     * @param length how long
     * @param seed decides workloads and faults
     * @return the plan
     */
    public static DayPlan brief(Duration length, long seed) {
        return new DayPlan(length, seed, SMALL, false);
    }
}
