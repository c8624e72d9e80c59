package io.tidegate.core.store;

import io.tidegate.core.model.SeriesKey;

/**
 * Neighbouring intervals of one series and kind that stand alike. Immutable.
 *
 * @param series whose
 * @param entry how each of them stands: from the start of the first to the end of the last, with the id of the first and no
 *     figures. A listed one is alone, since the clock tells each one's word
 * @param intervals how many they are, at least 1
 */
public record LedgerRun(SeriesKey series, LedgerEntry entry, long intervals) {}
