package io.tidegate.collector;

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
        boolean backfillEnabled) {
    /** 60 s, 300 s, 180 s, 64 MB, 1 MB, 400 days. */
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
     * The same at other cadences.
     *
     * @param everyTick cadence of the tick
     * @param everyBackfill cadence of the backfill
     * @return a copy
     */
    public CollectorSettings paced(Duration everyTick, Duration everyBackfill) {
        return new CollectorSettings(
                everyTick, everyBackfill, deadline, budget, read, planCapBytes, horizon, tickEnabled, backfillEnabled);
    }
}
