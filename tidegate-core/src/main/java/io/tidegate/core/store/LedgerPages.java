package io.tidegate.core.store;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import java.util.List;

/**
 * The ledger in pages by interval id, which are bounded however long it is. Thread-safe. Each call may block up to the store's
 * own time limit; it then throws {@link StoreException}, as it does when the engine fails.
 */
public interface LedgerPages {
    /**
     * Intervals by id, whatever their state.
     *
     * @param series whose
     * @param kind runtime or waits
     * @param ids which
     * @param limit how many at most, the lowest ids first
     * @return ascending by id; fewer than the limit when there are no more
     */
    List<LedgerEntry> entriesById(SeriesKey series, Kind kind, IdRange ids, int limit);
}
