package io.sqlserversim.locks;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The modes of application locks, with their names in T-SQL and in {@code sys.dm_tran_locks}. Immutable. */
public enum LockMode {
    /** Intent shared. */
    INTENT_SHARED("IntentShared", "IS", "IS S U IX"),
    /** Shared. */
    SHARED("Shared", "S", "IS S U"),
    /** Update. */
    UPDATE("Update", "U", "IS S"),
    /** Intent exclusive. */
    INTENT_EXCLUSIVE("IntentExclusive", "IX", "IS IX"),
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
     * Finds a mode by its T-SQL name, in any case.
     *
     * @param name as written
     * @return null when there is none of this name
     */
    public static @Nullable LockMode of(String name) {
        for (LockMode mode : values()) {
            if (mode.title.toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
                return mode;
            }
        }
        return null;
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
