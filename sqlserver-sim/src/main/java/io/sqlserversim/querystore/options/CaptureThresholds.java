package io.sqlserversim.querystore.options;

/**
 * QUERY_CAPTURE_POLICY: a statement is captured once one of the first three is reached within the last. Immutable.
 *
 * @param executionCount EXECUTION_COUNT
 * @param compileCpuMs TOTAL_COMPILE_CPU_TIME_MS
 * @param executionCpuMs TOTAL_EXECUTION_CPU_TIME_MS
 * @param staleHours STALE_CAPTURE_POLICY_THRESHOLD in hours, 1 to 168
 */
public record CaptureThresholds(int executionCount, long compileCpuMs, long executionCpuMs, int staleHours) {
    /** Those of AUTO, with which CUSTOM begins: 30 executions, 1,000 ms, 100 ms, a day. */
    public static final CaptureThresholds AUTO = new CaptureThresholds(30, 1_000, 100, 24);
}
