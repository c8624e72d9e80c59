package io.tidegate.core.store;

import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import java.util.List;

/**
 * Rows of a peek at an interval that has not settled. Immutable by convention.
 *
 * @param term the node's term; 0 in Lite
 * @param series whose
 * @param intervalId which interval; must be listed
 * @param peekNumber rising per interval; the batch is staged under it
 * @param rows merged, at most one per key; negative plan ids allowed
 * @param isLast whether the peek is complete with this batch: it is then swapped in whole, in the same transaction
 */
public record PeekBatch(
        long term, SeriesKey series, long intervalId, long peekNumber, List<RuntimeRow> rows, boolean isLast) {}
