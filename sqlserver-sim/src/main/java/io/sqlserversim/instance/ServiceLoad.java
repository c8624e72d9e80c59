package io.sqlserversim.instance;

import org.jspecify.annotations.Nullable;

/**
 * How much of what was bought a database of Azure SQL Database uses, as its view of resource statistics says; it makes no
 * statement slower. Immutable; percents of the limits of its service tier, in a pool of those of one database there.
 *
 * @param cpuPercent CPU
 * @param dataIoPercent reads and writes of data
 * @param logWritePercent log written
 * @param workerPercent requests that run
 * @param sessionPercent sessions
 * @param memoryPercent memory, the buffer pool among it
 * @param instanceCpuPercent CPU of the whole engine that hosts it: all databases of its pool, and the service's own work
 * @param cores virtual cores; null where it was bought in DTUs
 */
public record ServiceLoad(
        double cpuPercent,
        double dataIoPercent,
        double logWritePercent,
        double workerPercent,
        double sessionPercent,
        double memoryPercent,
        double instanceCpuPercent,
        @Nullable Double cores) {
    /** Next to nothing, on two cores whose buffer pool is full, as it is on most. */
    public static final ServiceLoad IDLE = new ServiceLoad(0.5, 0, 0, 0.5, 0.1, 94, 2.5, 2.0);
}
