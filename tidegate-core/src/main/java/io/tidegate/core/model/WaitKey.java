package io.tidegate.core.model;

import java.util.Comparator;

/**
 * The natural key of a row of wait stats inside its series, in the order in which every version clusters them. Immutable.
 *
 * @param intervalId runtime_stats_interval_id
 * @param replicaGroup replica_group_id; 1 where the source has no such column
 * @param planId plan_id
 * @param waitCategory wait_category, 0 to 23
 * @param executionType 0 regular, 3 aborted, 4 exception
 */
public record WaitKey(long intervalId, long replicaGroup, long planId, int waitCategory, int executionType)
        implements StatsKey, Comparable<WaitKey> {
    private static final Comparator<WaitKey> ORDER = Comparator.comparingLong(WaitKey::intervalId)
            .thenComparingLong(WaitKey::replicaGroup)
            .thenComparingLong(WaitKey::planId)
            .thenComparingInt(WaitKey::waitCategory)
            .thenComparingInt(WaitKey::executionType);

    @Override
    public int compareTo(WaitKey other) {
        return ORDER.compare(this, other);
    }
}
