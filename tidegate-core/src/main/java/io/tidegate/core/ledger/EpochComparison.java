package io.tidegate.core.ledger;

import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares an epoch's ledger with the interval list of its source, by id, start and end: what both have may be the same
 * history, and behind a fork nothing is. Keeps no more entries than the source lists and than were made since its oldest.
 * Confined to one thread.
 */
public final class EpochComparison {
    private final List<RuntimeStatsInterval> listed;
    private final Map<Long, RuntimeStatsInterval> listedById = new HashMap<>();
    private final List<LedgerEntry> alike = new ArrayList<>();
    private final List<LedgerEntry> others = new ArrayList<>();
    private long conflictId = Long.MAX_VALUE;
    private @Nullable Instant newestKnown;

    /**
     * Nothing is compared yet.
     *
     * @param listed the source's whole list, ascending by id
     */
    public EpochComparison(List<RuntimeStatsInterval> listed) {
        this.listed = List.copyOf(listed);
        listed.forEach(interval -> listedById.put(interval.id(), interval));
    }

    /**
     * Compares some entries; to be called with all of one epoch, in any portions.
     *
     * @param entries for runtime stats
     */
    public void add(Collection<LedgerEntry> entries) {
        entries.forEach(this::add);
    }

    private void add(LedgerEntry entry) {
        RuntimeStatsInterval known = entry.interval();
        if (newestKnown == null || known.start().isAfter(newestKnown)) {
            newestKnown = known.start();
        }
        RuntimeStatsInterval now = listedById.get(known.id());
        boolean isStored = entry.state().isStored()
                && !entry.isFromLastPeek()
                && !entry.flags().contains(Flag.SUPERSEDED);
        if (now != null && isSame(now, known)) {
            if (isStored) {
                alike.add(entry);
            }
            return;
        }
        if (now != null) {
            conflictId = Math.min(conflictId, known.id());
        } else if (isGivenAgain(known)) {
            conflictId = Math.min(conflictId, listed.getLast().id());
        }
        if (isStored
                && !listed.isEmpty()
                && !known.start().isBefore(listed.getFirst().start())) {
            others.add(entry);
        }
    }

    /** A store keeps times to the microsecond. */
    private static boolean isSame(RuntimeStatsInterval now, RuntimeStatsInterval known) {
        return toMicros(now.start()).equals(toMicros(known.start()))
                && toMicros(now.end()).equals(toMicros(known.end()));
    }

    private static Instant toMicros(Instant time) {
        return time.truncatedTo(ChronoUnit.MICROS);
    }

    /** In one epoch ids ascend with time: an id behind the newest one of the source is not older than that. */
    private boolean isGivenAgain(RuntimeStatsInterval known) {
        return !listed.isEmpty()
                && known.id() > listed.getLast().id()
                && known.start().isBefore(listed.getLast().start());
    }

    /**
     * Whether an id stands for two intervals: the ids have begun a new life for certain. A highest id that fell is none by
     * itself: a crash loses what was not flushed, and a clean-up any interval.
     *
     * @return true when the ledger and the list contradict each other
     */
    public boolean isConflict() {
        return conflictId != Long.MAX_VALUE;
    }

    /**
     * What may be shared history. What was closed from a last peek proves nothing: the source may have had more of it.
     *
     * @return held and inherited entries that the source lists with the same id, start and end, before the first
     *     contradiction, newest first; none that is superseded
     */
    public List<LedgerEntry> alike() {
        return alike.stream()
                .filter(entry -> entry.interval().id() < conflictId)
                .sorted(Comparator.comparingLong(
                        (LedgerEntry entry) -> -entry.interval().id()))
                .toList();
    }

    /**
     * Where the new epoch leaves the ones before it. What is not shared of their intervals is superseded, and so is what
     * covers a time that the new one lists.
     *
     * @param newestShared the newest entry that is the same at the source; null when none is
     * @param earlier comparisons of epochs before this one, as far as such an entry was looked for there
     * @return nothing superseded where all that the source lists is as new as the newest we know, as after a CLEAR
     */
    public ForkPoint fork(@Nullable LedgerEntry newestShared, List<EpochComparison> earlier) {
        if (newestShared == null) {
            boolean isFresh = listed.isEmpty()
                    || newestKnown == null
                    || !listed.getFirst().start().isBefore(newestKnown);
            return isFresh
                    ? ForkPoint.NOTHING_SHARED
                    : new ForkPoint(null, null, listed.getFirst().start());
        }
        Instant sharedTo = newestShared.interval().end();
        Stream<Instant> ofSource = listed.stream()
                .filter(interval -> interval.id() > newestShared.interval().id())
                .map(RuntimeStatsInterval::start);
        Stream<Instant> ofOurs = Stream.concat(Stream.of(this), earlier.stream())
                .flatMap(one -> Stream.concat(one.alike.stream(), one.others.stream()))
                .map(entry -> entry.interval().start())
                .filter(start -> !start.isBefore(sharedTo));
        Instant from = Stream.concat(ofSource, ofOurs)
                .min(Comparator.naturalOrder())
                .map(start -> start.isBefore(sharedTo) ? sharedTo : start)
                .orElse(null);
        return new ForkPoint(toMicros(listed.getFirst().start()), sharedTo, from);
    }
}
