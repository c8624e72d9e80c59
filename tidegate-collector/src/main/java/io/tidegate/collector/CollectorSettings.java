package io.tidegate.collector;

import io.tidegate.core.budget.HeavyBudget;
import io.tidegate.core.ledger.ReadBudget;
import java.time.Duration;

/**
 * How often, how much, how long. Immutable.
 *
 * @param tick time between two ticks of a server
 * @param backfill time between two backfill passes of a server
 * @param deadline how long a step may hold its loop; the socket is aborted at twice this
 * @param budget what one slice may read
 * @param read how long one heavy statement may take before it is cut
 * @param planCapBytes a larger plan is recorded with its size and fetched alone
 * @param horizon how far back history is wanted, and how long facts are kept
 * @param tickEnabled whether the tick runs
 * @param backfillEnabled whether the backfill runs
 * @param heavy what heavy work may cost a server in an hour
 * @param quiet when it is left alone
 * @param enabled whether it is contacted at all
 */
public record CollectorSettings(
        Duration tick,
        Duration backfill,
        Duration deadline,
        ReadBudget budget,
        Duration read,
        long planCapBytes,
        Duration horizon,
        boolean tickEnabled,
        boolean backfillEnabled,
        HeavyBudget heavy,
        QuietHours quiet,
        boolean enabled) {
    /** 60 s, 300 s, 180 s, 64 MB, 1 MB, 400 days; no budget for the hour, which is for servers that work for somebody. */
    public static final CollectorSettings LITE = new CollectorSettings(
            Duration.ofSeconds(60),
            Duration.ofSeconds(300),
            Duration.ofSeconds(180),
            ReadBudget.STANDARD,
            Duration.ofSeconds(30),
            1L << 20,
            Duration.ofDays(400),
            true,
            true);

    /** Checks that every duration is above zero. */
    public CollectorSettings {
        if (!tick.isPositive()
                || !backfill.isPositive()
                || !deadline.isPositive()
                || !horizon.isPositive()
                || !read.isPositive()) {
            throw new IllegalArgumentException("durations must be above zero, were " + tick + ", " + backfill + ", "
                    + deadline + ", " + horizon + ", " + read);
        }
    }

    /**
     * Settings without a budget for the hour and without quiet hours.
     *
     * @param tick time between two ticks of a server
     * @param backfill time between two backfill passes of a server
     * @param deadline how long a step may hold its loop
     * @param budget what one slice may read
     * @param read how long one heavy statement may take
     * @param planCapBytes a larger plan is fetched alone
     * @param horizon how far back history is wanted
     * @param tickEnabled whether the tick runs
     * @param backfillEnabled whether the backfill runs
     */
    public CollectorSettings(
            Duration tick,
            Duration backfill,
            Duration deadline,
            ReadBudget budget,
            Duration read,
            long planCapBytes,
            Duration horizon,
            boolean tickEnabled,
            boolean backfillEnabled) {
        this(
                tick,
                backfill,
                deadline,
                budget,
                read,
                planCapBytes,
                horizon,
                tickEnabled,
                backfillEnabled,
                HeavyBudget.UNLIMITED,
                QuietHours.NEVER,
                true);
    }

    /**
     * The same at other cadences.
     *
     * @param everyTick cadence of the tick
     * @param everyBackfill cadence of the backfill
     * @return a copy
     */
    public CollectorSettings paced(Duration everyTick, Duration everyBackfill) {
        return new CollectorSettings(
                everyTick,
                everyBackfill,
                deadline,
                budget,
                read,
                planCapBytes,
                horizon,
                tickEnabled,
                backfillEnabled,
                heavy,
                quiet,
                enabled);
    }

    /**
     * The same with another budget for the hour.
     *
     * @param limits what heavy work may cost a server
     * @return a copy
     */
    public CollectorSettings costing(HeavyBudget limits) {
        return new CollectorSettings(
                tick,
                backfill,
                deadline,
                budget,
                read,
                planCapBytes,
                horizon,
                tickEnabled,
                backfillEnabled,
                limits,
                quiet,
                enabled);
    }

    /**
     * The same with other switches.
     *
     * @param contacted whether the server is contacted at all
     * @param ticks whether the tick runs
     * @param backfills whether the backfill runs
     * @param leftAlone when it is left alone
     * @return a copy
     */
    public CollectorSettings switched(boolean contacted, boolean ticks, boolean backfills, QuietHours leftAlone) {
        return new CollectorSettings(
                tick,
                backfill,
                deadline,
                budget,
                read,
                planCapBytes,
                horizon,
                ticks,
                backfills,
                heavy,
                leftAlone,
                contacted);
    }
}
