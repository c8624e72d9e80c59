package io.tidegate.core.budget;

import java.time.Duration;

/**
 * What our heavy work may cost one server in any hour. Immutable.
 *
 * <p>The CPU limit in seconds is {@code cores × 3600 s × cpuPercent / 100}: 0.2 % of 4 cores are 28.8 s an hour.
 *
 * @param heavyTime how long leases may be held, all together
 * @param cpuPercent share of the server's CPU, percent of all its cores
 */
public record HeavyBudget(Duration heavyTime, double cpuPercent) {
    /** The stretch of time that a budget is for; it slides. */
    public static final Duration WINDOW = Duration.ofHours(1);

    /** 30 s and 0.2 %. */
    public static final HeavyBudget STANDARD = new HeavyBudget(Duration.ofSeconds(30), 0.2);

    /** All of an hour and all cores: nothing ever waits for it. */
    public static final HeavyBudget UNLIMITED = new HeavyBudget(WINDOW, 100);

    private static final int PERCENT = 100;

    /** Checks that both are above zero and not more than there is. */
    public HeavyBudget {
        if (!heavyTime.isPositive() || heavyTime.compareTo(WINDOW) > 0) {
            throw new IllegalArgumentException("heavyTime must be above zero and at most an hour, was " + heavyTime);
        }
        if (!(cpuPercent > 0) || cpuPercent > PERCENT) {
            throw new IllegalArgumentException("cpuPercent must be above 0 and at most 100, was " + cpuPercent);
        }
    }

    /**
     * The CPU limit in an hour.
     *
     * @param cores of the server, at least 1
     * @return CPU time, summed over cores
     */
    public Duration cpuTime(int cores) {
        return Duration.ofNanos(Math.round(WINDOW.toNanos() * cpuPercent / PERCENT * cores));
    }

    /**
     * Whether nothing is limited.
     *
     * @return true for a whole hour and all of the CPU
     */
    public boolean isUnlimited() {
        return heavyTime.equals(WINDOW) && cpuPercent >= PERCENT;
    }
}
