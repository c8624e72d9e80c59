package io.tidegate.core.store;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

/** An entry of the in-memory ledger. Confined to the store's lock. */
final class MemoryEntry {

    final RuntimeStatsInterval interval;
    private final Kind kind;
    private final Set<Flag> flags = EnumSet.noneOf(Flag.class);
    private State state = State.LISTED;
    private String goneReason = "";
    private Instant goneAt;
    private IntervalFigures figures;
    private long revision;
    private Instant verifiedAt;
    private Instant nextCountAt;
    private int tornReads;
    private long tornChecksum;
    private Instant tornAt;

    MemoryEntry(Kind kind, RuntimeStatsInterval interval) {
        this.kind = kind;
        this.interval = interval;
    }

    State state() {
        return state;
    }

    long revision() {
        return revision;
    }

    boolean isAtSource() {
        return goneAt == null;
    }

    void listed() {
        goneAt = null;
        if (state == State.GONE && goneReason.equals(LedgerEntry.GONE_AT_SOURCE)) {
            state = State.LISTED;
            goneReason = "";
        }
    }

    void vanished(Instant at, String reason) {
        if (goneAt == null) {
            goneAt = at;
        }
        if (state == State.LISTED) {
            state = State.GONE;
            goneReason = reason;
        }
    }

    /** As another epoch gets it. */
    MemoryEntry inherited() {
        MemoryEntry next = new MemoryEntry(kind, interval);
        next.state = State.INHERITED;
        next.goneAt = goneAt;
        next.flags.addAll(flags);
        next.figures = figures;
        next.verifiedAt = verifiedAt;
        next.nextCountAt = nextCountAt;
        return next;
    }

    boolean isSuperseded() {
        return flags.contains(Flag.SUPERSEDED);
    }

    boolean isWithin(ForkPoint shared) {
        return shared.sharedFrom() != null
                && !interval.start().isBefore(shared.sharedFrom())
                && !interval.end().isAfter(shared.sharedTo());
    }

    /** Read whole, here or by an earlier epoch. */
    boolean isRead() {
        return (state == State.HELD || state == State.INHERITED) && goneReason.isEmpty();
    }

    void expired() {
        state = State.GONE;
        goneReason = LedgerEntry.GONE_BY_RETENTION;
        figures = null;
    }

    /** From its last peek alone: it keeps the reason why. */
    void closed(IntervalFigures held) {
        state = State.HELD;
        flags.add(Flag.LOST_AT_SOURCE);
        figures = held;
    }

    boolean isFromLastPeek() {
        return snapshot().isFromLastPeek();
    }

    /** As it was before it was closed. */
    void reopened() {
        state = State.GONE;
        goneReason = LedgerEntry.GONE_AT_SOURCE;
        flags.retainAll(Set.of(Flag.SUPERSEDED));
        figures = null;
    }

    void held(IntervalFigures held) {
        if (state == State.GONE) {
            flags.add(Flag.THINNED);
        }
        state = State.HELD;
        goneReason = "";
        figures = held;
    }

    long corrected(IntervalFigures held) {
        figures = held;
        return ++revision;
    }

    void flag(Flag flag, Instant at) {
        flags.add(flag);
        if (flag == Flag.VERIFIED) {
            verifiedAt = at;
        }
    }

    void counted(Instant at, Instant nextAt, LedgerEntry.Counted counted) {
        verifiedAt = at;
        nextCountAt = nextAt;
        switch (counted) {
            case AGREES -> flags.add(Flag.VERIFIED);
            case SO_FAR -> {}
            case LACKS -> flags.remove(Flag.VERIFIED);
        }
    }

    int torn(long checksum, Instant at) {
        snapshot().tornReadsWith(checksum, at).ifPresent(reads -> {
            tornReads = reads;
            tornChecksum = checksum;
            tornAt = at;
        });
        return tornReads;
    }

    LedgerEntry snapshot() {
        return new LedgerEntry(
                interval,
                kind,
                state,
                goneReason,
                goneAt,
                Set.copyOf(flags),
                figures,
                revision,
                verifiedAt,
                nextCountAt,
                tornReads,
                tornChecksum,
                tornAt);
    }
}
