package io.tidegate.bench.cost;

import java.time.Duration;

/**
 * Which stretch of which workload is read. Immutable.
 *
 * @param plans plans at first; two thirds as many queries
 * @param intervalMinutes INTERVAL_LENGTH_MINUTES
 * @param historyHours how much history lies behind at first contact
 * @param minutes length of the stretch, a multiple of two intervals
 * @param seed decides the workload
 */
record CostPlan(int plans, int intervalMinutes, int historyHours, int minutes, long seed) {
    private static final int CATCH_UP_INTERVALS = 4;

    /** Until an interval has settled and what it names was read. */
    private static final int SETTLING_INTERVALS = 3;

    /** How long the history is dug up before the stretch begins. */
    Duration catchUp() {
        return Duration.ofMinutes((long) CATCH_UP_INTERVALS * intervalMinutes);
    }

    /** Half of the stretch. */
    Duration half() {
        return Duration.ofMinutes(minutes / 2);
    }

    /** A new query with a plan comes with each interval, as long as it can be read in the first half of the stretch. */
    int births() {
        return historyIntervals() + CATCH_UP_INTERVALS + minutes / 2 / intervalMinutes - SETTLING_INTERVALS;
    }

    int historyIntervals() {
        return historyHours * 60 / intervalMinutes;
    }
}
