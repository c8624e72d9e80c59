package io.tidegate.collector.work;

import io.tidegate.core.ledger.Recounts;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Counted;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An interval that an epoch lists, and who has its rows: that epoch, or the one that it was inherited from. Immutable.
 *
 * @param epoch the epoch that lists it
 * @param owner the epoch that has its rows
 * @param entry how the owner's ledger has it
 */
record HeldInterval(SeriesKey epoch, SeriesKey owner, LedgerEntry entry) {
    private static final int LEAST_NANOS = 1_000;

    /**
     * Finds the rows of some intervals. Blocks for the store, once for each epoch that holds some of them.
     *
     * @param epoch whose ledger the entries are of
     * @param entries of one kind, held or inherited; others are left out, and so are those that retention has deleted
     * @return in the same order
     */
    static List<HeldInterval> of(CollectorStore store, SeriesKey epoch, Kind kind, List<LedgerEntry> entries) {
        Map<Long, HeldInterval> found = new HashMap<>();
        Map<Long, LedgerEntry> open = new HashMap<>();
        for (LedgerEntry entry : entries) {
            if (entry.state() == State.HELD) {
                found.put(entry.interval().id(), new HeldInterval(epoch, epoch, entry));
            } else if (entry.state() == State.INHERITED) {
                open.put(entry.interval().id(), entry);
            }
        }
        for (int earlier = epoch.epoch() - 1; earlier > 0 && !open.isEmpty(); earlier--) {
            SeriesKey owner = new SeriesKey(epoch.home(), epoch.lineage(), earlier);
            for (LedgerEntry held : held(store, owner, kind, open)) {
                open.remove(held.interval().id());
                found.put(held.interval().id(), new HeldInterval(epoch, owner, held));
            }
        }
        return entries.stream()
                .flatMap(entry -> Stream.ofNullable(found.get(entry.interval().id())))
                .toList();
    }

    private static List<LedgerEntry> held(
            CollectorStore store, SeriesKey owner, Kind kind, Map<Long, LedgerEntry> wanted) {
        List<Instant> starts = new ArrayList<>();
        wanted.values().forEach(entry -> starts.add(entry.interval().start()));
        starts.sort(Instant::compareTo);
        return store.entries(owner, kind, starts.getFirst(), justBehind(starts.getLast())).stream()
                .filter(entry -> entry.state() == State.HELD
                        && !entry.flags().contains(Flag.SUPERSEDED)
                        && wanted.containsKey(entry.interval().id())
                        && wanted.get(entry.interval().id()).interval().equals(entry.interval()))
                .toList();
    }

    /** The end of a range, open there, whose last interval starts then: a store keeps times to the microsecond. */
    static Instant justBehind(Instant start) {
        return start.plusNanos(LEAST_NANOS);
    }

    /** Notes something of it, where it is listed and where it is held. Blocks for the store. */
    void flag(CollectorStore store, Flag flag, Instant at) {
        long id = entry.interval().id();
        store.flag(owner, entry.kind(), id, flag, at);
        if (isInherited()) {
            store.flag(epoch, entry.kind(), id, flag, at);
        }
    }

    /**
     * Notes that a count agreed with it, where it is listed and where it is held; where other replica groups may report, with
     * the time of its next count. Blocks for the store.
     */
    void counted(CollectorStore store, Recounts recounts, Instant at) {
        if (!recounts.isExpected()) {
            flag(store, Flag.VERIFIED, at);
            return;
        }
        boolean isVerified = recounts.isVerified(entry.interval(), at);
        counted(store, recounts, at, isVerified ? Counted.AGREES : Counted.SO_FAR);
    }

    /**
     * Notes, as {@link #counted}, a count that agreed with all that can be held of it, while the source has rows that cannot
     * be: it is counted, and not called verified, nor any more. Where these can be merged later, it is not even counted, so
     * that the next census comes back to it. Blocks for the store.
     */
    void lacking(CollectorStore store, Recounts recounts, Instant at, MergeableRows merged) {
        if (!merged.isAwaited()) {
            counted(store, recounts, at, Counted.LACKS);
        }
    }

    private void counted(CollectorStore store, Recounts recounts, Instant at, Counted counted) {
        Instant next = recounts.next(entry.interval(), at).orElse(null);
        long id = entry.interval().id();
        store.counted(owner, entry.kind(), id, at, next, counted);
        if (isInherited()) {
            store.counted(epoch, entry.kind(), id, at, next, counted);
        }
    }

    /** Whether another epoch has its rows than the one that lists it. */
    boolean isInherited() {
        return !owner.equals(epoch);
    }
}
