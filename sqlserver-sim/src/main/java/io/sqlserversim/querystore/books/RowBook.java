package io.sqlserversim.querystore.books;

/**
 * The truth about one natural key of an interval. Immutable.
 *
 * @param planId the plan
 * @param executionType 0 regular, 3 aborted, 4 exception
 * @param replicaGroupId 1 for the local one
 * @param executions how many
 * @param totalDurationMicros over all executions
 * @param totalCpuMicros over all executions
 */
public record RowBook(
        long planId,
        int executionType,
        long replicaGroupId,
        long executions,
        long totalDurationMicros,
        long totalCpuMicros) {}
