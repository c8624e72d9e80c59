package io.tidegate.core.store.sql;

import io.tidegate.core.store.LedgerEntry.Flag;
import java.util.EnumSet;
import java.util.Set;

/** Flags as they stand in column {@code flags} of the ledger: one bit each. No state. */
public final class FlagBits {
    private FlagBits() {}

    /**
     * The bits of some flags.
     *
     * @param flags any; none gives 0
     * @return one bit for each
     */
    public static int mask(Set<Flag> flags) {
        int mask = 0;
        for (Flag f : flags) {
            mask |= mask(f);
        }
        return mask;
    }

    /**
     * The bit of a flag.
     *
     * @param flag the flag
     * @return a power of two that is never given to another one
     */
    public static int mask(Flag flag) {
        return switch (flag) {
            case VERIFIED -> 1;
            case THINNED -> 2;
            case LOST_AT_SOURCE -> 4;
            case IDENTITY_LOST -> 8;
            case SPLIT -> 16;
            case SUPERSEDED -> 32;
        };
    }

    /**
     * The flags of some bits.
     *
     * @param mask as {@link #mask(Set)} made it
     * @return a new set
     */
    public static Set<Flag> flags(int mask) {
        EnumSet<Flag> flags = EnumSet.noneOf(Flag.class);
        for (Flag f : Flag.values()) {
            if ((mask & mask(f)) != 0) {
                flags.add(f);
            }
        }
        return flags;
    }
}
