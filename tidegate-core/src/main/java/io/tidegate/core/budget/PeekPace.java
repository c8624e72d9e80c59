package io.tidegate.core.budget;

import java.time.Duration;

/**
 * How often a database can be peeked at within its server's budget: all peeks of a server together are to take no more
 * than half of what peeks may use, so that one after the other still fits when they cost twice as much. Immutable.
 *
 * @param budget the server's budget
 * @param cores its cores
 * @param databases how many databases are peeked at there, at least 1
 */
public record PeekPace(HeavyBudget budget, int cores, int databases) {
    private static final double SHARE = 0.5 * Rank.PEEK.percent() / 100;

    /**
     * The time from one peek to the next.
     *
     * @param took how long a peek held the server
     * @param cpu what it cost there
     * @return zero where nothing is limited
     */
    public Duration spacing(Duration took, Duration cpu) {
        if (budget.isUnlimited()) {
            return Duration.ZERO;
        }
        double byTime = ratio(took, budget.heavyTime());
        double byCpu = ratio(cpu, budget.cpuTime(cores));
        double hours = databases * Math.max(byTime, byCpu) / SHARE;
        return Duration.ofNanos((long) Math.min(hours * HeavyBudget.WINDOW.toNanos(), Long.MAX_VALUE / 4.0));
    }

    private static double ratio(Duration part, Duration whole) {
        return (double) part.toNanos() / whole.toNanos();
    }
}
