package io.sqlserversim.locks;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Who a lock lives with. */
public enum LockOwner {
    /** Freed with the session. */
    SESSION,
    /** Freed with the transaction. */
    TRANSACTION;

    /**
     * Finds an owner by its T-SQL name, in any case.
     *
     * @param name as written
     * @return null when there is none of this name
     */
    public static @Nullable LockOwner of(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "session" -> SESSION;
            case "transaction" -> TRANSACTION;
            default -> null;
        };
    }
}
