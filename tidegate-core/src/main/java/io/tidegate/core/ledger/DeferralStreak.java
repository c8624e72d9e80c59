package io.tidegate.core.ledger;

import java.time.Duration;

/**
 * How long a loop was kept out of a server. It ends only by a grant: a pass that found nothing to read, failed or was
 * skipped neither ends nor lengthens it. Immutable.
 *
 * @param refusals refused passes in a row; 0 when the last one was granted
 * @param sinceNanos reading of the ticker at the first of them; meaningless when there is none
 */
public record DeferralStreak(int refusals, long sinceNanos) {
    /** Nobody was refused. */
    public static final DeferralStreak NONE = new DeferralStreak(0, 0);

    private static final int PATIENCE = 3;

    /**
     * After a refusal.
     *
     * @param nowNanos the ticker
     * @return one longer
     */
    public DeferralStreak afterDeferral(long nowNanos) {
        return refusals == 0 ? new DeferralStreak(1, nowNanos) : new DeferralStreak(refusals + 1, sinceNanos);
    }

    /**
     * After a grant.
     *
     * @return no streak
     */
    public DeferralStreak afterGrant() {
        return NONE;
    }

    /**
     * How long the loop has been kept out.
     *
     * @param nowNanos the ticker
     * @return zero without a streak
     */
    public Duration keptOut(long nowNanos) {
        return refusals == 0 ? Duration.ZERO : Duration.ofNanos(nowNanos - sinceNanos);
    }

    /**
     * Whether the tick is to skip a try, for the sake of the backfill whose streak this is: the backfill was refused
     * three cadences running, and the try is the tick's last one before the backfill's next due time. Nothing is
     * reserved: if the backfill does not come, the tick's next try goes ahead.
     *
     * @param tick the tick's grid
     * @param tickPoint the point of the try
     * @param backfillDueNanos the backfill's next due time
     * @return true when the tick stays away once
     */
    public boolean makesTickSkip(DueGrid tick, long tickPoint, long backfillDueNanos) {
        return refusals >= PATIENCE
                && tickPoint - backfillDueNanos <= 0
                && tick.nextAfter(tickPoint) - backfillDueNanos > 0;
    }
}
