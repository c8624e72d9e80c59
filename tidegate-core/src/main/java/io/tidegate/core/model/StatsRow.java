package io.tidegate.core.model;

/** One row that the source keeps per interval, of either kind, or several parts of one added up. Immutable. */
public sealed interface StatsRow permits RuntimeRow, WaitRow {
    /**
     * Which row.
     *
     * @return its natural key
     */
    StatsKey key();

    /**
     * Which kind of row.
     *
     * @return runtime or waits
     */
    Kind kind();

    /**
     * What there is more of in the fuller one of two readings of a key, since rows of an interval only grow.
     *
     * @return executions, or milliseconds waited
     */
    long amount();

    /**
     * The row's part of the checksum of its interval, which any engine can compute in 64 bits.
     *
     * @return as {@link Kind} defines it
     */
    long checksum();

    /**
     * What the row counts for in byte budgets: its fixed widths on the wire.
     *
     * @return bytes
     */
    int fixedBytes();
}
