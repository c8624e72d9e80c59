package io.tidegate.core.ledger;

import java.time.Duration;

/**
 * Where in a period something that is done once in each begins for one server: by its name alone, so that it is the same after
 * a restart and on another node, and that a fleet's duties do not turn in one minute. No state, thread-safe.
 */
public final class Spread {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private Spread() {}

    /**
     * The phase.
     *
     * @param identity what tells it from others, such as the server's name; names that differ by a digit lie far apart
     * @param period from one turn to the next, a second or longer
     * @return whole seconds, not negative, less than the period
     */
    public static Duration phase(String identity, Duration period) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < identity.length(); i++) {
            hash = (hash ^ identity.charAt(i)) * FNV_PRIME;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return Duration.ofSeconds(Math.floorMod(hash ^ (hash >>> 33), period.toSeconds()));
    }
}
