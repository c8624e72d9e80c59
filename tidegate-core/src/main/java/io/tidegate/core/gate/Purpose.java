package io.tidegate.core.gate;

import java.util.Locale;

/** Why somebody wants a lease. */
public enum Purpose {
    /** The tick: what is new, then texts and plans. */
    TICK,
    /** The backfill: what is old, then census and verification. */
    BACKFILL,
    /** A call by a person or a tool. */
    ON_DEMAND,
    /** No lease: what light work, such as probes, has cost a server, in a row of its own some times an hour. */
    LIGHT;

    /**
     * Says it to a person.
     *
     * @return such as {@code on demand}
     */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
