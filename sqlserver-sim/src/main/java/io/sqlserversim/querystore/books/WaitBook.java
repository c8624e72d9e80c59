package io.sqlserversim.querystore.books;

/**
 * The truth about one natural key of an interval's wait stats. Immutable.
 *
 * @param planId the plan
 * @param waitCategory what was waited for
 * @param executionType 0 regular, 3 aborted, 4 exception
 * @param replicaGroupId 1 for the local one
 * @param totalWaitMillis over all executions, more than 0
 */
public record WaitBook(long planId, int waitCategory, int executionType, long replicaGroupId, long totalWaitMillis) {}
