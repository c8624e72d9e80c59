package io.tidegate.core.ledger;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When an interval that a census has counted is counted again, because rows of other replica groups may still come: they
 * arrive late and without bound, long after the local ones have settled. An hour after it settled, a day after, and once
 * more before it expires; where nobody knows when that is, each time its age has doubled from a day on. By the source's
 * clock. Immutable.
 *
 * @param isExpected whether other groups than the local one may report; without, nothing is counted again
 * @param clock tells when an interval has settled
 * @param options the source's, as last probed: its stale threshold, and how full it is
 * @param horizon how long facts are kept: what is older is not counted any more
 */
public record Recounts(boolean isExpected, IntervalClock clock, QueryStoreOptions options, Duration horizon) {
    private static final Duration FIRST = Duration.ofHours(1);
    private static final Duration SECOND = Duration.ofDays(1);
    private static final Duration NOTICE = Duration.ofDays(2);

    /**
     * By what a probe saw.
     *
     * @param source as last probed
     * @return expected where the source says so
     */
    public static Recounts of(Situation source) {
        return new Recounts(source.hasOtherGroups(), source.clock(), source.options(), source.horizon());
    }

    /**
     * By what is held, too: an interval of the series that has a next count has it because of rows of another group.
     *
     * @param entries of the series
     * @return expected where it was, or one of these has a next count
     */
    public Recounts knowing(Collection<LedgerEntry> entries) {
        return isExpected || entries.stream().noneMatch(entry -> entry.nextCountAt() != null) ? this : expected();
    }

    /**
     * After rows of another group were seen.
     *
     * @return the same, but expected
     */
    public Recounts expected() {
        return new Recounts(true, clock, options, horizon);
    }

    /**
     * When an interval is to be counted next.
     *
     * @param interval which
     * @param countedAt when it was counted last
     * @return empty when it is not counted again
     */
    public Optional<Instant> next(RuntimeStatsInterval interval, Instant countedAt) {
        if (!isExpected) {
            return Optional.empty();
        }
        Instant settled = clock.settlesAfter(interval);
        Instant last = lastCount(interval);
        Duration age = FIRST;
        while (age.compareTo(horizon) <= 0 && (last == null || settled.plus(age).isBefore(last))) {
            if (settled.plus(age).isAfter(countedAt)) {
                return Optional.of(settled.plus(age));
            }
            if (age.equals(FIRST)) {
                age = SECOND;
            } else if (last == null || ExpiryRule.isAboveCap(options)) {
                age = age.multipliedBy(2);
            } else {
                break;
            }
        }
        return Optional.ofNullable(last).filter(at -> at.isAfter(countedAt));
    }

    /** Two days before the source's clean-up by age takes it, or a quarter of the threshold; null where none does. */
    private @Nullable Instant lastCount(RuntimeStatsInterval interval) {
        if (options.staleThresholdDays() <= 0) {
            return null;
        }
        Duration kept = Duration.ofDays(options.staleThresholdDays());
        Duration quarter = kept.dividedBy(4);
        return interval.end().plus(kept).minus(quarter.compareTo(NOTICE) < 0 ? quarter : NOTICE);
    }

    /**
     * Whether a counted interval is to be counted again now: by the time it was told, or by what is known now of the
     * source, whichever comes first.
     *
     * @param entry of the series
     * @param sourceNow the source's clock
     * @return false while no census has counted it
     */
    public boolean isDue(LedgerEntry entry, Instant sourceNow) {
        Instant counted = entry.verifiedAt();
        if (!isExpected || counted == null) {
            return false;
        }
        Instant told = entry.nextCountAt();
        boolean isToldDue = told != null && told.isAfter(counted) && !told.isAfter(sourceNow);
        return isToldDue
                || next(entry.interval(), counted)
                        .filter(at -> !at.isAfter(sourceNow))
                        .isPresent();
    }

    /**
     * Whether a count that agrees verifies an interval: where other groups report, only that of a day after it settled
     * does, or the last before it expires, since more is expected until then.
     *
     * @param interval which
     * @param countedAt when
     * @return true wherever no other group reports
     */
    public boolean isVerified(RuntimeStatsInterval interval, Instant countedAt) {
        Instant last = lastCount(interval);
        Instant second = clock.settlesAfter(interval).plus(SECOND);
        Instant enough = last != null && last.isBefore(second) ? last : second;
        return !isExpected || !countedAt.isBefore(enough);
    }
}
