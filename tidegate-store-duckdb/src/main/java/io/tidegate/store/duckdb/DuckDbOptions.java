package io.tidegate.store.duckdb;

import java.time.Duration;

/**
 * Settings of the embedded store. Immutable.
 *
 * @param memoryLimitMb what DuckDB's buffers may take, in MiB; the process takes more than that, since allocations outside
 *     of the buffer manager are not counted
 * @param threads DuckDB's own threads, at least 1
 * @param checkpointThresholdMb size of the write-ahead log, in MiB, at which a commit writes it into the file
 * @param callLimit how long a call may take, the wait for its turn included
 * @param collectorReaders threads for the collector's own reads
 * @param historyReaders threads for pages, reports and a user's SQL; these never take the collector's
 * @param queueCapacity calls that may wait for the writer
 */
public record DuckDbOptions(
        int memoryLimitMb,
        int threads,
        int checkpointThresholdMb,
        Duration callLimit,
        int collectorReaders,
        int historyReaders,
        int queueCapacity) {
    /** 256 MiB, one thread, 64 MiB of log, 30 s, two readers of each kind, 256 calls waiting. */
    public static final DuckDbOptions DEFAULTS = new DuckDbOptions(256, 1, 64, Duration.ofSeconds(30), 2, 2, 256);

    /** Checks the ranges. */
    public DuckDbOptions {
        atLeast("memoryLimitMb", memoryLimitMb, 64);
        atLeast("threads", threads, 1);
        atLeast("checkpointThresholdMb", checkpointThresholdMb, 1);
        atLeast("collectorReaders", collectorReaders, 1);
        atLeast("historyReaders", historyReaders, 1);
        atLeast("queueCapacity", queueCapacity, 1);
        if (!callLimit.isPositive()) {
            throw new IllegalArgumentException("callLimit must be positive, was " + callLimit);
        }
    }

    private static void atLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", was " + value);
        }
    }

    /**
     * The same with another memory limit.
     *
     * @param mb MiB
     * @return a copy
     */
    public DuckDbOptions withMemoryLimitMb(int mb) {
        return new DuckDbOptions(
                mb, threads, checkpointThresholdMb, callLimit, collectorReaders, historyReaders, queueCapacity);
    }

    /**
     * The same with another checkpoint threshold.
     *
     * @param mb MiB
     * @return a copy
     */
    public DuckDbOptions withCheckpointThresholdMb(int mb) {
        return new DuckDbOptions(
                memoryLimitMb, threads, mb, callLimit, collectorReaders, historyReaders, queueCapacity);
    }

    /**
     * The same with another time limit.
     *
     * @param limit positive
     * @return a copy
     */
    public DuckDbOptions withCallLimit(Duration limit) {
        return new DuckDbOptions(
                memoryLimitMb, threads, checkpointThresholdMb, limit, collectorReaders, historyReaders, queueCapacity);
    }
}
