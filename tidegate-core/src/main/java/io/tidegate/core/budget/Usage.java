package io.tidegate.core.budget;

import java.time.Duration;
import java.util.Locale;

/**
 * What the last hour has cost a server, beside its limits. Immutable.
 *
 * @param heavyUsed time for which leases were held, those under way included
 * @param heavyLimit its limit
 * @param cpuUsed CPU of our sessions, light ones included, summed over cores
 * @param cpuLimit its limit
 * @param lightUsed the part of the CPU that was used without a lease: probes and other light looks
 * @param cores cores that the limit was reckoned with
 * @param areCoresAssumed whether they could not be read and one was assumed
 * @param isEstimated whether the CPU of some lease could not be read and is its elapsed time
 */
public record Usage(
        Duration heavyUsed,
        Duration heavyLimit,
        Duration cpuUsed,
        Duration cpuLimit,
        Duration lightUsed,
        int cores,
        boolean areCoresAssumed,
        boolean isEstimated) {
    private static final double MILLIS = 1_000.0;

    /**
     * The amounts, for a user.
     *
     * @return one phrase
     */
    public String words() {
        return String.format(
                Locale.ROOT,
                "%.1f s of %.1f s heavy time and %.1f s of %.1f s CPU (light %.1f s) used in an hour (%d core%s%s)%s",
                seconds(heavyUsed),
                seconds(heavyLimit),
                seconds(cpuUsed),
                seconds(cpuLimit),
                seconds(lightUsed),
                cores,
                cores == 1 ? "" : "s",
                areCoresAssumed ? ", assumed" : "",
                isEstimated ? ", estimated" : "");
    }

    private static double seconds(Duration d) {
        return d.toMillis() / MILLIS;
    }
}
