package io.tidegate.core.store;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One interval in the ledger, for one kind. Immutable. Open, unsettled and pending are derived from the source's clock
 * and are no states.
 *
 * @param interval the interval
 * @param kind runtime or waits
 * @param state listed, held, inherited or gone
 * @param goneReason why it is gone or, of one that is held from its last peek, why it was never read whole; else empty
 * @param goneAt when the source was first seen without it, by its clock; null while the source lists it. A held
 *     interval that the source has no more stays held
 * @param flags what qualifies it
 * @param figures what is held, here or, as it was at the fork, by the epoch that it is inherited from; else null
 * @param revision 0 while never held; +1 with each correction
 * @param verifiedAt when a census agreed with all that can be held of it, by the source's clock; null when none did
 * @param nextCountAt when it is to be counted again because other replica groups report late, by the source's clock; null
 *     where none does, and after its last count
 * @param tornReads agreeing settled reads that met two rows for one key
 * @param tornChecksum checksum of the last of these; 0 when none
 * @param tornAt source time of the last of these; null when none
 */
public record LedgerEntry(
        RuntimeStatsInterval interval,
        Kind kind,
        State state,
        String goneReason,
        @Nullable Instant goneAt,
        Set<Flag> flags,
        @Nullable IntervalFigures figures,
        long revision,
        @Nullable Instant verifiedAt,
        @Nullable Instant nextCountAt,
        int tornReads,
        long tornChecksum,
        @Nullable Instant tornAt) {
    /** Reason of an interval that vanished from the source's list before it was read. */
    public static final String GONE_AT_SOURCE = "no longer at the source";

    /** Reason of an interval that was not read when its epoch ended. */
    public static final String GONE_WITH_EPOCH = "its epoch ended";

    /** Reason of an interval whose facts {@link ExpiryStore#expire} has deleted. */
    public static final String GONE_BY_RETENTION = "older than the retention";

    /** Two torn reads count as two only when so much of the source's time lies between them. */
    public static final Duration TORN_SPACING = Duration.ofHours(1);

    /**
     * One that no census is to count at a time of its own.
     *
     * @param interval as the component
     * @param kind as the component
     * @param state as the component
     * @param goneReason as the component
     * @param goneAt as the component
     * @param flags as the component
     * @param figures as the component
     * @param revision as the component
     * @param verifiedAt as the component
     * @param tornReads as the component
     * @param tornChecksum as the component
     * @param tornAt as the component
     */
    public LedgerEntry(
            RuntimeStatsInterval interval,
            Kind kind,
            State state,
            String goneReason,
            @Nullable Instant goneAt,
            Set<Flag> flags,
            @Nullable IntervalFigures figures,
            long revision,
            @Nullable Instant verifiedAt,
            int tornReads,
            long tornChecksum,
            @Nullable Instant tornAt) {
        this(
                interval,
                kind,
                state,
                goneReason,
                goneAt,
                flags,
                figures,
                revision,
                verifiedAt,
                null,
                tornReads,
                tornChecksum,
                tornAt);
    }

    /**
     * How a torn read counts.
     *
     * @param checksum of what it met
     * @param at source time of the read
     * @return agreeing torn reads, that one included; empty when it comes too soon after one that it agrees with
     */
    public OptionalInt tornReadsWith(long checksum, Instant at) {
        if (tornAt == null || tornChecksum != checksum) {
            return OptionalInt.of(1);
        }
        return at.isBefore(tornAt.plus(TORN_SPACING)) ? OptionalInt.empty() : OptionalInt.of(tornReads + 1);
    }

    /**
     * Whether what is stored was never read whole: the source had it no more, and its last peek was made what is held.
     *
     * @return true when held so; {@code goneReason} says why. No later epoch inherits it
     */
    public boolean isFromLastPeek() {
        return state == State.HELD && !goneReason.isEmpty();
    }

    /** What the ledger knows of an interval. */
    public enum State {
        /** The source lists it; not held. */
        LISTED,
        /** Stored after a settled, clean read, or from its last peek when the source had it no more. */
        HELD,
        /** An earlier epoch holds it, and the source has it as it was then: it is not read again. */
        INHERITED,
        /** Not held, and not to be had: the source has it no more, or retention deleted its facts. */
        GONE;

        /**
         * Whether rows are stored, by this epoch or by the one that it is inherited from.
         *
         * @return true when held or inherited
         */
        public boolean isStored() {
            return this == HELD || this == INHERITED;
        }
    }

    /** What a census that counted an interval says of it. */
    public enum Counted {
        /** It is verified. */
        AGREES,
        /** It agrees, and more is expected to come: it stays as verified as it was. */
        SO_FAR,
        /** The source has more than can be held of it: it is not verified, nor any more. */
        LACKS
    }

    /** What qualifies an interval. */
    public enum Flag {
        /**
         * A census agreed: all that the source still had then is held; with THINNED, more than that. Where other replica
         * groups report late, the census of a day after the interval settled.
         */
        VERIFIED,
        /** Query Store's clean-up removed rows of it, or may have before it was read. */
        THINNED,
        /** Peeked rows were kept that the final read lacked or counted lower, or that there was no final read of. */
        LOST_AT_SOURCE,
        /** A plan it refers to was gone before its identity was read. */
        IDENTITY_LOST,
        /** The source kept two rows for one key; they were added. */
        SPLIT,
        /** Its series' next epoch has taken its place: it counts in no answer. */
        SUPERSEDED
    }
}
