package io.tidegate.sqlserver.read;

import io.tidegate.core.model.StatsKey;
import io.tidegate.sqlserver.catalog.Binding;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a kind to read, and in what order. Immutable.
 *
 * @param firstIntervalId lowest interval id, inclusive
 * @param lastIntervalId highest interval id, inclusive
 * @param byPlan whether rows come by plan first, as 2016 to 2019 cluster runtime rows; else by interval first
 * @param after the last key of that kind already had, in that order; null for none
 */
public record StatsRange(
        long firstIntervalId,
        long lastIntervalId,
        boolean byPlan,
        @Nullable StatsKey after) {
    /** Checks that the range is not empty. */
    public StatsRange {
        if (lastIntervalId < firstIntervalId) {
            throw new IllegalArgumentException(
                    "lastIntervalId must not be below " + firstIntervalId + ", was " + lastIntervalId);
        }
    }

    /**
     * Binds what every statement over a range takes.
     *
     * @param statement bound to a database
     * @param from the key behind which rows begin
     * @param maxRows how many rows it gives at most
     * @param hasReplicaGroup whether the statement knows replica groups
     * @return the same binding
     */
    Binding bind(Binding statement, StatsKey from, long maxRows, boolean hasReplicaGroup) {
        statement
                .set("max_rows", maxRows)
                .set("first_interval_id", firstIntervalId)
                .set("last_interval_id", lastIntervalId)
                .set("after_interval_id", from.intervalId())
                .set("after_plan_id", from.planId())
                .set("after_execution_type", from.executionType());
        return hasReplicaGroup ? statement.set("after_replica_group_id", from.replicaGroup()) : statement;
    }

    /**
     * The same, further on.
     *
     * @param key the last key had
     * @return behind that key
     */
    public StatsRange behind(@Nullable StatsKey key) {
        return key == null ? this : new StatsRange(firstIntervalId, lastIntervalId, byPlan, key);
    }
}
