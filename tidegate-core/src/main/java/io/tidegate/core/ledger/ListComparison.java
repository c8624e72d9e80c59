package io.tidegate.core.ledger;

import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.Ticks;
import io.tidegate.core.store.ListSummary;

/** Compares a probe with what the ledger lists. No state, thread-safe. */
public final class ListComparison {
    /** A store keeps times to the microsecond. */
    private static final long TICKS_PER_MICRO = 10;

    private ListComparison() {}

    /**
     * Compares, without having observed the probe yet.
     *
     * @param known what the ledger lists
     * @param probe what the source has
     * @return what to do
     */
    public static Verdict compare(ListSummary known, ListProbe probe) {
        if (probe.tail().stream()
                .anyMatch(interval -> interval.id() > known.highestId() && interval.id() <= known.lastId())) {
            return Verdict.EPOCH_SUSPECT;
        }
        if (known.highestId() == 0) {
            return probe.count() == probe.tail().size() ? Verdict.AGREE : Verdict.READ_WHOLE_LIST;
        }
        if (probe.highestId() < known.highestId()) {
            return Verdict.EPOCH_SUSPECT;
        }
        RuntimeStatsInterval same = null;
        long fresh = 0;
        for (RuntimeStatsInterval interval : probe.tail()) {
            if (interval.id() == known.highestId()) {
                same = interval;
            } else if (interval.id() > known.highestId()) {
                fresh++;
            }
        }
        if (same != null && Ticks.of(same.end()) / TICKS_PER_MICRO != known.highestEndTicks() / TICKS_PER_MICRO) {
            return Verdict.EPOCH_SUSPECT;
        }
        if (probe.lowestId() > known.lowestId() && known.count() > 0) {
            return Verdict.LOWEST_ROSE;
        }
        boolean agrees =
                known.count() + fresh == probe.count() && (known.count() == 0 || probe.lowestId() == known.lowestId());
        return agrees ? Verdict.AGREE : Verdict.READ_WHOLE_LIST;
    }

    /** What follows from a comparison. */
    public enum Verdict {
        /** The list is as we know it, but for the tail: observe the tail. */
        AGREE,
        /**
         * Low ids have gone: observe the tail with the source's lowest id, then compare once more with what the ledger
         * lists after that.
         */
        LOWEST_ROSE,
        /** The counts differ: read the whole list. */
        READ_WHOLE_LIST,
        /**
         * An id that we know ends elsewhere, the highest id fell, or one that was gone is given again: a restore, a
         * CLEAR or a crash. The epoch is settled before anything else.
         */
        EPOCH_SUSPECT
    }
}
