package io.tidegate.core.store;

import java.time.Instant;

/**
 * A stretch of time, half-open, in which a server or database was something other than held. Immutable.
 *
 * @param serverId which server
 * @param database which database; empty for the whole server
 * @param word what it was
 * @param from inclusive, by the source's clock where there is one
 * @param to exclusive
 * @param detail for a user, e.g. the GRANT that is missing; may be empty
 */
public record Stretch(int serverId, String database, Word word, Instant from, Instant to, String detail) {
    /** Coverage words for stretches; those of intervals are derived from the ledger. */
    public enum Word {
        /** Probed, Query Store on, nothing listed: nothing ran. */
        IDLE,
        /** Query Store is off. */
        OFF,
        /** Query Store is read-only. */
        READ_ONLY,
        /** Query Store is in its error state. */
        ERROR,
        /** A permission is missing. */
        DENIED,
        /** The server or database could not be reached. */
        UNREACHABLE,
        /** Collection fails. */
        FAILING,
        /** We did not look. */
        UNOBSERVED,
        /** Excluded by configuration. */
        EXCLUDED,
        /** Rows waited because the server's budget for heavy work was spent. */
        BUDGET,
        /** The end of our statements cannot be proven here, so that nothing heavy is read. */
        END_NOT_PROVABLE
    }
}
