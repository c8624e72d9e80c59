package io.sqlserversim.instance;

/**
 * How hard an instance works for others, as its views about schedulers, memory grants and availability groups say. It
 * makes no statement slower. Immutable.
 *
 * @param runnableTasks tasks that wait for a CPU, on each scheduler
 * @param waitingGrants statements that wait for a memory grant
 * @param workers worker threads in use, on all schedulers together
 * @param logSendKilobytes log that each database in an availability group has not sent yet
 */
public record Pressure(int runnableTasks, int waitingGrants, int workers, long logSendKilobytes) {
    /** Nobody waits. */
    public static final Pressure NONE = new Pressure(0, 0, 32, 0);

    /** Checks that nothing is negative. */
    public Pressure {
        if (runnableTasks < 0 || waitingGrants < 0 || workers < 0 || logSendKilobytes < 0) {
            throw new IllegalArgumentException("pressure cannot be negative");
        }
    }
}
