package io.tidegate.sqlserver.session;

/**
 * How a heavy statement ended, and what it delivered. Immutable.
 *
 * @param how complete, or what cut it
 * @param rows rows taken
 * @param bytes as the budgets count them
 */
public record ReadEnd(How how, long rows, long bytes) {
    /** What ended a read. */
    public enum How {
        /** The server said that this was all. */
        COMPLETE,
        /** The row limit. */
        ROWS,
        /** The byte limit. */
        BYTES,
        /** The time limit of the statement. */
        TIME,
        /** The step's deadline. */
        DEADLINE,
        /** Somebody asked the step to stop. */
        CANCELLED,
        /** Another session waited for ours. */
        BLOCKING
    }

    /**
     * Whether there is nothing more to read.
     *
     * @return true unless it was cut
     */
    public boolean isComplete() {
        return how == How.COMPLETE;
    }
}
