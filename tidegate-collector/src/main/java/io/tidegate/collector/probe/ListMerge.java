package io.tidegate.collector.probe;

import io.tidegate.core.ledger.EpochComparison;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.IdRange;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.Observation;
import io.tidegate.sqlserver.read.IntervalReader;
import io.tidegate.sqlserver.session.Channel;
import java.util.List;
import java.util.OptionalLong;

/**
 * Brings the ledger's list up to a source's whole one, a thousand ids at a time, so that neither is ever in memory. A list that
 * is longer is walked through twice: first it is compared, all of it, since nothing may be merged of a list that contradicts
 * the ledger; then each slice is compared once more and merged, in a transaction of its own, which speaks of the ids up to its
 * last one and of no other. Whatever stops it between two slices, what was merged is true and of the rest nothing is said: the
 * next probe finds other counts, and begins anew. Confined to one thread.
 *
 * @param store has the ledger
 * @param channel asks the source
 * @param database its name there
 * @param highestSeen the source's highest id, as this probe, or another one, saw it before the list was asked for
 * @param seen what the probe saw beside the list; options and recovery fork are kept with the last slice
 */
record ListMerge(CollectorStore store, Channel channel, String database, long highestSeen, Observation seen) {
    /** So many intervals at most are read and merged at once, and so many entries compared. */
    static final int SLICE = 1_000;

    /** Merges. Blocks for the source and the store; false when the list is of another life of the ids. */
    boolean run() {
        List<RuntimeStatsInterval> first = slice(Long.MIN_VALUE);
        if (isLast(first)) {
            if (contradicts(first) || isGivenAgain(first) || highest(first, 0) < highestSeen) {
                return false;
            }
            merge(first, Long.MIN_VALUE);
            return true;
        }
        OptionalLong highestId = compared(first);
        return highestId.isPresent() && mergeAll(highestId.getAsLong());
    }

    private List<RuntimeStatsInterval> slice(long aboveId) {
        return IntervalReader.readSlice(channel, database, aboveId, SLICE);
    }

    private static boolean isLast(List<RuntimeStatsInterval> slice) {
        return slice.size() < SLICE;
    }

    private static long highest(List<RuntimeStatsInterval> slice, long otherwise) {
        return slice.isEmpty() ? otherwise : slice.getLast().id();
    }

    /** The highest id; empty when the list contradicts the ledger or what the probe saw. Nothing is merged yet. */
    private OptionalLong compared(List<RuntimeStatsInterval> first) {
        List<RuntimeStatsInterval> newest = first;
        List<RuntimeStatsInterval> slice = first;
        while (!contradicts(slice)) {
            if (!slice.isEmpty()) {
                newest = slice;
            }
            if (isLast(slice)) {
                long highest = newest.getLast().id();
                return isGivenAgain(newest) || highest < highestSeen ? OptionalLong.empty() : OptionalLong.of(highest);
            }
            slice = slice(slice.getLast().id());
        }
        return OptionalLong.empty();
    }

    /** In one life of the ids the highest one does not fall: where the list ends below it, another life has begun meanwhile. */
    private boolean mergeAll(long highestId) {
        long above = Long.MIN_VALUE;
        while (true) {
            List<RuntimeStatsInterval> slice = slice(above);
            long last = highest(slice, above);
            if (contradicts(slice) || (isLast(slice) && last < highestId)) {
                return false;
            }
            merge(slice, above);
            if (isLast(slice)) {
                return true;
            }
            above = last;
        }
    }

    private void merge(List<RuntimeStatsInterval> slice, long above) {
        IdRange complete = slice.isEmpty()
                ? IdRange.NONE
                : new IdRange(
                        above == Long.MIN_VALUE ? above : above + 1,
                        slice.getLast().id());
        store.observe(new Observation(
                seen.series(),
                seen.sourceNow(),
                slice,
                complete,
                Long.MIN_VALUE,
                isLast(slice) ? seen.options() : null,
                seen.kinds(),
                isLast(slice) ? seen.recoveryFork() : ""));
    }

    /** Whether an id stands for another interval than the ledger's. */
    private boolean contradicts(List<RuntimeStatsInterval> slice) {
        return !slice.isEmpty()
                && isConflict(
                        slice,
                        new IdRange(slice.getFirst().id(), slice.getLast().id()));
    }

    /** Whether the ledger has ids above the source's last one that are older than that. */
    private boolean isGivenAgain(List<RuntimeStatsInterval> newest) {
        return !newest.isEmpty()
                && isConflict(newest, new IdRange(newest.getLast().id() + 1, Long.MAX_VALUE));
    }

    private boolean isConflict(List<RuntimeStatsInterval> slice, IdRange ids) {
        IdRange next = ids;
        while (!next.isEmpty()) {
            List<LedgerEntry> known = store.entriesById(seen.series(), Kind.RUNTIME, next, SLICE);
            EpochComparison comparison = new EpochComparison(slice);
            comparison.add(known);
            if (comparison.isConflict()) {
                return true;
            }
            if (known.size() < SLICE) {
                return false;
            }
            next = new IdRange(known.getLast().interval().id() + 1, ids.last());
        }
        return false;
    }
}
