package io.tidegate.core.store;

/** How a compare-and-set against the ledger ended. Exceptions are for failures of the store, not for a lost race. */
public sealed interface CommitResult {
    /**
     * Rows and ledger change are durable, together.
     *
     * @param revision the revision after it; to be expected by the next call
     */
    record Committed(long revision) implements CommitResult {}

    /**
     * Somebody else moved the band or the interval, or the term was over; nothing was stored.
     *
     * @param actualRevision the revision found; 0 when there is no such band
     */
    record Fenced(long actualRevision) implements CommitResult {}
}
