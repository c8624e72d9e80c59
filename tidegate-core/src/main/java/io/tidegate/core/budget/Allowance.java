package io.tidegate.core.budget;

import java.time.Duration;
import java.util.Locale;

/**
 * What work of one rank may still take now. Immutable.
 *
 * @param rank which work
 * @param left how long its lease may be held; zero when it has to wait. Our statements run on one core each, so that a
 *     lease never uses more CPU than this either
 * @param until how long it has to wait until enough of the hour has passed; zero when it need not
 * @param usage the hour
 */
public record Allowance(Rank rank, Duration left, Duration until, Usage usage) {
    /**
     * Whether it may begin.
     *
     * @return true when there is time left
     */
    public boolean isGranted() {
        return left.isPositive();
    }

    /**
     * Why it waits, with the amounts.
     *
     * @return a phrase for a user
     */
    public String words() {
        return String.format(
                Locale.ROOT,
                "%s; %s may use %d %% of it and go on in about %d min",
                usage.words(),
                rank.label(),
                rank.percent(),
                Math.max(1, until.plusSeconds(59).toMinutes()));
    }
}
