package io.tidegate.core.model;

/** The natural key of a row inside its series, for either kind. Immutable; keys of one kind have one order. */
public sealed interface StatsKey permits RuntimeKey, WaitKey {
    /**
     * The interval.
     *
     * @return runtime_stats_interval_id
     */
    long intervalId();

    /**
     * The replica group.
     *
     * @return replica_group_id; 1 where the source has no such column
     */
    long replicaGroup();

    /**
     * The plan.
     *
     * @return plan_id; negative while the source has not settled it
     */
    long planId();

    /**
     * How the executions ended.
     *
     * @return 0 regular, 3 aborted, 4 exception
     */
    int executionType();
}
