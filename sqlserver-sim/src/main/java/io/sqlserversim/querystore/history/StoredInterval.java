package io.sqlserversim.querystore.history;

/**
 * A runtime stats interval, and what part of it was captured. Immutable; times in {@link Ticks}.
 *
 * @param id in its epoch
 * @param ordinal in its epoch, idle ones counted: what the workload is a function of
 * @param start inclusive
 * @param end exclusive
 * @param captureFrom executions that ended before are not captured
 * @param captureTo executions that ended at or after it are not captured
 */
public record StoredInterval(long id, long ordinal, long start, long end, long captureFrom, long captureTo) {
    /**
     * Its length.
     *
     * @return in {@link Ticks}
     */
    public long length() {
        return end - start;
    }

    boolean capturedWhole() {
        return captureFrom <= start && captureTo >= end;
    }

    long minutes() {
        return Math.max(1, length() / Ticks.MINUTE);
    }

    int minuteOfDay() {
        return (int) (Math.floorMod(start, Ticks.DAY) / Ticks.MINUTE);
    }
}
