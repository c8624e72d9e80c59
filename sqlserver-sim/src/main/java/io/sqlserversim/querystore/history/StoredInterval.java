package io.sqlserversim.querystore.history;

import java.util.List;

/**
 * A runtime stats interval, and what parts of it were captured. Immutable; times in {@link Ticks}.
 *
 * @param id in its epoch
 * @param ordinal in its epoch, idle ones counted: what the workload is a function of
 * @param start inclusive
 * @param end exclusive
 * @param windows the stretches of capture that reach into it, by time
 */
public record StoredInterval(long id, long ordinal, long start, long end, List<Window> windows) {
    /** No interval: id 0, nothing captured. */
    public static final StoredInterval NONE = new StoredInterval(0, 0, 0, 1, List.of());

    /** Its length. */
    long length() {
        return end - start;
    }

    boolean capturedWhole() {
        return windows.size() == 1 && windows.getFirst().covers(start, end);
    }

    long minutes() {
        return Math.max(1, length() / Ticks.MINUTE);
    }

    int minuteOfDay() {
        return (int) (Math.floorMod(start, Ticks.DAY) / Ticks.MINUTE);
    }
}
