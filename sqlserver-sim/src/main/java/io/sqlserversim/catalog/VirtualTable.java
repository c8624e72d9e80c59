package io.sqlserversim.catalog;

import io.sqlserversim.types.Column;
import java.util.List;

/** A readable table or view whose rows are computed when asked for. Thread-safe. */
public interface VirtualTable {
    /**
     * Schema-qualified name without database, e.g. {@code sys.query_store_plan}.
     *
     * @return the name in its own spelling
     */
    String name();

    /**
     * The columns, in order, of this version profile.
     *
     * @return at least one
     */
    List<Column> columns();

    /**
     * Whether a statement that binds this table counts as heavy for the server's judge.
     *
     * @return true for query_store_runtime_stats, _wait_stats, _query, _query_text and _plan
     */
    boolean heavy();

    /**
     * The columns (0-based) by which {@link #scan} returns its rows in ascending order, most significant first; empty
     * when in no particular order. A column that the scan's bounds fix to one value counts as ordered too.
     *
     * @return ordinals
     */
    List<Integer> order();

    /**
     * A guess of how many rows it has, by which joins decide which side to keep in memory.
     *
     * @return 0 or more
     */
    default long rowEstimate() {
        return heavy() ? 100_000 : 1_000;
    }

    /**
     * Opens a scan. Bounds are a promise in one direction only: rows outside of them need not be returned; the caller
     * filters again. A table that cannot use a bound ignores it.
     *
     * @param request who asks, which columns are needed, and which bounds are known
     * @return the rows; to be closed
     */
    RowCursor scan(ScanRequest request);
}
