package io.tidegate.core.budget;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * How many cadences a server's probes are to lie apart, by what the last ones cost: one, unless light work alone would use up the
 * CPU budget; then so many that it takes half, since it cannot wait for a budget that it has spent itself, and the other half is for
 * reading. Thread-safe.
 *
 * <p>By the cost of a probe and not by what the hour has used, which falls with the probes: it would swing.
 */
public final class LightPace {
    /** More than that and an open interval would be seen too late to say what its time was. */
    public static final int MOST_CADENCES = 5;

    private static final int MEASURED = 10;

    /** Fewer may be the first one alone, which asks more than others. */
    private static final int LEAST = 5;

    private static final double MILLIS = 1_000.0;

    private final Duration cadence;
    private final int most;
    private final Deque<Duration> costs = new ArrayDeque<>(); // guarded by this

    /**
     * A pace.
     *
     * @param cadence how often probes are due
     * @param near how far apart two probes may lie at most, so that the later one tells of the time between
     */
    public LightPace(Duration cadence, Duration near) {
        this.cadence = cadence;
        long fit = near.toNanos() / cadence.toNanos() - 1; // a probe itself takes time
        this.most = Math.clamp(fit, 1, MOST_CADENCES);
    }

    /**
     * How far apart probes are to be, and why.
     *
     * @param cadences 1 to {@link #MOST_CADENCES}
     * @param words for a user; empty when they come at each cadence
     */
    public record Spacing(int cadences, String words) {}

    /**
     * A probe was due, and what light work has cost since the one before it.
     *
     * @param cpu by the server's counters
     */
    public synchronized void cost(Duration cpu) {
        costs.addLast(cpu);
        if (costs.size() > MEASURED) {
            costs.removeFirst();
        }
    }

    /**
     * By the last probes.
     *
     * @param limit the CPU budget of an hour
     * @return one cadence until some have been measured
     */
    public synchronized Spacing spacing(Duration limit) {
        if (costs.size() < LEAST || !limit.isPositive()) {
            return new Spacing(1, "");
        }
        Duration sum = costs.stream().reduce(Duration.ZERO, Duration::plus);
        double each = sum.toNanos() / (double) costs.size();
        double hour = each * HeavyBudget.WINDOW.toNanos() / cadence.toNanos();
        if (hour <= limit.toNanos()) {
            return new Spacing(1, "");
        }
        int cadences = (int) Math.min(most, Math.ceil(2 * hour / limit.toNanos()));
        return new Spacing(cadences, words(cadences, hour, limit));
    }

    private String words(int cadences, double hourNanos, Duration limit) {
        String cost = String.format(
                Locale.ROOT,
                "probes alone would use %.1f s of the %.1f s CPU that budgets.cpu allows in an hour",
                hourNanos / MILLIS / MILLIS / MILLIS,
                limit.toMillis() / MILLIS);
        return cadences == 1
                ? cost + "; they cannot come less often"
                : cost + ", so they come every "
                        + cadence.multipliedBy(cadences).toSeconds() + " s";
    }
}
