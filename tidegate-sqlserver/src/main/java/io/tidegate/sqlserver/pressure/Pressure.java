package io.tidegate.sqlserver.pressure;

import org.jspecify.annotations.Nullable;

/**
 * How hard a server works for others at one moment. Immutable; a figure is null where it could not be read.
 *
 * @param runnablePerScheduler tasks that wait for a CPU, on average per scheduler
 * @param workers worker threads in use
 * @param maxWorkers how many there may be
 * @param waitingGrants statements that wait for a memory grant
 * @param logSendKilobytes the longest queue of log that a replica has not been sent yet
 */
public record Pressure(
        @Nullable Double runnablePerScheduler,
        @Nullable Long workers,
        @Nullable Long maxWorkers,
        @Nullable Long waitingGrants,
        @Nullable Long logSendKilobytes) {
    /** Nothing could be read. */
    public static final Pressure UNKNOWN = new Pressure(null, null, null, null, null);
}
