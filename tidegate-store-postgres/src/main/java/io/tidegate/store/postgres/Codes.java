package io.tidegate.store.postgres;

import io.tidegate.core.store.LedgerEntry.Flag;
import java.util.EnumSet;
import java.util.Set;

/** Flags as they stand in the ledger: one bit each. */
final class Codes {
    private Codes() {}

    static int mask(Set<Flag> flags) {
        int mask = 0;
        for (Flag f : flags) {
            mask |= mask(f);
        }
        return mask;
    }

    static int mask(Flag flag) {
        return switch (flag) {
            case VERIFIED -> 1;
            case THINNED -> 2;
            case LOST_AT_SOURCE -> 4;
            case IDENTITY_LOST -> 8;
            case SPLIT -> 16;
            case SUPERSEDED -> 32;
        };
    }

    static Set<Flag> flags(int mask) {
        EnumSet<Flag> flags = EnumSet.noneOf(Flag.class);
        for (Flag f : Flag.values()) {
            if ((mask & mask(f)) != 0) {
                flags.add(f);
            }
        }
        return flags;
    }
}
