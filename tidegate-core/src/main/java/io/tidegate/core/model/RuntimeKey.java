package io.tidegate.core.model;

/**
 * The natural key of a runtime stats row inside its series, in the order in which SQL Server 2022 and later cluster
 * them. Immutable.
 *
 * @param intervalId runtime_stats_interval_id
 * @param replicaGroup replica_group_id; 1 where the source has no such column
 * @param planId plan_id
 * @param executionType 0 regular, 3 aborted, 4 exception
 */
public record RuntimeKey(long intervalId, long replicaGroup, long planId, int executionType)
        implements StatsKey, Comparable<RuntimeKey> {
    @Override
    public int compareTo(RuntimeKey other) {
        int c = Long.compare(intervalId, other.intervalId);
        c = c != 0 ? c : Long.compare(replicaGroup, other.replicaGroup);
        c = c != 0 ? c : Long.compare(planId, other.planId);
        return c != 0 ? c : Integer.compare(executionType, other.executionType);
    }

    /**
     * Order of SQL Server 2016 to 2019: by plan, then interval, then type.
     *
     * @param other the other key
     * @return as {@link Comparable#compareTo}
     */
    public int compareByPlan(RuntimeKey other) {
        int c = Long.compare(planId, other.planId);
        return c != 0 ? c : compareTo(other);
    }
}
