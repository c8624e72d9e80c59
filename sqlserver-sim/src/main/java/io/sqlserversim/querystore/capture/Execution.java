package io.sqlserversim.querystore.capture;

/**
 * One execution of a statement. Immutable.
 *
 * @param text of the statement, with its parameters before it where it has some
 * @param executionType 0 regular, 3 aborted, 4 exception
 * @param durationMicros how long it took
 * @param cpuMicros CPU time
 * @param logicalReads pages
 * @param writes pages
 * @param rows returned or changed
 */
public record Execution(
        String text,
        int executionType,
        long durationMicros,
        long cpuMicros,
        long logicalReads,
        long writes,
        long rows) {}
