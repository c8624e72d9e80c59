package io.sqlserversim.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ALTER DATABASE ... SET QUERY_STORE. Immutable.
 *
 * @param database as written; null for the current one
 * @param action what is done
 * @param options in the order written; empty for OFF and CLEAR
 */
public record QueryStoreChange(@Nullable String database, Action action, List<Option> options) {
    /** What is done to the store. */
    public enum Action {
        /** {@code = ON}, maybe with options. */
        ON,
        /** {@code = OFF}. */
        OFF,
        /** Options alone. */
        SET,
        /** CLEAR, maybe ALL. */
        CLEAR
    }

    /**
     * One option. Those of a policy stand in the list of all, each by its own name.
     *
     * @param name in upper case, e.g. {@code MAX_STORAGE_SIZE_MB}
     * @param value a word in upper case, or digits
     * @param unit HOURS or DAYS in upper case; empty where there is none
     */
    public record Option(String name, String value, String unit) {}
}
