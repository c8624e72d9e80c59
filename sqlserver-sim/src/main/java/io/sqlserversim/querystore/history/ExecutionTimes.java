package io.sqlserversim.querystore.history;

/**
 * When the executions of one row end: spread evenly over the interval, all shifted by one jitter. Stateless; times in
 * {@link Ticks}.
 */
final class ExecutionTimes {
    private ExecutionTimes() {}

    /** How many of {@code count} executions have ended at or before {@code time}. */
    static long endedBy(StoredInterval interval, long count, long jitter, long time) {
        if (time < interval.start() || count == 0) {
            return 0;
        }
        if (time >= interval.end()) {
            return count;
        }
        long length = interval.length();
        return Math.clamp(Math.ceilDiv((time - interval.start() + 1) * count - jitter, length), 0, count);
    }

    /** When execution {@code index} of {@code count} ends; inside the interval, ascending. */
    static long endOf(StoredInterval interval, long count, long jitter, long index) {
        return interval.start() + (index * interval.length() + jitter) / count;
    }
}
