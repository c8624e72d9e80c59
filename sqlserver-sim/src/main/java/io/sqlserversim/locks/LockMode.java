package io.sqlserversim.locks;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The modes of application locks, with their names in T-SQL and in {@code sys.dm_tran_locks}. Immutable. */
public enum LockMode {
    /** Intent shared. */
    INTENT_SHARED("IntentShared", "IS", "IS S U IX SIX UIX"),
    /** Shared. */
    SHARED("Shared", "S", "IS S U"),
    /** Update. */
    UPDATE("Update", "U", "IS S"),
    /** Intent exclusive. */
    INTENT_EXCLUSIVE("IntentExclusive", "IX", "IS IX"),
    /** Shared and intent exclusive together; comes of asking for both, and cannot be asked for. */
    SHARED_INTENT_EXCLUSIVE("SharedIntentExclusive", "SIX", "IS"),
    /** Update and intent exclusive together; comes of asking for both, and cannot be asked for. */
    UPDATE_INTENT_EXCLUSIVE("UpdateIntentExclusive", "UIX", "IS"),
    /** Exclusive. */
    EXCLUSIVE("Exclusive", "X", "");

    private final String title;
    private final String symbol;
    private final String compatible;

    LockMode(String title, String symbol, String compatible) {
        this.title = title;
        this.symbol = symbol;
        this.compatible = " " + compatible + " ";
    }

    /**
     * The name as sp_getapplock takes it and APPLOCK_MODE shows it.
     *
     * @return e.g. {@code Exclusive}
     */
    public String title() {
        return title;
    }

    /**
     * The name as {@code sys.dm_tran_locks.request_mode} shows it.
     *
     * @return e.g. {@code X}
     */
    public String symbol() {
        return symbol;
    }

    /**
     * Finds a mode that can be asked for by its T-SQL name, in any case.
     *
     * @param name as written
     * @return null when there is none of this name
     */
    public static @Nullable LockMode of(String name) {
        for (LockMode mode : values()) {
            boolean single = mode != SHARED_INTENT_EXCLUSIVE && mode != UPDATE_INTENT_EXCLUSIVE;
            if (single && mode.title.toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
                return mode;
            }
        }
        return null;
    }

    /**
     * What holding two modes amounts to.
     *
     * @param other the other mode
     * @return the weakest mode that is as strong as both
     */
    public LockMode with(LockMode other) {
        LockMode weaker = compareTo(other) <= 0 ? this : other;
        LockMode stronger = weaker == this ? other : this;
        if (stronger == INTENT_EXCLUSIVE && weaker == SHARED) {
            return SHARED_INTENT_EXCLUSIVE;
        }
        boolean both = weaker == UPDATE && (stronger == INTENT_EXCLUSIVE || stronger == SHARED_INTENT_EXCLUSIVE);
        return both ? UPDATE_INTENT_EXCLUSIVE : stronger;
    }

    /**
     * Whether two sessions may hold these modes at once.
     *
     * @param other the other mode
     * @return true when they may
     */
    public boolean compatibleWith(LockMode other) {
        return compatible.contains(" " + other.symbol + " ");
    }
}
